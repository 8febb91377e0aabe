import type { Secrecy } from '../../contract/tool.ts'
import type { AccessibleElement, DesktopDriver, Point } from '../../platform/desktop/desktop-driver.ts'
import type { DesktopAccess, TypedInto, Typing } from './desktop-access.ts'

/** Where there is no desktop nothing is typed, but what was meant for it may be a password all the same. */
export async function secrecyOfTyping(
  desktop: DesktopAccess,
  typing: Typing,
  find: (driver: DesktopDriver) => Promise<{ target?: AccessibleElement | null; point?: Point | null }>,
): Promise<Secrecy> {
  const driver = await desktop.driver()
  const { target = null, point = null } = await find(driver)
  const isTold = driver.capabilities.accessibility
  // With a place of its own, what has the focus before the click says nothing.
  const focused = isTold && !target && !point ? await driver.focusedElement() : null
  const at = isTold && point && !target ? await driver.elementAt(point) : target
  const window = point && driver.windowAt ? await driver.windowAt(point) : await driver.activeWindow()
  return judgeWith(desktop, typing, { focused, target: at, window })
}

function judgeWith({ judgeTyping }: DesktopAccess, typing: Typing, into: TypedInto): Secrecy {
  const isPassword = into.focused?.isPassword === true || into.target?.isPassword === true
  return judgeTyping?.(typing, into) ?? (isPassword ? 'yes' : 'maybe')
}
