import { ServiceError } from '../../../src/components/view-kit/service.ts'
import { newEntryId } from '../../../src/components/view-kit/store/stored.ts'
import { ownTimeZone } from '../../../src/contract/text/time-zone.ts'
import type { RunEvent } from './answer.ts'
import type { ModelPick, SentFile } from './chat-record.ts'
import { attachmentOf, type Message } from './conversation.ts'
import type { Outbox, Unsent } from './outbox.ts'
import type { RunStreams } from './run-streams.ts'

export interface SenderDeps {
  readonly streams: RunStreams
  readonly outbox: Outbox
  readonly stop: (run_id: string) => Promise<unknown>
}

/** Sends what is said; what could not leave is kept, and what was taken back in time is stopped. */
export class Sender {
  readonly #deps: SenderDeps
  /** On its way just now: no longer shown as waiting, and not yet known to have arrived. */
  readonly leaving = new Set<string>()
  /** Stopped before anybody knew how its run is called: it may begin all the same, and is stopped then. */
  readonly #calledOff = new Set<string>()

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** What waits in a conversation and is not on its way. */
  unsentIn(sessionId: string | undefined): readonly Unsent[] {
    const own = this.#deps.outbox.of(sessionId)
    return this.leaving.size === 0 ? own : own.filter(({ id }) => !this.leaving.has(id))
  }

  /** What was on its way and has to wait after all. */
  kept(): Unsent | undefined {
    return [...this.leaving].map((id) => this.#deps.outbox.find(id)).find((entry) => entry)
  }

  /** Takes back what is on its way. */
  callOff(): void {
    for (const id of this.leaving) this.#calledOff.add(id)
    this.leaving.clear()
  }

  /** The events of the run that answers; it has left once the first of them comes. */
  async *ask(entry: Unsent, isNameless: boolean, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const line = new AbortController()
    let hasBegun = false
    signal.addEventListener('abort', () => {
      if (hasBegun || !this.#calledOff.has(entry.id)) line.abort()
    })
    try {
      for await (const event of this.#deps.streams.ask(bodyOf(entry, isNameless), line.signal)) {
        if (!hasBegun) this.#deps.outbox.remove(entry.id)
        hasBegun = true
        if (this.#calledOff.delete(entry.id)) {
          await this.#endAtStart(event, line)
          return
        }
        yield event
      }
    } catch (error) {
      if (!hasBegun) this.#notSaid(entry, { error, signal })
      throw error
    }
  }

  #notSaid(entry: Unsent, { error, signal }: { error: unknown; signal: AbortSignal }): void {
    const isCalledOff = this.#calledOff.delete(entry.id)
    // Whoever went to another conversation has not taken it back; whoever stopped it has.
    const isWanted = waits(error) || (signal.aborted && this.leaving.has(entry.id))
    if (isWanted && !isCalledOff) this.#deps.outbox.keep(entry)
    else this.#deps.outbox.remove(entry.id)
  }

  async #endAtStart(event: RunEvent, line: AbortController): Promise<void> {
    line.abort()
    if (event.type === 'run.start') await this.#deps.stop(event.run_id)
  }
}

interface NewUnsent {
  readonly sessionId: string | undefined
  readonly text: string
  readonly files: readonly SentFile[]
  readonly pick: ModelPick | null
}

/** A message to send. A conversation that has not begun gets its name here, and the model that was chosen for it. */
export function newUnsent({ sessionId, text, files, pick }: NewUnsent): Unsent {
  return {
    id: newEntryId(),
    sessionId: sessionId ?? `chat_${newEntryId()}`,
    text,
    files,
    ...(sessionId === undefined && pick && { model: pick }),
  }
}

/** The same, with what tells later whether it arrived after all. */
export function tried(
  entry: Unsent,
  { messages, isNameless }: { messages: readonly Message[]; isNameless: boolean },
): Unsent & { readonly tried: NonNullable<Unsent['tried']> } {
  if (entry.tried) return { ...entry, tried: entry.tried }
  const saidBefore = messages.filter((one) => one.role === 'user' && one.text === entry.text).length
  return { ...entry, tried: { saidBefore, ...(isNameless && { beganAt: new Date().toISOString() }) } }
}

function bodyOf({ text, files, sessionId, model }: Unsent, isNameless: boolean) {
  return {
    message: text,
    ...(model && { model }),
    ...(!isNameless && { session_id: sessionId }),
    ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    context: { time_zone: ownTimeZone(), locale: navigator.language },
  }
}

/** Whether it may get through later: nobody was there, or something else was being answered. */
export function waits(error: unknown): boolean {
  return (
    error instanceof ServiceError && (error.isOffline || error.status === 503 || error.code === 'conflict')
  )
}
