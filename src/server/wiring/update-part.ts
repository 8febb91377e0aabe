import { join } from 'node:path'
import { createUpdateCheck, updateIssues } from '../../features/monitor/update-check.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { targetsOf } from './calendar-part.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { version } from '../version.ts'
import type { Services } from './services.ts'

/** Begins to look for newer versions, if the user wants that. */
export function beginUpdateCheck(
  { settings, now, log, folder }: Infrastructure,
  { notifications }: Pick<Services, 'notifications'>,
  opened: AsyncDisposableStack,
): void {
  const allowedTargets = () => [
    ...settings.get('ALLOWED_PRIVATE_TARGETS'),
    // Named by the user, who may have a mirror in the own network.
    ...targetsOf(settings.get('UPDATE_ADDRESS')),
  ]
  const check = createUpdateCheck({
    settings,
    notifications,
    now,
    log,
    fetch: guardedFetch({ allowedTargets, maxBytes: 1024 * 1024 }),
    version,
    file: join(folder.root, 'update-check'),
  })
  for (const { message } of updateIssues(settings.get.bind(settings)))
    log.warn({}, `UPDATE_CHECK ${message}.`)
  opened.defer(() => check.stop())
  check.start()
}
