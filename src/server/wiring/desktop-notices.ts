import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { Settings } from '../../features/settings/settings-store.ts'
import type { Notice } from '../../platform/notices/desktop-notice.ts'

export interface DesktopNoticesDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly log: Log
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}

export interface DesktopNotices {
  readonly show: (notice: Notice) => void
  /** Waits for what is being shown. */
  readonly close: () => Promise<void>
}

/** Shows notifications on the desktop too, when the user wants that. The desktop is not asked before. */
export function createDesktopNotices({ settings, log, ...place }: DesktopNoticesDeps): DesktopNotices {
  const closing = new AbortController()
  const showing = new Set<Promise<void>>()
  let lastProblem: string | undefined
  const show = async ({ title, message, level }: Notice) => {
    const { showNotice } = await import('../../platform/notices/desktop-notice.ts')
    try {
      await showNotice({ title, message, level }, { ...place, signal: closing.signal })
      lastProblem = undefined
    } catch (error) {
      const problem = error instanceof AppError ? error.message : String(error)
      // Once is enough to know it.
      if (problem !== lastProblem && !closing.signal.aborted)
        log.warn({ err: error }, "Couldn't show a desktop notification.")
      lastProblem = problem
    }
  }
  return {
    show(notice) {
      if (!settings.get('DESKTOP_NOTIFICATIONS') || closing.signal.aborted) return
      const shown = show(notice).finally(() => showing.delete(shown))
      showing.add(shown)
    },
    async close() {
      closing.abort()
      await Promise.all(showing)
    },
  }
}
