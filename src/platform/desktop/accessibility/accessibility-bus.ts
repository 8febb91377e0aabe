import type { Log } from '../../../contract/log.ts'
import { connectBus, type Bus } from '../../dbus/bus.ts'
import { textOf, Variant } from '../../dbus/value.ts'

export interface AccessibilityBusDeps {
  /**
   * The address that the desktop itself tells (on X11 the property AT_SPI_BUS of the root window). It comes first: a
   * session bus may start a second accessibility bus, on which no application is.
   */
  readonly displayAddress: () => Promise<string | null>
  readonly sessionAddress: string | undefined
  readonly log: Log
}

const launcher = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' } as const

/** The bus on which applications tell what they show; null where there is none. */
export async function connectAccessibilityBus(deps: AccessibilityBusDeps): Promise<Bus | null> {
  for (const find of [deps.displayAddress, () => askSession(deps)]) {
    try {
      const address = await find()
      if (address) return await connectBus(address)
    } catch (error) {
      deps.log.debug({ err: error }, "Couldn't reach an accessibility bus.")
    }
  }
  return null
}

async function askSession({ sessionAddress }: AccessibilityBusDeps): Promise<string | null> {
  if (sessionAddress === undefined) return null
  const session = await connectBus(sessionAddress)
  try {
    const [address] = await session.call({ ...launcher, interface: 'org.a11y.Bus', member: 'GetAddress' })
    return textOf(address) || null
  } finally {
    session.close()
  }
}

/** Browsers tell nothing of themselves unless they are asked to before they start. Whoever cannot hear it, cannot. */
export async function askApplicationsToTell(sessionAddress: string | undefined, log: Log): Promise<void> {
  if (sessionAddress === undefined) return
  try {
    const session = await connectBus(sessionAddress)
    try {
      await session.call({
        ...launcher,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Set',
        signature: 'ssv',
        body: ['org.a11y.Status', 'IsEnabled', new Variant('b', true)],
      })
    } finally {
      session.close()
    }
  } catch (error) {
    log.debug({ err: error }, "Couldn't ask applications to expose what they show.")
  }
}
