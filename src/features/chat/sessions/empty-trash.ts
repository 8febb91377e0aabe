import type { Log } from '../../../contract/log.ts'
import type { Sessions } from './sessions.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes what has been in the trash for long enough: at the start, and then once a day. */
export function emptyTrashDaily(
  sessions: Pick<Sessions, 'emptyTrash'>,
  { now, log }: { now: () => Date; log: Log },
): Disposable {
  const empty = () => {
    sessions
      .emptyTrash(now())
      .catch((error: unknown) => log.warn({ err: error }, "Couldn't empty the trash of conversations."))
  }
  empty()
  const timer = setInterval(empty, DAY_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
