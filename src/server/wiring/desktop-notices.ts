import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { mustBeSeen, SHOW } from '../../contract/question-actions.ts'
import type { Notification } from '../../features/notifications/contract.ts'
import type { Settings } from '../../features/settings/settings-store.ts'
import type { DesktopNotifier } from '../../platform/notices/desktop-notifier.ts'
import type { Notice } from '../../platform/notices/notice.ts'
import { isOwnChild } from '../../platform/processes/own-children.ts'

export interface DesktopNoticesDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly log: Log
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}

/** What a person chose on the desktop. */
export interface DesktopAnswers {
  readonly act: (notificationId: string, action: string, signal: AbortSignal) => Promise<unknown>
  readonly open: (notificationId: string) => Promise<unknown>
  /** Whether this process is more than the service, as in a test. */
  readonly isEmbedded: boolean
}

/** Shows notifications on the desktop too, when the user wants that. The desktop is not asked before. */
export class DesktopNotices {
  readonly #deps: DesktopNoticesDeps
  readonly #closing = new AbortController()
  readonly #busy = new Set<Promise<void>>()
  #answers: DesktopAnswers | undefined
  #notifier: Promise<DesktopNotifier> | undefined
  #lastProblem: string | undefined

  constructor(deps: DesktopNoticesDeps) {
    this.#deps = deps
  }

  /** They have no buttons until somebody takes what is pressed. */
  answerWith(answers: DesktopAnswers): void {
    this.#answers = answers
  }

  show({ id, title, message, level, actions, sound }: Notification): void {
    if (!this.#deps.settings.get('DESKTOP_NOTIFICATIONS') || this.#closing.signal.aborted) return
    const offered = this.#answers ? withWayTo(actions) : []
    this.#during(this.#show({ id, title, message, level, sound, actions: offered }))
  }

  /** They were read or handled elsewhere. */
  withdraw(ids: readonly string[]): void {
    if (this.#notifier && !this.#closing.signal.aborted) this.#during(this.#withdraw(this.#notifier, ids))
  }

  /** Waits for what is being shown. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#busy)
  }

  #during(work: Promise<void>): void {
    const done = work.catch((error: unknown) => this.#failed(error)).finally(() => this.#busy.delete(done))
    this.#busy.add(done)
  }

  async #show(notice: Notice): Promise<void> {
    this.#notifier ??= this.#loadNotifier()
    await (await this.#notifier).show(notice)
    this.#lastProblem = undefined
  }

  async #withdraw(notifier: Promise<DesktopNotifier>, ids: readonly string[]): Promise<void> {
    for (const id of ids) await (await notifier).withdraw(id)
  }

  async #answer(id: string, action: string): Promise<void> {
    try {
      if (action === 'default' || action === SHOW.id) await this.#answers?.open(id)
      else await this.#answers?.act(id, action, this.#closing.signal)
    } catch (error) {
      this.#deps.log.warn({ err: error }, "Couldn't do what was chosen on the desktop.")
      const message = error instanceof AppError ? error.message : 'The log of the service says why.'
      await this.#show({ id: `${id}:failed`, title: "That didn't work", message, ...PLAIN })
    }
  }

  async #loadNotifier(): Promise<DesktopNotifier> {
    const { DesktopNotifier } = await import('../../platform/notices/desktop-notifier.ts')
    return new DesktopNotifier({
      ...this.#deps,
      signal: this.#closing.signal,
      onAction: (id, action) => this.#during(this.#answer(id, action)),
      isTrusted: (pid) => !isOwnChild(pid, { isEmbedded: this.#answers?.isEmbedded ?? false }),
    })
  }

  /** Once is enough to know it. */
  #failed(error: unknown): void {
    const problem = error instanceof AppError ? error.message : String(error)
    const { log } = this.#deps
    if (problem !== this.#lastProblem && !this.#closing.signal.aborted) {
      // A machine without a desktop is nothing to warn of.
      const isUnavailable = error instanceof AppError && error.code === 'unavailable'
      log[isUnavailable ? 'info' : 'warn']({ err: error }, "Couldn't show a desktop notification.")
    }
    this.#lastProblem = problem
  }
}

/** Few desktops draw a button for what a click on the notice does. */
function withWayTo(actions: Notification['actions']): Notification['actions'] {
  return mustBeSeen(actions) ? [SHOW, ...actions] : actions
}

const PLAIN = { level: 'warning', actions: [], sound: false } as const
