import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
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

export interface DesktopNotices {
  /** Shown without buttons until somebody takes what is pressed. */
  readonly answerWith: (answers: DesktopAnswers) => void
  readonly show: (notification: Notification) => void
  /** They were read or handled elsewhere. */
  readonly withdraw: (ids: readonly string[]) => void
  /** Waits for what is being shown. */
  readonly close: () => Promise<void>
}

/** Shows notifications on the desktop too, when the user wants that. The desktop is not asked before. */
export function createDesktopNotices(deps: DesktopNoticesDeps): DesktopNotices {
  const { settings, log } = deps
  const closing = new AbortController()
  const busy = new Set<Promise<void>>()
  let answers: DesktopAnswers | undefined
  let notifier: Promise<DesktopNotifier> | undefined
  let lastProblem: string | undefined

  const failed = (error: unknown) => {
    const problem = error instanceof AppError ? error.message : String(error)
    // Once is enough to know it.
    if (problem !== lastProblem && !closing.signal.aborted)
      log.warn({ err: error }, "Couldn't show a desktop notification.")
    lastProblem = problem
  }
  const during = (work: Promise<void>) => {
    const done = work.finally(() => busy.delete(done))
    busy.add(done)
  }
  const show = async (notice: Notice) => {
    try {
      notifier ??= loadNotifier()
      await (await notifier).show(notice)
      lastProblem = undefined
    } catch (error) {
      failed(error)
    }
  }
  const answer = async (id: string, action: string) => {
    try {
      if (action === 'default') await answers?.open(id)
      else await answers?.act(id, action, closing.signal)
    } catch (error) {
      log.warn({ err: error }, "Couldn't do what was chosen on the desktop.")
      const message = error instanceof AppError ? error.message : 'Look at the log of the service.'
      await show({ id: `${id}:failed`, title: "That didn't work", message, ...PLAIN })
    }
  }
  const loadNotifier = async () => {
    const { DesktopNotifier } = await import('../../platform/notices/desktop-notifier.ts')
    return new DesktopNotifier({
      ...deps,
      signal: closing.signal,
      onAction: (id, action) => during(answer(id, action)),
      isTrusted: (pid) => !isOwnChild(pid, { isEmbedded: answers?.isEmbedded ?? false }),
    })
  }
  const withdraw = async (ids: readonly string[]) => {
    try {
      for (const id of ids) await (await notifier)?.withdraw(id)
    } catch (error) {
      failed(error)
    }
  }
  return {
    answerWith(given) {
      answers = given
    },
    show({ id, title, message, level, actions, sound }) {
      if (!settings.get('DESKTOP_NOTIFICATIONS') || closing.signal.aborted) return
      during(show({ id, title, message, level, sound, actions: answers ? actions : [] }))
    },
    withdraw(ids) {
      if (notifier && !closing.signal.aborted) during(withdraw(ids))
    },
    async close() {
      closing.abort()
      await Promise.all(busy)
    },
  }
}

const PLAIN = { level: 'warning', actions: [], sound: false } as const
