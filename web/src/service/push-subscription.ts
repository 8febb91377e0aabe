import type { NewSubscription } from '../../../src/features/push/contract.ts'
import { base64url } from './base64url.ts'

/** Lets the browser take push messages from whoever has this key, and says how they reach it. */
export async function subscribeBrowser(
  registration: ServiceWorkerRegistration,
  key: string,
): Promise<NewSubscription> {
  const known = await registration.pushManager.getSubscription()
  // Of a service that has lost its key, nothing would arrive any more.
  if (known && keyOf(known) !== key) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys = {} } = subscription.toJSON()
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    name: deviceName(navigator.userAgent),
  }
}

function keyOf({ options }: PushSubscription): string {
  return base64url(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)))
}

/** As the browser says itself. The first that fits: many name others, too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** "Firefox on Android". */
export function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[], otherwise: string) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1] ?? otherwise
  return `${find(BROWSERS, 'Browser')} on ${find(SYSTEMS, 'another system')}`
}
