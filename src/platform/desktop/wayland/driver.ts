import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import { parseChord } from '../chords.ts'
import type {
  ActiveWindow,
  DesktopCapabilities,
  DesktopDriver,
  Monitor,
  Overlays,
} from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import { createScreenPictures } from '../screen-pictures.ts'
import { CaptureThread } from '../x11/capture.ts'
import { Turns } from '../x11/turns.ts'
import { openApplication } from './applications.ts'
import { WaylandConnection, type WaylandAddress } from './connection.ts'
import { Hotkey } from './hotkey.ts'
import { activeMonitorOf, partOfOneMonitor } from './monitor-areas.ts'
import { SCREENCOPY_MANAGER } from './screen-copier.ts'
import { Paste } from './paste.ts'
import { openSession, type Session } from './session.ts'
import { findSway } from './sway-socket.ts'
import { focusedSwayWindow } from './sway.ts'
import { typeText } from './typing.ts'
import { unplacedElements } from './unplaced-elements.ts'
import { KEYBOARD_MANAGER } from './virtual-keyboard.ts'
import { POINTER_MANAGER } from './virtual-pointer.ts'

export interface WaylandDriverOptions extends WaylandAddress {
  readonly overlays: Overlays & Pick<DesktopOverlays, 'withoutOverlays' | 'close'>
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: Accessibility | null
  readonly log: Log
  /** For the applications that it opens, and to find sway. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Whether a compositor listens there that lets itself be seen and moved, as those built on wlroots do. */
export async function hasWlrootsGlobals(address: WaylandAddress): Promise<boolean> {
  try {
    const connection = await WaylandConnection.open(address)
    const wanted = [POINTER_MANAGER, KEYBOARD_MANAGER, SCREENCOPY_MANAGER, 'wl_seat', 'wl_shm']
    const hasAll = wanted.every((name) => connection.has(name))
    connection.close()
    return hasAll
  } catch {
    return false
  }
}

/** Fails when there is no such compositor to talk to. */
export async function createWaylandDriver(options: WaylandDriverOptions): Promise<DesktopDriver> {
  const { display, runtimeFolder, descriptors, overlays, accessibility, log } = options
  const address: WaylandAddress = { display, runtimeFolder, descriptors }
  const environment = options.environment ?? process.env
  const sessions = new Sessions(address)
  const thread = new CaptureThread({ wayland: address })
  const paste = new Paste(address)
  const turns = new Turns()
  await sessions.get()
  const sway = await findSway(environment, runtimeFolder)
  const hotkey = new Hotkey(sway, log)

  /** One action after the other: two at once would press into each other. */
  const act = <T>(signal: AbortSignal | undefined, run: (session: Session) => Promise<T>): Promise<T> =>
    turns.take(async () => run(await sessions.get()), signal)
  const activeWindow = async () => findActiveWindow(await sessions.get(), sway)
  const monitors = async () => (await sessions.get()).outputs.layout().monitors.map(plainMonitor)
  const pictures = createScreenPictures({
    monitors,
    activeMonitor: async () => activeMonitorOf(await monitors(), await activeWindow()),
    visible: async (area) => partOfOneMonitor(area, await monitors()),
    thread,
    overlays,
    log,
  })

  return {
    kind: 'wayland',
    capabilities: capabilitiesOf({ accessibility, hotkey: sway !== null }),
    ...pictures,

    move: (point, signal) => act(signal, ({ pointer }) => pointer.move(point)),
    click: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.click(point, wanted, signal)),
    drag: (path, wanted, signal) => act(signal, ({ pointer }) => pointer.drag(path, wanted, signal)),
    scroll: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.scroll(point, wanted, signal)),
    press(chord, { holdMs = 0 }, signal) {
      return act(signal, ({ keyboard }) => keyboard.press(parseChord(chord), { holdMs, signal }))
    },
    type: (text, wanted, signal) =>
      act(signal, ({ keyboard }) =>
        typeText({ keyboard, paste, accessibility, log }, text, { ...wanted, signal }),
      ),

    pointer: async () => null,
    activeWindow,
    held: async () => null,
    releaseAll: async () => (await sessions.get()).releaseAll(),
    openApplication: async (query, signal) =>
      openApplication((await sessions.get()).toplevels, query, { address, environment, signal }),

    ...unplacedElements(accessibility),

    overlays,
    // Nobody learns here where the pointer is.
    onInterference: (listener) => hotkey.listen(listener),
    async close() {
      accessibility?.close()
      await overlays.close()
      await paste.finish()
      await Promise.all([sessions.close(), thread.close(), hotkey.close()])
    },
  }
}

/** Keeps a session with the compositor: a new one for whoever asks after it was lost. */
class Sessions {
  readonly #address: WaylandAddress
  #opening: Promise<Session> | null = null
  #isClosed = false

  constructor(address: WaylandAddress) {
    this.#address = address
  }

  get(): Promise<Session> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const session = await this.#opening?.catch(() => null)
    if (!session || session.connection.isLost) return
    await session.releaseAll().catch(() => {
      // Lost meanwhile, and with it whatever was pressed.
    })
    session.connection.close()
  }

  async #open(): Promise<Session> {
    if (this.#isClosed)
      throw new AppError('unavailable', 'The desktop is not used any more: the service is stopping.')
    try {
      const session = await openSession(this.#address)
      void session.connection.lost.then(() => (this.#opening = null))
      return session
    } catch (error) {
      this.#opening = null
      throw error
    }
  }
}

/** Sway tells all of it; other compositors only the names of the windows. */
async function findActiveWindow(
  { connection, toplevels, outputs }: Session,
  sway: string | null,
): Promise<ActiveWindow | null> {
  const window = sway && (await focusedSwayWindow(sway).catch(() => null))
  if (window) {
    const { rect, ...facts } = window
    return { ...facts, area: outputs.layout().toPixels(rect) }
  }
  await connection.sync()
  const active = toplevels.active()
  if (!active) return null
  const { id, title, className } = active
  return { id: String(id), title, className, processId: null, area: null }
}

function plainMonitor({ id, area, primary }: Monitor): Monitor {
  return { id, area, primary }
}

function capabilitiesOf({
  accessibility,
  hotkey,
}: {
  accessibility: Accessibility | null
  hotkey: boolean
}): DesktopCapabilities {
  return {
    capture: true,
    pointer: true,
    keyboard: true,
    clipboard: true,
    overlay: true,
    accessibility: accessibility !== null,
    read_pointer: false,
    hotkey,
  }
}
