import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { questionInGeneral } from '../../contract/question-actions.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Notification } from './contract.ts'

export interface NtfyDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
}

type Notice = Pick<Notification, 'type' | 'level' | 'title' | 'message' | 'sound'>

const MAX_TRIES = 4
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** For what is on its way when the service stops. */
const LAST_MS = 1_000

/** What ntfy calls them: 3 is usual, 5 rings and vibrates. */
const priorities = { info: 3, success: 3, warning: 4, error: 4 } as const
const tags = {
  info: [],
  success: ['white_check_mark'],
  warning: ['warning'],
  error: ['rotating_light'],
} as const

/** Sends notices to a topic of ntfy, whose app shows them on a phone. */
export class Ntfy {
  readonly #deps: NtfyDeps
  readonly #closing = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(deps: NtfyDeps) {
    this.#deps = deps
  }

  tell(notice: Notice): void {
    const topic = this.#deps.settings.get('NTFY_TOPIC')
    if (topic === null || this.#closing.signal.aborted) return
    const sent = this.#send(JSON.stringify({ topic, ...messageOf(notice) }))
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#deps.log.warn({ err: error }, "Couldn't send a notice to ntfy.")
      })
      .finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
  }

  /** Waits a moment for what is on its way. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), LAST_MS)
    await Promise.all(this.#sending)
    clearTimeout(timer)
    this.#closing.abort()
  }

  async #send(body: string): Promise<void> {
    const { signal } = this.#closing
    for (let attempt = 1; ; attempt += 1) {
      const status = await this.#post(body)
      if (status >= 200 && status < 300) return
      const mayHelp = status === 0 || status === 429 || status >= 500
      if (!mayHelp || attempt === MAX_TRIES) throw refusalOf(status)
      await sleep(Math.min(FIRST_PAUSE_MS * 4 ** (attempt - 1), MAX_PAUSE_MS), undefined, { signal })
    }
  }

  /** The status; 0 where nobody answered. */
  async #post(body: string): Promise<number> {
    const { settings, fetch } = this.#deps
    const { signal } = this.#closing
    const token = settings.get('NTFY_TOKEN')
    try {
      const response = await fetch(settings.get('NTFY_URL'), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body,
        // The token is for this address and no other.
        redirect: 'error',
        signal,
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      if (signal.aborted) throw error
      return 0
    }
  }
}

/** What a question is about stays here: whoever has the name of the topic reads along. */
function messageOf({ type, level, title, message, sound }: Notice) {
  const isQuestion = questionInGeneral({ type }) !== undefined
  return {
    title,
    message: isQuestion ? 'Decide in Deskhand on your computer.' : message,
    priority: sound ? 5 : priorities[level],
    tags: tags[level],
  }
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError(
      'upstream_failed',
      'ntfy refused the notice. Check NTFY_TOKEN and who may write to the topic.',
    )
  if (status === 0) return new AppError('upstream_failed', "The ntfy server didn't answer. Check NTFY_URL.")
  return new AppError('upstream_failed', `The ntfy server answered ${status}.`)
}
