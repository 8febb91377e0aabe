import { watch, type FSWatcher } from 'node:fs'
import type { Log } from '../../contract/log.ts'

export interface FolderWatchOptions {
  readonly folder: string
  readonly log: Log
  /** Called after things have settled for a moment, and now and then in any case. */
  readonly onChange: () => void
  readonly settleMs?: number
  readonly everyMs?: number
}

/**
 * Notices changes below a folder. The system's own notices can be missed or not be had at all (network disks, too many
 * watches), so the folder is also looked at now and then.
 */
export function watchFolder({
  folder,
  log,
  onChange,
  settleMs = 200,
  everyMs = 15_000,
}: FolderWatchOptions): Disposable {
  let settling: NodeJS.Timeout | undefined
  const watcher = openWatcher(folder, log)
  watcher?.on('change', () => {
    clearTimeout(settling)
    settling = setTimeout(onChange, settleMs)
  })
  const timer = setInterval(onChange, everyMs).unref()
  return {
    [Symbol.dispose]() {
      clearTimeout(settling)
      clearInterval(timer)
      watcher?.close()
    },
  }
}

function openWatcher(folder: string, log: Log): FSWatcher | undefined {
  const tell = (error: unknown) => {
    log.warn({ err: error, folder }, "the folder can't be watched, so changes are noticed later")
  }
  try {
    const watcher = watch(folder, { recursive: true, persistent: false })
    watcher.on('error', tell)
    return watcher
  } catch (error) {
    tell(error)
    return undefined
  }
}
