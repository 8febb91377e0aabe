import type { DesktopDriver, Frame, Point } from '../../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../../platform/desktop/picture/frame-difference.ts'
import { isScreenBound, type Action } from '../actions/vocabulary.ts'
import type { Scene } from './assessment.ts'

/** Where an action would happen, as somebody saw it who allowed it. */
export interface SeenPlace {
  /** The window, and for keys what has the focus in it, and which button Return presses. */
  readonly words: string
  /** What is around each of its points. */
  readonly patches: readonly Frame[]
}

const AROUND = 48

export async function seePlace(
  driver: DesktopDriver,
  { action, points, signal }: { action: Action; points: readonly Point[]; signal: AbortSignal },
  { window, focused, defaultButton }: Pick<Scene, 'window' | 'focused' | 'defaultButton'>,
): Promise<SeenPlace> {
  if (!isScreenBound(action.name)) return { words: '', patches: [] }
  const patches: Frame[] = []
  for (const point of points) patches.push(await patchAt(driver, point, signal))
  const isByKeys = action.name === 'TYPE_TEXT' || action.name === 'PRESS_KEY'
  // By what it is: the numbers of elements are those of one look.
  const focus = isByKeys && focused ? [focused.role, focused.name, focused.window, focused.isPassword] : null
  return { words: JSON.stringify([window?.id ?? null, focus, defaultButton?.name ?? null]), patches }
}

/** The same to whoever looks at it: that a caret has blinked meanwhile makes it no other place. */
export async function isSamePlace(one: SeenPlace, other: SeenPlace): Promise<boolean> {
  if (one.words !== other.words || one.patches.length !== other.patches.length) return false
  for (const [index, patch] of one.patches.entries()) {
    if (await isVisiblyDifferent(patch, other.patches[index]!)) return false
  }
  return true
}

async function patchAt(driver: DesktopDriver, { x, y }: Point, signal: AbortSignal): Promise<Frame> {
  const monitors = await driver.monitors()
  const { area } = monitors.find((one) => contains(one.area, { x, y })) ?? (await driver.activeMonitor())
  const left = Math.max(area.x, x - AROUND)
  const top = Math.max(area.y, y - AROUND)
  const width = Math.min(area.x + area.width, x + AROUND) - left
  const height = Math.min(area.y + area.height, y + AROUND) - top
  return driver.capture({ area: { x: left, y: top, width, height } }, signal)
}

function contains(area: { x: number; y: number; width: number; height: number }, { x, y }: Point): boolean {
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
}
