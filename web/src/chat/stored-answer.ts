import type { AnswerOf } from '../../../src/components/view-kit/service.ts'
import { idOf, NEW_ANSWER, type Answer, type Part, type RunEvent } from './answer.ts'

type StoredMessage = AnswerOf<'GET /api/chats/:session_id'>['messages'][number]

/** What happened for an answer, as the service keeps it: an event and the component behind which it came. */
type Happened = Exclude<RunEvent, 'seq'> & { readonly after: string | null; readonly shortened?: boolean }

/** An answer of a kept conversation: the same lines and decisions in the same places as when it came. */
export function storedAnswer(sessionId: string, message: StoredMessage): Answer {
  const happened = (message.happened ?? []) as unknown as Happened[]
  return {
    ...NEW_ANSWER,
    sessionId,
    runId: message.run_id,
    route: message.route,
    usage: message.usage,
    status: 'done',
    parts: inTheirPlaces(message.components, happened),
    decisions: happened.flatMap((one) => (one.type === 'approval.result' ? [one] : [])),
  }
}

function inTheirPlaces(components: StoredMessage['components'], happened: readonly Happened[]): Part[] {
  const ids = components.map(idOf)
  const behind = new Map<string | null, Part[]>([[null, []]])
  let last: string | null = null
  for (const one of happened) {
    // What was taken out of the answer since no longer marks a place.
    if (one.after === null || ids.includes(one.after)) last = one.after
    const part = partOf(one, happened)
    if (part) behind.set(last, [...(behind.get(last) ?? []), part])
  }
  const placed = components.flatMap((component, slot): Part[] => {
    const id = ids[slot]!
    return [{ kind: 'component', slot, id, component, loading: false }, ...(behind.get(id) ?? [])]
  })
  return [...behind.get(null)!, ...placed]
}

function partOf(one: Happened, all: readonly Happened[]): Part | undefined {
  if (one.type === 'notice') return { kind: 'notice', level: one.level, text: one.text, detail: one.detail }
  if (one.type !== 'tool.start') return undefined
  const { call_id, agent, action, args, risk } = one
  const end = all.find((other) => other.type === 'tool.end' && other.call_id === call_id)
  const line = { kind: 'tool', call_id, agent, action, args, risk, startedAt: 0, endedAt: 0 } as const
  if (end?.type !== 'tool.end') return line
  return { ...line, result: end.result, durationMs: end.duration_ms, shortened: end.shortened ?? false }
}
