import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import { describeApplication } from '../applications/application-start.ts'
import { openApplication } from '../applications/open-application.ts'
import { parseChord } from '../chords.ts'
import type {
  ActiveWindow,
  Area,
  DesktopCapabilities,
  DesktopDriver,
  Monitor,
  Overlays,
  Point,
} from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import { createScreenPictures, type ScreenPicturesParts } from '../picture/screen-pictures.ts'
import { CaptureThread } from '../picture/capture.ts'
import { pointerPart, type Act } from '../input/pointer-part.ts'
import { Turns } from '../input/turns.ts'
import { typeText, type TypingWays } from '../input/typing.ts'
import { WaylandConnection, type WaylandAddress } from './connection.ts'
import { Hotkey } from './hotkey.ts'
import type { Keyboard } from './keyboard.ts'
import { SCREENCOPY_MANAGER } from './screen-copier.ts'
import { Paste } from './paste.ts'
import type { Session } from './session.ts'
import { Sessions } from './sessions.ts'
import { findSway } from './sway-socket.ts'
import { focusedSwayWindow, shownSwayWindows } from './sway.ts'
import { unplacedElements } from './unplaced-elements.ts'
import { KEYBOARD_MANAGER } from './virtual-keyboard.ts'
import { POINTER_MANAGER } from './virtual-pointer.ts'
import { AppError } from '../../../contract/errors.ts'
import { monitorAt } from '../picture/screen-areas.ts'

export interface WaylandDriverOptions extends WaylandAddress {
  readonly overlays: Overlays & Pick<DesktopOverlays, 'withoutOverlays' | 'covered' | 'close'>
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
  const { environment = process.env } = options
  const address: WaylandAddress = { display, runtimeFolder, descriptors }
  const sessions = new Sessions(address)
  const thread = new CaptureThread({ wayland: address })
  const paste = new Paste(address)
  const turns = new Turns()
  await sessions.get()
  const sway = await findSway(environment, runtimeFolder)
  const hotkey = new Hotkey(sway, log)

  /** One action after the other: two at once would press into each other. */
  const act: Act<Session> = (signal, run) => turns.take(async () => run(await sessions.get()), signal)
  const activeWindow = async () => findActiveWindow(await sessions.get(), sway)
  const monitors = async () => (await sessions.get()).outputs.layout().monitors.map(plainMonitor)
  const pictures = createScreenPictures({
    monitors,
    activeMonitor: async () => activeMonitorOf(await monitors(), await activeWindow()),
    visible: async (area) => partOfOneMonitor(area, await monitors()),
    thread,
    overlays,
    activity: activityOf(sessions, accessibility),
    log,
  })

  return {
    kind: 'wayland',
    capabilities: capabilitiesOf({ accessibility, hotkey: sway !== null }),
    ...pictures,

    ...pointerPart(act),
    ...keyboardPart(act, { paste, accessibility, log }),

    pointer: async () => null,
    activeWindow,
    ...(sway !== null && swayPart(sway, sessions)),
    held: async () => null,
    releaseAll: async () => (await sessions.get()).releaseAll(),
    describeApplication: (query) => describeApplication(query, environment),
    openApplication: async (query, signal) =>
      openApplication((await sessions.get()).toplevels.seen(), query, {
        environment,
        accessibility,
        display: { WAYLAND_DISPLAY: display, XDG_RUNTIME_DIR: runtimeFolder },
        signal,
      }),

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

function swayPart(sway: string, sessions: Sessions): Pick<DesktopDriver, 'windows' | 'windowAt'> {
  return {
    windows: async () => swayWindows(await sessions.get(), sway),
    windowAt: async (point) => swayWindowAt(await sessions.get(), sway, point),
  }
}

/** No compositor says whether an application has read what was sent to it. */
function activityOf(
  sessions: Sessions,
  accessibility: Accessibility | null,
): ScreenPicturesParts['activity'] {
  return {
    windows: async () => (await sessions.get()).toplevels.summary(),
    isBusy: async () => (await accessibility?.isBusy()) ?? false,
    idle: () => Promise.resolve(),
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

/** Those that are shown, the ones above first. */
async function swayWindows(
  { outputs }: Session,
  sway: string,
): Promise<(ActiveWindow & { readonly area: Area })[]> {
  const shown = await shownSwayWindows(sway)
  return shown.map(({ rect, ...facts }) => ({ ...facts, area: outputs.layout().toPixels(rect) }))
}

/** The topmost of the windows that are shown there. */
async function swayWindowAt(session: Session, sway: string, { x, y }: Point): Promise<ActiveWindow | null> {
  const windows = await swayWindows(session, sway)
  const isAt = ({ area }: { readonly area: Area }) =>
    x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
  return windows.find(isAt) ?? null
}

function keyboardPart(
  act: Act<Session>,
  { paste, ...others }: { paste: Paste } & Pick<TypingWays, 'accessibility' | 'log'>,
): Pick<DesktopDriver, 'press' | 'type'> {
  return {
    press: (chord, { holdMs = 0 }, signal) =>
      act(signal, ({ keyboard }) => keyboard.press(parseChord(chord), { holdMs, signal })),
    type: (text, wanted, signal) =>
      act(signal, ({ keyboard }) =>
        typeText({ ...waysOf(keyboard, paste), ...others }, text, { ...wanted, signal }),
      ),
  }
}

/** Keys come first here: they are surer. Without the programs for the clipboard they are all there is. */
function waysOf(keyboard: Keyboard, paste: Paste): Omit<TypingWays, 'accessibility' | 'log'> {
  return {
    async paste(text, signal) {
      const { isTaken, isReplaced } = await paste.text(text, keyboard, signal)
      // Who has fetched it is not known here, only that it was after the keys were struck.
      return isTaken ? { verified: false, clipboardReplaced: isReplaced } : null
    },
    strike: (text, signal) => keyboard.type(text, signal),
    selectAll: (signal) => keyboard.press(parseChord('ctrl+a'), { holdMs: 0, signal }),
    press: (chord, signal) => keyboard.press(parseChord(chord), { holdMs: 0, signal }),
    // Keys come in order here, whatever reads them; what was pasted is given its time.
    allRead: () => paste.finish(),
    keys: { first: 256, most: Infinity },
  }
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

/** That of the active window's centre, else the first: nobody learns where the pointer is. */
function activeMonitorOf(monitors: readonly Monitor[], window: ActiveWindow | null): Monitor {
  const [first] = monitors
  if (!first) throw new AppError('unavailable', 'No monitor is turned on.')
  if (!window?.area) return first
  const { x, y, width, height } = window.area
  return monitorAt(monitors, { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }) ?? first
}

/** What of an area is on the monitor that has most of it: compositors give out pictures of one monitor each. */
function partOfOneMonitor(area: Area, monitors: readonly Monitor[]): Area {
  const parts = monitors.map((monitor) => overlapOf(area, monitor.area))
  const [largest] = parts.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (largest && largest.width > 0 && largest.height > 0) return largest
  throw new AppError('invalid_request', 'The area is outside every monitor.')
}

function overlapOf(one: Area, other: Area): Area {
  const x = Math.max(Math.floor(one.x), other.x)
  const y = Math.max(Math.floor(one.y), other.y)
  const right = Math.min(Math.ceil(one.x + one.width), other.x + other.width)
  const bottom = Math.min(Math.ceil(one.y + one.height), other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
