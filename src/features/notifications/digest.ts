import type { Log } from '../../contract/log.ts'
import { questionInGeneral } from '../../contract/question-actions.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { Notification } from './contract.ts'
import { DIGEST } from './delivery.ts'
import type { NotificationDraft } from './notification-rows.ts'

const EVERY_MS = 10_000
const MAX_LISTED = 10
const MAX_LINE = 90

/** One notice about all that could not be told in time. */
export function digestOf(missed: readonly Notification[]): NotificationDraft {
  const left = missed.length - MAX_LISTED
  const lines = missed.slice(0, MAX_LISTED).map(lineOf)
  return {
    type: DIGEST,
    level: 'info',
    title: `${countOf(missed.length, 'thing')} happened while you were away`,
    message: [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
    // A page shows these as one.
    action: { kind: 'open', notification_ids: missed.map(({ id }) => id) },
  }
}

/** It goes to phones, so it says nothing of what a question is about. */
function lineOf({ type, title, message }: Notification): string {
  const line = questionInGeneral({ type }) ?? (type === 'reminder' ? message : title)
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line
}

export interface DigestDeps {
  readonly tellHeld: () => Promise<void>
  readonly log: Log
}

/** Looks again and again whether there is something to be told together. */
export class DigestWatch {
  readonly #deps: DigestDeps
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(deps: DigestDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#telling = this.#deps
        .tellHeld()
        .catch((error: unknown) =>
          this.#deps.log.error({ err: error }, "Couldn't tell what was missed. Retrying."),
        )
    }, EVERY_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#telling
  }
}
