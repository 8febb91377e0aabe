import { connectBus, type Bus } from '../dbus/bus.ts'
import { numberOf, Variant } from '../dbus/value.ts'

export interface BusNotification {
  readonly title: string
  readonly message: string
  readonly isUrgent: boolean
  /** The number of one that this takes the place of. */
  readonly replaces?: number | undefined
  /** Null leaves it to the desktop, 0 keeps it until it is closed. */
  readonly durationMs: number | null
}

const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const

/** Starting the program that shows them may take a while. */
const PATIENCE_MS = 10_000

/** Shows it by the program of the desktop that does so, and answers with its number there. */
export async function sendNotification(
  address: string,
  { title, message, isUrgent, replaces = 0, durationMs }: BusNotification,
  signal?: AbortSignal,
): Promise<number> {
  using bus = await openBus(address, signal)
  const hints = new Map([['urgency', new Variant('y', isUrgent ? 2 : 1)]])
  const [number] = await bus.call({
    ...service,
    member: 'Notify',
    signature: 'susssasa{sv}i',
    body: ['Deskhand', replaces, '', title, withoutMarkup(message), [], hints, durationMs ?? -1],
    timeoutMs: PATIENCE_MS,
    signal,
  })
  return numberOf(number)
}

export async function closeNotification(address: string, number: number): Promise<void> {
  using bus = await openBus(address)
  await bus.call({ ...service, member: 'CloseNotification', signature: 'u', body: [number] })
}

async function openBus(address: string, signal?: AbortSignal): Promise<Pick<Bus, 'call'> & Disposable> {
  const bus = await connectBus(address, { ...(signal && { signal }) })
  return { call: (call) => bus.call(call), [Symbol.dispose]: () => bus.close() }
}

/** Desktops read the text as a little HTML. */
export function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
