import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { connectBus, type Bus } from '../dbus/bus.ts'
import type { DesktopDriver } from './desktop-driver.ts'

/** Keys and clicks reach a locked screen too, where they would be tried as the password of the user. */
export interface ScreenLock {
  /** Throws `forbidden` while the screen is locked. What cannot be asked is taken for unlocked. */
  assertUnlocked(): Promise<void>
  close(): void
}

const savers = [
  { name: 'org.freedesktop.ScreenSaver', path: '/org/freedesktop/ScreenSaver' },
  { name: 'org.gnome.ScreenSaver', path: '/org/gnome/ScreenSaver' },
  { name: 'org.cinnamon.ScreenSaver', path: '/org/cinnamon/ScreenSaver' },
  { name: 'org.mate.ScreenSaver', path: '/org/mate/ScreenSaver' },
  { name: 'org.xfce.ScreenSaver', path: '/org/xfce/ScreenSaver' },
] as const

interface Watched {
  readonly bus: Bus
  readonly locked: Set<string>
}

export function watchScreenLock({ address, log }: { address: string | undefined; log: Log }): ScreenLock {
  let opening: Promise<Watched | null> | undefined

  async function watched(): Promise<Watched | null> {
    if (address === undefined) return null
    opening ??= watch(address).catch((error: unknown) => {
      log.debug({ err: error }, "Can't tell whether the screen is locked.")
      return null
    })
    const found = await opening
    // A session that has ended takes its lock along; the next one is asked anew.
    if (found && !found.bus.isOpen) opening = undefined
    return found
  }

  return {
    async assertUnlocked() {
      const found = await watched()
      if (!found?.bus.isOpen || found.locked.size === 0) return
      throw new AppError('forbidden', 'The screen is locked. Unlock it and try again.')
    },
    close() {
      void opening?.then((found) => found?.bus.close())
      opening = undefined
    },
  }
}

/** The driver, with everything that acts refused while the screen is locked. */
export function refusingWhenLocked(driver: DesktopDriver, lock: ScreenLock): DesktopDriver {
  const guarded =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await lock.assertUnlocked()
      return act(...args)
    }
  return {
    ...driver,
    move: guarded((...args: Parameters<DesktopDriver['move']>) => driver.move(...args)),
    click: guarded((...args: Parameters<DesktopDriver['click']>) => driver.click(...args)),
    drag: guarded((...args: Parameters<DesktopDriver['drag']>) => driver.drag(...args)),
    scroll: guarded((...args: Parameters<DesktopDriver['scroll']>) => driver.scroll(...args)),
    press: guarded((...args: Parameters<DesktopDriver['press']>) => driver.press(...args)),
    type: guarded((...args: Parameters<DesktopDriver['type']>) => driver.type(...args)),
    openApplication: guarded((...args: Parameters<DesktopDriver['openApplication']>) =>
      driver.openApplication(...args),
    ),
    activateElement: guarded((...args: Parameters<DesktopDriver['activateElement']>) =>
      driver.activateElement(...args),
    ),
    async close() {
      lock.close()
      await driver.close()
    },
  }
}

/** Asked once, and then told of every change. */
async function watch(address: string): Promise<Watched> {
  const bus = await connectBus(address)
  const locked = new Set<string>()
  const set = (name: string, isLocked: unknown) => {
    if (isLocked === true) locked.add(name)
    else locked.delete(name)
  }
  for (const { name } of savers)
    await bus.listen({ interface: name, member: 'ActiveChanged' }, ({ body }) => set(name, body[0]))
  await Promise.all(
    savers.map(async ({ name, path }) => {
      if (await hasOwner(bus, name)) set(name, await isActive(bus, { name, path }))
    }),
  )
  return { bus, locked }
}

/** To ask a program that does not run would start it. */
async function hasOwner(bus: Bus, name: string): Promise<boolean> {
  const daemon = 'org.freedesktop.DBus'
  const call = { destination: daemon, path: '/org/freedesktop/DBus', interface: daemon }
  const [has] = await bus.call({ ...call, member: 'NameHasOwner', signature: 's', body: [name] })
  return has === true
}

async function isActive(bus: Bus, { name, path }: { name: string; path: string }): Promise<boolean> {
  try {
    const [active] = await bus.call({ destination: name, path, interface: name, member: 'GetActive' })
    return active === true
  } catch {
    // Some take the name only to keep the screen from going dark.
    return false
  }
}
