import { reasonToRestart } from '../../platform/files/replaced-program.ts'
import type { Services } from '../wiring/services.ts'
import type { Infrastructure } from './infrastructure.ts'

const LOOK_MS = 15_000

/** Tells once, in the log and as a notice, that the program was uninstalled or updated under the running service. */
export function watchProgram(
  { log }: Pick<Infrastructure, 'log'>,
  { notifications }: Pick<Services, 'notifications'>,
  opened: AsyncDisposableStack,
): void {
  const timer = setInterval(() => {
    const message = reasonToRestart()
    if (message === undefined) return
    clearInterval(timer)
    log.error({}, message)
    notifications
      .raise({ type: 'incident', level: 'error', title: 'Deskhand must be restarted', message })
      .catch((error: unknown) => log.error({ err: error }, "Couldn't tell that a restart is needed."))
  }, LOOK_MS).unref()
  opened.defer(() => clearInterval(timer))
}
