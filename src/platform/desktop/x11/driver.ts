import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import { elementsPart } from '../accessibility/elements-part.ts'
import { describeApplication } from '../applications/application-start.ts'
import { openApplication } from '../applications/open-application.ts'
import type { DesktopCapabilities, DesktopDriver, Overlays, Point } from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import { CaptureThread } from '../picture/capture.ts'
import type { XServerAddress } from './connection.ts'
import { createX11Pictures } from './pictures.ts'
import { eventsRead } from './events-read.ts'
import { SessionHolder } from './session-holder.ts'
import type { Session } from './session.ts'
import { pointerPart, type Act } from '../input/pointer-part.ts'
import { Turns } from '../input/turns.ts'
import { typeText, type TypingWays } from '../input/typing.ts'
import { activeWindow, allWindows, pointerOf, seenWindows, windowAt } from './windows.ts'

export interface X11DriverOptions extends XServerAddress {
  readonly overlays: Overlays & Pick<DesktopOverlays, 'withoutOverlays' | 'covered' | 'close'>
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
  const pictures = createX11Pictures(sessions, { thread, overlays, accessibility, log })
  await sessions.get()

  /** One action after the other: two at once would press into each other. */
  const act: Act<Session> = (signal, run) => turns.take(async () => run(await sessions.get()), signal)

  const windowUnder = async (point: Point) => windowAt((await sessions.get()).connection, point)

  return {
    kind: 'x11',
    capabilities: capabilitiesOf(accessibility),
    ...pictures,

    ...pointerPart(act),
    press: (chord, { holdMs = 0 }, signal) =>
      act(signal, ({ keyboard }) => keyboard.press(chord, { holdMs, signal })),
    type: (text, wanted, signal) =>
      act(signal, (session) =>
        typeText({ ...waysOf(session), accessibility, log }, text, { ...wanted, signal }),
      ),

    async pointer() {
      const { rootX: x, rootY: y } = await pointerOf((await sessions.get()).connection)
      return { x, y }
    },
    activeWindow: async () => activeWindow((await sessions.get()).connection),
    windows: async () => allWindows((await sessions.get()).connection),
    windowAt: windowUnder,
    held: async () => (await sessions.get()).input.held(),
    releaseAll: async () => (await sessions.get()).input.releaseAll(),
    describeApplication: (query) => describeApplication(query, environment),
    openApplication: async (query, signal) =>
      openApplication(seenWindows((await sessions.get()).connection), query, {
        environment,
        accessibility,
        display: { DISPLAY: display, ...(xauthority !== undefined && { XAUTHORITY: xauthority }) },
        signal,
      }),

    ...elementsPart(accessibility, windowUnder),

    overlays,
    onInterference: (listener) => sessions.listen(listener),
    async close() {
      accessibility?.close()
      await overlays.close()
      await Promise.all([sessions.close(), thread.close()])
    },
  }
}

function waysOf({ connection, keyboard, paste }: Session): Omit<TypingWays, 'accessibility' | 'log'> {
  return {
    async paste(text, signal) {
      const { isTaken, isReplaced } = await paste.text(text, signal)
      return isTaken ? { verified: isTaken === 'by-focused', clipboardReplaced: isReplaced } : null
    },
    strike: (text, signal) => keyboard.type(text, signal),
    selectAll: (signal) => keyboard.press('ctrl+a', { signal }),
    press: (chord, signal) => keyboard.press(chord, { signal }),
    async allRead(signal) {
      await paste.silent(signal)
      await eventsRead(connection, signal)
    },
    keys: { first: 0, most: 64 },
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
