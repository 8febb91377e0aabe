import { ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import { subscribeBrowser } from './push-subscription.ts'

export type PushSupport = 'ready' | 'denied' | 'home_screen' | 'unsupported'

export function pushSupport(): PushSupport {
  if ('PushManager' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  // There only an installed page can.
  return /iPhone|iPad/.test(navigator.userAgent) && isSecureContext ? 'home_screen' : 'unsupported'
}

/** What this browser was added as. */
interface AddedDevice {
  readonly id: string
  readonly endpoint: string
}

const KEY = 'deskhand.push-device'

/** The browser that shows this page, if it was added here. */
export function thisDevice(): AddedDevice | undefined {
  const text = localStorage.getItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as AddedDevice)
}

export async function addThisDevice(service: Service): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error("Your browser didn't allow notifications from this page.")
  await subscribe(service)
}

export async function removeThisDevice(service: Service): Promise<void> {
  const device = thisDevice()
  await unsubscribe()
  if (device) await removeFromService(service, device.id)
}

/** Adds it again where the browser or the service has changed how it is reached, and forgets it where others removed it. */
export async function keepThisDevice(service: Service): Promise<void> {
  const device = thisDevice()
  if (!device) return
  const { subscriptions } = await service.call('GET /api/push/subscriptions')
  const isKnown = subscriptions.some(({ id }) => id === device.id)
  const current = await currentSubscription()
  if (!isKnown && current?.endpoint === device.endpoint) return await unsubscribe()
  await subscribe(service)
  if (isKnown && thisDevice()?.id !== device.id) await removeFromService(service, device.id)
}

async function subscribe(service: Service): Promise<void> {
  const { key } = await service.call('GET /api/push/key')
  const registration = await navigator.serviceWorker.ready
  const body = await subscribeBrowser(registration, key).catch((error: unknown) => {
    throw new Error(
      "Couldn't reach your browser's push service. Some browsers have none, or it is turned off.",
      {
        cause: error,
      },
    )
  })
  const { id } = await service.call('POST /api/push/subscriptions', { body })
  const device: AddedDevice = { id, endpoint: body.endpoint }
  localStorage.setItem(KEY, JSON.stringify(device))
}

async function unsubscribe(): Promise<void> {
  localStorage.removeItem(KEY)
  await (await currentSubscription())?.unsubscribe()
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return await registration?.pushManager.getSubscription()
}

async function removeFromService(service: Service, id: string): Promise<void> {
  await service.call('DELETE /api/push/subscriptions/:id', { params: { id } }).catch((error: unknown) => {
    // It was removed elsewhere.
    if (!(error instanceof ServiceError && error.status === 404)) throw error
  })
}
