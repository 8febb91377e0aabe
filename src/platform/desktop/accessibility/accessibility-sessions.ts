import type { Log } from '../../../contract/log.ts'
import type { Bus } from '../../dbus/bus.ts'
import type { ActiveWindow, Point } from '../desktop-driver.ts'
import { askApplicationsToTell, connectAccessibilityBus } from './accessibility-bus.ts'
import { BusyWatch } from './busy-watch.ts'
import { FocusWatch } from './focus-watch.ts'
import { WindowWatch } from './window-watch.ts'

export interface Session {
  readonly bus: Bus
  readonly focus: FocusWatch
  readonly busy: BusyWatch
  readonly windows: WindowWatch
}

export interface AccessibilityDeps {
  readonly displayAddress: () => Promise<string | null>
  readonly sessionAddress: string | undefined
  readonly activeWindow: () => Promise<ActiveWindow | null>
  readonly click: (point: Point, signal?: AbortSignal) => Promise<void>
  /** Whether pages of browsers that tell nothing may be asked for over DevTools. */
  readonly allowsDevTools?: (() => boolean) | undefined
  readonly log: Log
}

/** One connection for all; after the bus has ended, or where there was none, the next call tries anew. */
export class Sessions {
  readonly #deps: AccessibilityDeps
  readonly #onEnded: () => void
  #opening: Promise<Session | null> | undefined

  constructor(deps: AccessibilityDeps, onEnded: () => void) {
    this.#deps = deps
    this.#onEnded = onEnded
  }

  async get(): Promise<Session | null> {
    this.#opening ??= open(this.#deps)
    const opened = await this.#opening
    if (opened?.bus.isOpen) return opened
    this.#opening = undefined
    if (!opened) return null
    this.#onEnded()
    return this.get()
  }

  /** Opens nothing. */
  async current(): Promise<Session | null> {
    return (await this.#opening?.catch(() => null)) ?? null
  }

  close(): void {
    void this.#opening?.then((opened) => opened?.bus.close())
    this.#opening = undefined
  }
}

async function open(deps: AccessibilityDeps): Promise<Session | null> {
  const bus = await connectAccessibilityBus(deps)
  if (!bus) return null
  const focus = new FocusWatch()
  const busy = new BusyWatch()
  const windows = new WindowWatch()
  try {
    await Promise.all([focus.start(bus), busy.start(bus), windows.start(bus)])
  } catch (error) {
    deps.log.warn({ err: error }, "Can't follow the focus.")
  }
  await askApplicationsToTell(deps.sessionAddress, deps.log)
  return { bus, focus, busy, windows }
}
