import { AppError } from '../../contract/errors.ts'
import { chooseDesktop, openDesktop, openNone, type DesktopContext } from './choose.ts'
import type { DesktopDriver, DriverKind } from './desktop-driver.ts'

/** The desktop that this process is in, opened when it is first needed. */
export interface LazyDesktop {
  /** Never fails: where there is no desktop, each call of the driver says why. */
  driver(): Promise<DesktopDriver>
  /** Throws `unavailable` with the reason where there is none. */
  open(): Promise<DesktopDriver>
  /** What is known without opening it. */
  state(): DesktopState
  close(): Promise<void>
}

export interface DesktopState {
  readonly kind: DriverKind
  readonly capabilities: readonly string[]
  /** Why it cannot be used; null when it can, or nobody has tried. */
  readonly problem: string | null
  readonly isOpen: boolean
}

export function createLazyDesktop(context: DesktopContext): LazyDesktop {
  const choice = chooseDesktop(context)
  let opening: Promise<DesktopDriver> | undefined
  let opened: DesktopDriver | undefined
  let none: { reason: string; driver: DesktopDriver } | undefined
  let problem = choice.kind === 'none' ? choice.reason : null
  let isClosed = false

  async function open(): Promise<DesktopDriver> {
    if (isClosed) throw new AppError('unavailable', 'The service is stopping.')
    if (choice.kind === 'none') throw new AppError('unavailable', choice.reason)
    opening ??= openDesktop(choice, context)
    try {
      opened = await opening
      problem = null
      return opened
    } catch (error) {
      // The desktop may come up later: the next one who asks tries again.
      opening = undefined
      problem = error instanceof Error ? error.message : String(error)
      throw error
    }
  }

  return {
    open,
    async driver() {
      try {
        return await open()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (none?.reason !== error.message)
          none = { reason: error.message, driver: await openNone(error.message, context) }
        return none.driver
      }
    },
    state: () => ({
      kind: opened?.kind ?? choice.kind,
      capabilities: Object.entries(opened?.capabilities ?? {}).flatMap(([name, has]) => (has ? [name] : [])),
      problem,
      isOpen: opened !== undefined,
    }),
    async close() {
      isClosed = true
      await none?.driver.close()
      const driver = await opening?.catch(() => undefined)
      await driver?.releaseAll().catch(() => {
        // The display is gone, and with it whatever was pressed.
      })
      await driver?.close()
    },
  }
}
