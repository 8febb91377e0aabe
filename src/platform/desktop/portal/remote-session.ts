import { AppError } from '../../../contract/errors.ts'
import type { Bus } from '../../dbus/bus.ts'
import { numberOf, textOf, Variant, type BusValue } from '../../dbus/value.ts'
import type { Area } from '../desktop-driver.ts'
import { newToken, portal, portalProperty, requestOf, type PortalResults } from './portal-requests.ts'
import type { RestoreToken } from './restore-token.ts'

export const REMOTE_DESKTOP = 'org.freedesktop.portal.RemoteDesktop'
export const SCREEN_CAST = 'org.freedesktop.portal.ScreenCast'

/** A monitor that the person has shared. */
export interface Stream {
  readonly node: number
  /** In the desktop's own units. */
  readonly area: Area
}

/** A desktop that the person lets us control. */
export interface RemoteSession {
  readonly streams: readonly Stream[]
  readonly hasPointer: boolean
  readonly hasKeyboard: boolean
  readonly isClosed: boolean
  notify(member: string, signature: string, values: readonly BusValue[]): Promise<void>
  close(): void
}

const SESSION = 'org.freedesktop.portal.Session'
const KEYBOARD = 1
const POINTER = 2
const MONITORS = 1
const UNTIL_REVOKED = 2
/** The first version that remembers the person's answer. */
const REMEMBERING = 2
const STEP_MS = 20_000
const ANSWER_MS = 120_000

/** Shows the person a dialog unless an earlier answer is remembered. */
export async function openRemoteSession(
  bus: Bus,
  token: RestoreToken,
  signal?: AbortSignal,
): Promise<RemoteSession> {
  const session = await createSession(bus, signal)
  const state = { isClosed: false }
  const stopListening = await bus.listen({ interface: SESSION, member: 'Closed', path: session }, () => {
    state.isClosed = true
    stopListening()
  })
  try {
    await select(bus, { session, token, signal })
    const results = await requestOf(bus, {
      interface: REMOTE_DESKTOP,
      member: 'Start',
      signature: 'os',
      body: [session, ''],
      withinMs: ANSWER_MS,
      signal,
    })
    const next = results.get('restore_token')
    if (next instanceof Variant) await token.write(textOf(next.value))
    return describeSession(bus, { session, results, state })
  } catch (error) {
    closeSession(bus, session)
    throw error
  }
}

async function createSession(bus: Bus, signal?: AbortSignal): Promise<string> {
  const created = await requestOf(bus, {
    interface: REMOTE_DESKTOP,
    member: 'CreateSession',
    options: { session_handle_token: new Variant('s', newToken()) },
    withinMs: STEP_MS,
    signal,
  })
  return textOf(contentOf(created, 'session_handle'))
}

async function select(
  bus: Bus,
  { session, token, signal }: { session: string; token: RestoreToken; signal?: AbortSignal | undefined },
): Promise<void> {
  const step = { signature: 'o', body: [session], withinMs: STEP_MS, signal } as const
  const isRemembering = Number(await portalProperty(bus, REMOTE_DESKTOP, 'version')) >= REMEMBERING
  const earlier = isRemembering ? await token.read() : null
  await requestOf(bus, {
    ...step,
    interface: REMOTE_DESKTOP,
    member: 'SelectDevices',
    options: {
      types: new Variant('u', KEYBOARD | POINTER),
      ...(isRemembering && { persist_mode: new Variant('u', UNTIL_REVOKED) }),
      ...(earlier !== null && { restore_token: new Variant('s', earlier) }),
    },
  })
  // Without a picture of a monitor a pointer could only be moved by so much, not to a place.
  await requestOf(bus, {
    ...step,
    interface: SCREEN_CAST,
    member: 'SelectSources',
    options: { types: new Variant('u', MONITORS), multiple: new Variant('b', true) },
  })
}

function describeSession(
  bus: Bus,
  given: { session: string; results: PortalResults; state: { isClosed: boolean } },
): RemoteSession {
  const { session, results, state } = given
  const devices = numberOf(contentOf(results, 'devices'))
  const streams = streamsOf(results)
  if (streams.length === 0) {
    throw new AppError(
      'forbidden',
      'No monitor was shared. Try again, and choose a monitor and "Share" in the dialog.',
    )
  }
  return {
    streams,
    hasPointer: (devices & POINTER) !== 0,
    hasKeyboard: (devices & KEYBOARD) !== 0,
    get isClosed() {
      return state.isClosed || !bus.isOpen
    },
    async notify(member, signature, values) {
      await bus.call({
        ...portal,
        interface: REMOTE_DESKTOP,
        member,
        signature: `oa{sv}${signature}`,
        body: [session, new Map(), ...values],
      })
    },
    close: () => closeSession(bus, session),
  }
}

function closeSession(bus: Bus, session: string): void {
  if (!bus.isOpen) return
  bus.call({ ...portal, path: session, interface: SESSION, member: 'Close' }).catch(() => {
    // It was closed from the other side.
  })
}

function streamsOf(results: PortalResults): Stream[] {
  const streams = results.get('streams')
  if (!(streams instanceof Variant) || !Array.isArray(streams.value)) return []
  return (streams.value as readonly (readonly [number, PortalResults])[]).map(([node, properties]) => {
    const [x, y] = pairOf(properties, 'position')
    const [width, height] = pairOf(properties, 'size')
    return { node, area: { x, y, width, height } }
  })
}

function pairOf(properties: PortalResults, name: string): readonly [number, number] {
  const value = properties.get(name)
  return value instanceof Variant ? (value.value as [number, number]) : [0, 0]
}

function contentOf(results: PortalResults, name: string): BusValue {
  const value = results.get(name)
  if (value instanceof Variant) return value.value
  throw new AppError('unavailable', `The desktop's answer has no ${name}. Is it too old for this?`)
}
