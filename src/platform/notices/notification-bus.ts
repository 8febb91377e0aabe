import { connectBus, type Bus } from '../dbus/bus.ts'
import { listOf, numberOf, Variant } from '../dbus/value.ts'

export interface BusNotification {
  readonly title: string
  readonly message: string
  readonly isUrgent: boolean
  /** The number of one that this takes the place of. */
  readonly replaces?: number | undefined
  /** Null leaves it to the desktop, 0 keeps it until it is closed. */
  readonly durationMs: number | null
  /** Buttons, where the desktop has them. */
  readonly actions?: readonly { readonly id: string; readonly label: string }[]
  readonly sound?: boolean
}

export const notificationService = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const

/** Starting the program that shows them may take a while. */
const PATIENCE_MS = 10_000

/** Shows it by the program of the desktop that does so, and answers with its number there. */
export async function sendNotification(address: string, notification: BusNotification): Promise<number> {
  using bus = await openBus(address)
  return await notifyOver(bus, notification)
}

export async function notifyOver(
  bus: Pick<Bus, 'call'>,
  notification: BusNotification,
  signal?: AbortSignal,
): Promise<number> {
  const { title, message, isUrgent, replaces = 0, durationMs, actions = [], sound = false } = notification
  const hints = new Map([
    ['urgency', new Variant('y', isUrgent ? 2 : 1)],
    ...(sound ? [['sound-name', new Variant('s', 'alarm-clock-elapsed')] as const] : []),
  ])
  const buttons = actions.flatMap(({ id, label }) => [id, label])
  const [number] = await bus.call({
    ...notificationService,
    member: 'Notify',
    signature: 'susssasa{sv}i',
    body: ['Deskhand', replaces, '', title, withoutMarkup(message), buttons, hints, durationMs ?? -1],
    timeoutMs: PATIENCE_MS,
    signal,
  })
  return numberOf(number)
}

/** What the program that shows them can do, e.g. `actions`. */
export async function capabilitiesOver(bus: Pick<Bus, 'call'>, signal?: AbortSignal): Promise<Set<unknown>> {
  const call = { ...notificationService, member: 'GetCapabilities', timeoutMs: PATIENCE_MS, signal }
  const [names] = await bus.call(call)
  return new Set(listOf(names))
}

export async function closeNotification(address: string, number: number): Promise<void> {
  using bus = await openBus(address)
  await closeOver(bus, number)
}

export async function closeOver(bus: Pick<Bus, 'call'>, number: number): Promise<void> {
  await bus.call({ ...notificationService, member: 'CloseNotification', signature: 'u', body: [number] })
}

async function openBus(address: string): Promise<Pick<Bus, 'call'> & Disposable> {
  const bus = await connectBus(address)
  return { call: (call) => bus.call(call), [Symbol.dispose]: () => bus.close() }
}

/** Desktops read the text as a little HTML. */
export function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
