import { AppError } from '../../../contract/errors.ts'
import type { DesktopDriver } from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'

/** Where no desktop can be used: every call says why. Messages still reach somebody as notifications, or the log. */
export function createNoneDriver({
  reason,
  overlays,
}: {
  readonly reason: string
  readonly overlays: DesktopOverlays
}): DesktopDriver {
  const refuse = async (): Promise<never> => {
    throw new AppError('unavailable', reason)
  }
  return {
    kind: 'none',
    capabilities: {
      capture: false,
      pointer: false,
      keyboard: false,
      clipboard: false,
      overlay: false,
      accessibility: false,
      read_pointer: false,
      hotkey: false,
    },
    monitors: refuse,
    activeMonitor: refuse,
    capture: refuse,
    settle: refuse,
    move: refuse,
    click: refuse,
    drag: refuse,
    scroll: refuse,
    press: refuse,
    type: refuse,
    pointer: refuse,
    activeWindow: refuse,
    held: refuse,
    // There is nothing that could be pressed.
    async releaseAll() {},
    openApplication: refuse,
    focusedElement: refuse,
    readElements: refuse,
    describeElements: refuse,
    forgetElements() {},
    element: refuse,
    elementAt: refuse,
    activateElement: refuse,
    chooseOption: refuse,
    overlays,
    onInterference: () => () => {},
    close: () => overlays.close(),
  }
}
