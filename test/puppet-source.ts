import { AppError } from '../src/contract/errors.ts'
import type { Trigger } from '../src/features/workflows/triggers/schemas.ts'
import type { SourceEvent, TriggerSource } from '../src/features/workflows/triggers/source.ts'

/** A source whose events a test makes. They stay, as a mailbox keeps its mails. */
export class PuppetSource implements TriggerSource<'feed' | 'mail' | 'store', number> {
  readonly #now: () => Date
  readonly #events: SourceEvent[] = []
  readonly #hints = new Set<() => void>()
  /** Why it cannot be looked at. */
  trouble: string | undefined
  /** Tells each event so often. */
  repeats = 1
  looks = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  happen(key: string, data: Record<string, unknown> = {}, at = this.#now().toISOString()): void {
    this.#events.push({ key, at, data: { key, ...data } })
    for (const hint of this.#hints) hint()
  }

  everyMs(_trigger: Trigger): number {
    return 60_000
  }

  async look(_trigger: Trigger, cursor: number | undefined) {
    this.looks += 1
    if (this.trouble !== undefined) throw new AppError('unavailable', this.trouble)
    const found = cursor === undefined ? [] : this.#events.slice(cursor)
    return {
      events: found.flatMap((event) => Array.from({ length: this.repeats }, () => event)),
      cursor: this.#events.length,
    }
  }

  async watch(_trigger: Trigger, hint: () => void, signal: AbortSignal): Promise<void> {
    this.#hints.add(hint)
    signal.addEventListener('abort', () => this.#hints.delete(hint))
  }
}
