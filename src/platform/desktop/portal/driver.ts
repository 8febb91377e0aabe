import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { connectBus } from '../../dbus/bus.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import {
  describeApplication,
  resolveApplication,
  startApplication,
} from '../applications/application-start.ts'
import { parseChord } from '../chords.ts'
import type {
  Area,
  CaptureOptions,
  DesktopCapabilities,
  DesktopDriver,
  Overlays,
  TypeOptions,
  Typed,
} from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import { unplacedElements } from '../wayland/unplaced-elements.ts'
import { visiblePart } from '../picture/screen-areas.ts'
import { pointerPart, type Act } from '../input/pointer-part.ts'
import { Turns } from '../input/turns.ts'
import { typeText, type TypingWays } from '../input/typing.ts'
import { Grants, type Grant, type GrantsOptions } from './grants.ts'
import { portalProperty } from './portal-requests.ts'
import { REMOTE_DESKTOP } from './remote-session.ts'
import { cutPicture, takeScreenshot } from './screenshot.ts'

export interface PortalDriverOptions extends GrantsOptions {
  readonly overlays: Overlays & Pick<DesktopOverlays, 'withoutOverlays' | 'close'>
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: Accessibility | null
  readonly log: Log
  /** For the applications that it opens. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

const SETTLE_MS = 600
const MAX_SETTLE_MS = 2_000

/** Whether this desktop can be controlled with its person's permission, as GNOME and KDE can. */
export async function hasRemoteDesktopPortal(busAddress: string): Promise<boolean> {
  try {
    const bus = await connectBus(busAddress)
    try {
      return Number(await portalProperty(bus, REMOTE_DESKTOP, 'version')) > 0
    } finally {
      bus.close()
    }
  } catch {
    return false
  }
}

/** Fails when there is no bus. The person is asked when something is first to be done, not before. */
export async function createPortalDriver(options: PortalDriverOptions): Promise<DesktopDriver> {
  const { overlays, accessibility, log } = options
  const environment = options.environment ?? process.env
  const grants = new Grants(options)
  const turns = new Turns()
  await grants.bus()

  /** One action after the other: two at once would press into each other. */
  const act: Act<Grant> = (signal, run) => turns.take(async () => run(await grants.get(signal)), signal)

  return {
    kind: 'portal',
    capabilities: capabilitiesOf(accessibility),
    ...picturesOf(grants, overlays),

    ...pointerPart(act),
    async press(chord, { holdMs = 0 }, signal) {
      const keys = parseChord(chord)
      await act(signal, ({ keyboard }) => keyboard.press(keys, { holdMs, signal }))
    },
    type: (text, wanted, signal) => typeByKeys({ act, accessibility, log }, text, { ...wanted, signal }),

    pointer: async () => null,
    activeWindow: async () => null,
    held: async () => null,
    releaseAll: () => grants.releaseAll(),
    describeApplication: (query) => describeApplication(query, environment),
    async openApplication(query, signal) {
      const isToTell = accessibility !== null
      const application = await resolveApplication(query, { environment, isToTell })
      await accessibility?.begin()
      signal?.throwIfAborted()
      const started = await startApplication(application, environment, { isToTell })
      started.letGo()
      const processId = started.child.pid ?? null
      return { name: application.name, processId, window: null, state: 'none', isSilent: false }
    },

    ...unplacedElements(accessibility),

    overlays,
    // The desktop itself shows that it is controlled, with a button that ends it.
    onInterference: () => () => {},
    async close() {
      accessibility?.close()
      await overlays.close()
      await grants.close()
    },
  }
}

/** By keys alone: which application has the keyboard is not told here, so no other way is sure to reach it. */
async function typeByKeys(
  { act, ...sight }: Pick<PortalDriverOptions, 'accessibility' | 'log'> & { readonly act: Act<Grant> },
  text: string,
  { method = 'auto', signal, ...wanted }: TypeOptions & { readonly signal: AbortSignal | undefined },
): Promise<Typed> {
  if (method === 'accessibility' || method === 'clipboard') throw notByThisWay()
  return act(signal, ({ keyboard }) =>
    typeText(waysBy(keyboard, sight), text, { ...wanted, method: 'keys', signal }),
  )
}

function waysBy(
  keyboard: Grant['keyboard'],
  { accessibility, log }: Pick<PortalDriverOptions, 'accessibility' | 'log'>,
): TypingWays {
  const press = (chord: string, signal?: AbortSignal) =>
    keyboard.press(parseChord(chord), { holdMs: 0, signal })
  return {
    // What a field holds is read where its application tells; nothing is put there that way.
    accessibility: accessibility && {
      insert: async () => null,
      field: (signal) => accessibility.field(signal),
    },
    paste: async () => null,
    strike: (typed, signal) => keyboard.type(typed, signal),
    selectAll: (signal) => press('ctrl+a', signal),
    press,
    // Nobody tells here how far an application has read.
    allRead: async () => {},
    keys: { first: Infinity, most: Infinity },
    log,
  }
}

/** The part of the driver that looks. */
function picturesOf(
  grants: Grants,
  overlays: Pick<DesktopOverlays, 'withoutOverlays'>,
): Pick<DesktopDriver, 'monitors' | 'activeMonitor' | 'capture' | 'settle'> {
  return {
    monitors: async () => (await grants.get()).monitors,
    activeMonitor: async () => (await grants.get()).monitors[0]!,

    async capture(wanted, signal) {
      const { monitors, size } = await grants.get(signal)
      const area = areaOf(wanted, { monitors, size })
      const bus = await grants.bus()
      const picture = await overlays.withoutOverlays(() => takeScreenshot(bus, signal))
      return cutPicture(picture, { area, desktop: size }, wanted)
    },
    /** Pictures flash and take long here, so the screen is given time and not watched; it may have changed. */
    async settle({ changeMs = SETTLE_MS, maxMs = MAX_SETTLE_MS }, signal) {
      const tookMs = Math.min(Math.max(changeMs, SETTLE_MS), maxMs)
      await sleep(tookMs, undefined, { signal })
      return { tookMs, changed: true, isBounded: false }
    },
  }
}

function areaOf(wanted: CaptureOptions, { monitors, size }: Pick<Grant, 'monitors' | 'size'>): Area {
  if (wanted.area) return visiblePart(wanted.area, size)
  const monitor = monitors[wanted.display ?? 0]
  if (monitor) return monitor.area
  const known = monitors.map(({ id }, index) => `${index} (${id})`).join(', ')
  throw new AppError('not_found', `No monitor ${wanted.display}. Available: ${known}.`)
}

function capabilitiesOf(accessibility: Accessibility | null): DesktopCapabilities {
  return {
    capture: true,
    pointer: true,
    keyboard: true,
    clipboard: false,
    overlay: true,
    accessibility: accessibility !== null,
    read_pointer: false,
    hotkey: false,
  }
}

function notByThisWay(): AppError {
  return new AppError(
    'conflict',
    "The focused application doesn't take text this way on this desktop. Type it with keys instead.",
  )
}
