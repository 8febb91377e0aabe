import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { XConnection } from './connection.ts'
import {
  attributesOf,
  clientIn,
  focusOf,
  hasWindowManager,
  pointerOf,
  takesNoFocus,
  topLevelOf,
} from './windows.ts'

/** Buttons 1 to 5 in the state that the server reports. */
const ANY_BUTTON = 0x1f00
const BUSY_AFTER_MS = 3000
const FOCUS_WAIT_MS = 1000
const POLL_MS = 2

/**
 * A window manager holds a click back until it has looked at it, but not the keys that follow, which would overtake the
 * click. When no button is down any more, the click has been let through.
 */
export async function buttonsUp(connection: XConnection, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + BUSY_AFTER_MS
  for (;;) {
    const { keyMask } = await pointerOf(connection)
    if ((keyMask & ANY_BUTTON) === 0) return
    if (performance.now() > until) {
      throw new AppError(
        'unavailable',
        'The window manager holds the pointer and blocks clicks. Try again when the desktop responds.',
      )
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** Waits until the keyboard belongs to the window under the pointer, where a click moves it there at all. */
export async function focusSettled(connection: XConnection, signal?: AbortSignal): Promise<void> {
  const top = await focusableUnderPointer(connection)
  if (top === null) return
  const until = performance.now() + FOCUS_WAIT_MS
  for (;;) {
    const { focus } = await focusOf(connection)
    if (focus > 1 && (await topLevelOf(connection, focus)) === top) return
    // Some windows never take it: what comes next is then up to the caller.
    if (performance.now() > until) return
    await sleep(POLL_MS, undefined, { signal })
  }
}

async function focusableUnderPointer(connection: XConnection): Promise<number | null> {
  const { child: top } = await pointerOf(connection)
  if (top === 0 || !(await hasWindowManager(connection))) return null
  const { focus } = await focusOf(connection)
  if (focus > 1 && (await topLevelOf(connection, focus)) === top) return null
  const [attributes, window] = await Promise.all([attributesOf(connection, top), clientIn(connection, top)])
  if (!attributes || window === null) return null
  // Menus and tooltips stand outside of the window manager.
  if (attributes.overrideRedirect && window === top) return null
  return (await takesNoFocus(connection, window)) ? null : top
}
