import type { Provenance } from '../../contract/endpoint.ts'
import type { Asked } from './answering.ts'
import type { Chat } from './chat.ts'

interface Glance {
  intent: string | null
  label: string | null
  answer: string | null
}

interface GlanceDeps {
  readonly chat: Pick<Chat, 'readingOf'>
  readonly signal: AbortSignal
  readonly provenance: Provenance
}

const NOTHING: Glance = { intent: null, label: null, answer: null }

/** How the router understands what is being typed; it does nothing, and tells a result that is only worked out. */
export async function glanceAt(
  { message, ...context }: { message: string; time_zone?: string; locale?: string },
  { chat, signal, provenance }: GlanceDeps,
): Promise<Glance> {
  const asked: Asked = {
    message,
    session_id: '',
    run_id: '',
    earlier: [],
    attachments: [],
    context,
    provenance,
    signal,
    mayDecide: false,
    model: undefined,
  }
  const { meaning, parts } = await chat.readingOf(asked).understand()
  if (!meaning) return NOTHING
  const { declaredIntents } = await import('./router/declared-intents.ts')
  const declared = declaredIntents.get(meaning.intent)
  if (!declared) return NOTHING
  const answer = parts ? undefined : declared.glance?.(meaning.slots)
  return { intent: meaning.intent, label: declared.label, answer: answer ?? null }
}
