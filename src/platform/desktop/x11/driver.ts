import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { DesktopCapabilities, DesktopDriver, Overlays } from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import { openApplication } from './applications.ts'
import { CaptureThread } from './capture.ts'
import type { XServerAddress } from './connection.ts'
import { createX11Pictures } from './screen-pictures.ts'
import { SessionHolder } from './session-holder.ts'
import type { Session } from './session.ts'
import { Turns } from './turns.ts'
import { typeText } from './typing.ts'
import { activeWindow, pointerOf, windowAt } from './windows.ts'

export interface X11DriverOptions extends XServerAddress {
  readonly overlays: Overlays & Pick<DesktopOverlays, 'withoutOverlays' | 'close'>
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: Accessibility | null
  readonly log: Log
  /** For the applications that it opens. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Whether pictures may come through shared memory. */
  readonly shm?: boolean
}

/** Fails when there is no X server to talk to. Lets go of every key that somebody has left pressed. */
export async function createX11Driver(options: X11DriverOptions): Promise<DesktopDriver> {
  const { display, xauthority, overlays, accessibility, log } = options
  const address = { display, xauthority }
  const environment = options.environment ?? process.env
  const sessions = new SessionHolder(address, log)
  const thread = new CaptureThread({ address, shm: options.shm ?? true })
  const turns = new Turns()
  const pictures = createX11Pictures(sessions, { thread, overlays, log })
  await sessions.get()

  /** One action after the other: two at once would press into each other. */
  const act = <T>(signal: AbortSignal | undefined, run: (session: Session) => Promise<T>): Promise<T> =>
    turns.take(async () => run(await sessions.get()), signal)

  return {
    kind: 'x11',
    capabilities: capabilitiesOf(accessibility),
    ...pictures,

    move: (point, signal) => act(signal, ({ pointer }) => pointer.move(point)),
    click: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.click(point, wanted, signal)),
    drag: (path, wanted, signal) => act(signal, ({ pointer }) => pointer.drag(path, wanted, signal)),
    scroll: (point, wanted, signal) => act(signal, ({ pointer }) => pointer.scroll(point, wanted, signal)),
    press: (chord, { holdMs = 0 }, signal) =>
      act(signal, ({ keyboard }) => keyboard.press(chord, { holdMs, signal })),
    type: (text, wanted, signal) =>
      act(signal, ({ keyboard, paste }) =>
        typeText({ keyboard, paste, accessibility, log }, text, { ...wanted, signal }),
      ),

    async pointer() {
      const { rootX: x, rootY: y } = await pointerOf((await sessions.get()).connection)
      return { x, y }
    },
    activeWindow: async () => activeWindow((await sessions.get()).connection),
    windowAt: async (point) => windowAt((await sessions.get()).connection, point),
    held: async () => (await sessions.get()).input.held(),
    releaseAll: async () => (await sessions.get()).input.releaseAll(),
    openApplication: async (query, signal) =>
      openApplication((await sessions.get()).connection, query, { address, environment, signal }),

    focusedElement: async () => (await accessibility?.focused()) ?? null,
    readElements: (scope, signal) => offered(accessibility).read(scope, signal),
    activateElement: (id, signal) => offered(accessibility).activate(id, signal),

    overlays,
    onInterference: (listener) => sessions.listen(listener),
    async close() {
      accessibility?.close()
      await overlays.close()
      await Promise.all([sessions.close(), thread.close()])
    },
  }
}

function capabilitiesOf(accessibility: Accessibility | null): DesktopCapabilities {
  return {
    capture: true,
    pointer: true,
    keyboard: true,
    clipboard: true,
    overlay: true,
    accessibility: accessibility !== null,
    read_pointer: true,
    hotkey: true,
  }
}

function offered(accessibility: Accessibility | null): Accessibility {
  if (accessibility) return accessibility
  throw new AppError(
    'unavailable',
    'Applications tell nothing of themselves here: point at what you see instead.',
  )
}
