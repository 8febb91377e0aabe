import type { Decision } from '../../../src/components/view-kit/decisions.ts'
import { reasonOf, ServiceError } from '../../../src/components/view-kit/service.ts'
import type { Component } from '../../../src/contract/component-schema.ts'
import type { Envelope } from '../../../src/contract/envelope.ts'
import { applyPatch, type JsonPatch } from '../../../src/contract/json-patch.ts'
import type { ModelUsage } from '../../../src/contract/model-schema.ts'
import type { Route, ToolStart } from '../../../src/features/chat/answering.ts'
import type { RunFact } from '../../../src/features/chat/runs/run-event.ts'

/** One event of a run as it comes over the wire. */
export type RunEvent = RunFact & { readonly seq: number }

export interface ToolLine extends ToolStart {
  readonly kind: 'tool'
  readonly startedAt: number
  readonly endedAt?: number
  readonly progress?: { readonly fraction?: number | undefined; readonly message?: string | undefined }
  readonly result?: Envelope
  /** How long it took, where somebody measured it. */
  readonly durationMs?: number | undefined
  /** The result is too long to be shown again. */
  readonly shortened?: boolean
}

/** Text or a component, in its place in the answer. */
type Placed = { readonly slot: number; readonly id: string }

export type Part =
  | ({ readonly kind: 'text'; readonly text: string } & Placed)
  | ({ readonly kind: 'component'; readonly component: Component; readonly loading: boolean } & Placed)
  | {
      readonly kind: 'notice'
      readonly level: 'info' | 'warning' | 'error'
      readonly text: string
      /** What unfolds below it. */
      readonly detail?: string | undefined
    }
  | ToolLine

/** One answer as far as it has come. */
export interface Answer {
  readonly runId: string | undefined
  readonly sessionId: string | undefined
  readonly route: Route | undefined
  readonly parts: readonly Part[]
  readonly reasoning: string
  /** What became of questions that were asked before. */
  readonly decisions: readonly Decision[]
  readonly status: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  readonly problem: { readonly message: string; readonly retryable: boolean } | undefined
  /** What the model calls of it have used. */
  readonly usage: ModelUsage | undefined
  readonly lastSeq: number
}

export const NEW_ANSWER: Answer = {
  runId: undefined,
  sessionId: undefined,
  route: undefined,
  parts: [],
  reasoning: '',
  decisions: [],
  status: 'waiting',
  problem: undefined,
  usage: undefined,
  lastSeq: 0,
}

/** What goes on after a decision, and only repeats what the card of the question says by then. */
export function isEcho({ decisions, parts, status }: Answer): boolean {
  const [decision, another] = decisions
  const [only, more] = parts
  if (!decision?.result || another || !only || more || status !== 'done') return false
  const text =
    only.kind === 'component' ? only.component['text'] : only.kind === 'text' ? only.text : undefined
  return typeof text === 'string' && text.trim() === decision.result.message.trim()
}

/** Adds one event to an answer. The same events always give the same answer, live or replayed. */
export function withEvent(answer: Answer, event: RunEvent): Answer {
  if (event.seq <= answer.lastSeq) return answer
  const fold = folds[event.type] as ((answer: Answer, event: RunEvent) => Partial<Answer>) | undefined
  return { ...answer, ...fold?.(answer, event), lastSeq: event.seq }
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>
type Folds = {
  readonly [Type in RunEvent['type']]?: (answer: Answer, event: EventOf<Type>) => Partial<Answer>
}

/** What each type of event changes. Steps are told by the tracker's own events, a question is also a component. */
/** A patch for what this page has not seen is left out: the answer's record has it. */
function patched(component: Component, patch: readonly JsonPatch[]): Component {
  try {
    return applyPatch(component, patch)
  } catch {
    return component
  }
}

const folds: Folds = {
  'run.start': (_answer, { run_id, session_id, route }) => ({
    runId: run_id,
    sessionId: session_id,
    route,
    status: 'running',
  }),
  'text.delta': ({ parts }, { id, delta }) => ({ parts: withText(parts, id, delta) }),
  'reasoning.delta': ({ reasoning }, { delta }) => ({ reasoning: reasoning + delta }),
  'tool.start': ({ parts }, { call_id, agent, action, args, risk }) => ({
    parts: [...parts, { kind: 'tool', call_id, agent, action, args, risk, startedAt: Date.now() }],
  }),
  'tool.progress': ({ parts }, { call_id, fraction, message }) => ({
    parts: withTool(parts, call_id, { progress: { fraction, message } }),
  }),
  'tool.end': ({ parts }, { call_id, result, duration_ms }) => ({
    parts: withTool(parts, call_id, { endedAt: Date.now(), result, durationMs: duration_ms }),
  }),
  'approval.result': ({ decisions }, { confirmation_id, approved, result }) => ({
    decisions: [...decisions, { confirmation_id, approved, result }],
  }),
  'component.add': ({ parts }, event) => ({ parts: withComponent(parts, event) }),
  'component.patch': ({ parts }, { id, patch }) => ({
    parts: parts.map((part) =>
      part.kind === 'component' && part.id === id
        ? { ...part, component: patched(part.component, patch) }
        : part,
    ),
  }),
  'component.remove': ({ parts }, { id }) => ({
    parts: parts.filter((part) => !('slot' in part) || part.id !== id),
  }),
  notice: ({ parts }, { level, text, detail }) => ({
    parts: [...parts, { kind: 'notice', level, text, detail }],
  }),
  'run.end': ({ parts }, { outcome, components, usage }) => ({
    usage: usage ?? undefined,
    status: outcome === 'cancelled' ? 'stopped' : 'done',
    parts: settled(parts, components).map(still),
  }),
  'run.error': ({ parts }, { message, retryable }) => ({
    status: 'failed',
    problem: { message, retryable },
    parts: ended(parts),
  }),
}

/** An answer that goes no further on this page. */
export function failed(answer: Answer, error: unknown): Answer {
  const retryable = !(error instanceof ServiceError) || error.isOffline || error.status >= 500
  const problem = { message: reasonOf(error), retryable }
  return { ...answer, status: 'failed', problem, parts: ended(answer.parts) }
}

/** The parts of an answer that goes no further: what was being prepared will not come, and no tool runs any more. */
function ended(parts: readonly Part[]): Part[] {
  return parts.filter((part) => part.kind !== 'component' || !part.loading).map(still)
}

function still(part: Part): Part {
  return part.kind === 'tool' && !part.result ? { ...part, endedAt: Date.now() } : part
}

function withText(parts: readonly Part[], id: string, delta: string): Part[] {
  const at = parts.findLastIndex((part) => 'slot' in part && part.id === id)
  const before = parts[at]
  if (before?.kind !== 'text') return [...parts, { kind: 'text', id, slot: nextSlot(parts), text: delta }]
  return parts.with(at, { ...before, text: before.text + delta })
}

function nextSlot(parts: readonly Part[]): number {
  return parts.reduce((most, part) => ('slot' in part ? Math.max(most, part.slot + 1) : most), 0)
}

function withTool(parts: readonly Part[], callId: string, members: Partial<ToolLine>): Part[] {
  return parts.map((part) =>
    part.kind === 'tool' && part.call_id === callId ? { ...part, ...members } : part,
  )
}

/** One for a place that is taken stands in that place: it is what the skeleton there was for. */
function withComponent(
  parts: readonly Part[],
  { index, component, status }: Extract<RunEvent, { type: 'component.add' }>,
): Part[] {
  const part: Part = {
    kind: 'component',
    slot: index,
    id: idOf(component, index),
    component,
    loading: status === 'loading',
  }
  const at = parts.findIndex((other) => 'slot' in other && other.slot === index)
  return at === -1 ? [...parts, part] : parts.with(at, part)
}

/** What the service says at the end is what counts: it is what a reload would show. Tools stay where they were. */
function settled(parts: readonly Part[], components: readonly Component[]): Part[] {
  const final = new Map(components.map((component, index) => [idOf(component, index), component]))
  const kept = parts.flatMap((part): Part[] => {
    if (!('slot' in part)) return [part]
    const component = final.get(part.id)
    final.delete(part.id)
    return component ? [{ kind: 'component', slot: part.slot, id: part.id, component, loading: false }] : []
  })
  const others = [...final].map(([id, component], index): Part => ({
    kind: 'component',
    slot: nextSlot(kept) + index,
    id,
    component,
    loading: false,
  }))
  return [...kept, ...others]
}

export function idOf(component: Component, index: number): string {
  return typeof component['id'] === 'string' ? component['id'] : `part-${index}`
}
