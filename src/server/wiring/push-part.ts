import type { Notifications } from '../../features/notifications/notifications.ts'
import { Ntfy } from '../../features/notifications/ntfy.ts'
import { Push } from '../../features/push/push.ts'
import { createVapidKeys } from '../../features/push/vapid.ts'
import { replacedTargets } from '../../platform/correspondence/replaced-targets.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** Push messages to browsers, over addresses that anybody could have given: so only to the public network. */
export function createPushPart(
  { database, now, log, settings, secrets, scrubber }: Infrastructure,
  notifications: Notifications,
  opened: AsyncDisposableStack,
): Push {
  const allowedTargets = () => settings.get('ALLOWED_PRIVATE_TARGETS')
  const push = new Push({
    database,
    now,
    log,
    notifications,
    allowedTargets,
    fetch: guardedFetch({ allowedTargets }),
    keys: createVapidKeys({ secrets, hide: scrubber.add }),
    contact: () => settings.get('PUSH_CONTACT'),
    shouldDeliver: (notification) => notifications.shouldDeliver(notification, now()),
  })
  opened.defer(() => push.close())
  return push
}

/** Notices to a server that the person named. */
export function createNtfyPart({ settings, log }: Infrastructure, opened: AsyncDisposableStack): Ntfy {
  const allowedTargets = () => replacedTargets(settings, ['NTFY_URL'])
  const ntfy = new Ntfy({ settings, log, fetch: guardedFetch({ allowedTargets }) })
  opened.defer(() => ntfy.close())
  return ntfy
}
