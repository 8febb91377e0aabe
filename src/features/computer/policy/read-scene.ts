import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AccessibleElement,
  ActiveWindow,
  DesktopDriver,
  Point,
} from '../../../platform/desktop/desktop-driver.ts'
import { isById, type Action } from '../actions/vocabulary.ts'
import type { Scene } from './assessment.ts'
import { sendsLine } from './typed-line.ts'

/** An application that does not answer must not hold up the task for longer. */
const PATIENCE_MS = 700
/** What is pressed by its id alone has to be known. */
const ELEMENT_PATIENCE_MS = 3_000

type Seen = Pick<Scene, 'window' | 'focused' | 'defaultButton' | 'target' | 'point' | 'from' | 'application'>

/** What the desktop tells about the place where an action would happen. */
export async function readScene(
  driver: DesktopDriver,
  { action, points, signal }: { action: Action; points: readonly Point[]; signal: AbortSignal },
): Promise<Seen> {
  const point = points.at(-1) ?? null
  const hasElements = driver.capabilities.accessibility
  const patience = isById(action) ? ELEMENT_PATIENCE_MS : PATIENCE_MS
  const focusing = hasElements ? inTime((late) => driver.focusedElement(late)) : Promise.resolve(null)
  const [window, from, focused, defaultButton, target, application] = await Promise.all([
    windowFor(driver, point),
    points.length > 1 ? windowFor(driver, points[0]!) : null,
    focusing,
    sendsLine(action) ? focusing.then((at) => defaultButtonBeside(driver, at)) : null,
    hasElements ? inTime(() => targetOf(action, { driver, points, signal }), patience) : null,
    action.name === 'OPEN_APP' ? driver.describeApplication?.(action.args.name) : null,
  ])
  return { window, from, focused, defaultButton, target, point, application: application ?? null }
}

async function defaultButtonBeside(
  driver: DesktopDriver,
  focused: AccessibleElement | null,
): Promise<AccessibleElement | null> {
  if (focused === null || !driver.defaultButton) return null
  return inTime(async (late) => (await driver.defaultButton?.(focused.id, late)) ?? null)
}

/** Where a click goes; where keys go without a place. */
function windowFor(driver: DesktopDriver, point: Point | null): Promise<ActiveWindow | null> {
  return point && driver.windowAt ? driver.windowAt(point) : driver.activeWindow()
}

async function targetOf(
  action: Action,
  { driver, points, signal }: { driver: DesktopDriver; points: readonly Point[]; signal: AbortSignal },
): Promise<AccessibleElement | null> {
  if (isById(action)) return driver.element(action.args.id, signal)
  const point = points.at(-1)
  if (!point || action.name === 'MOVE' || action.name === 'SCROLL_AT') return null
  return driver.elementAt(point, signal)
}

/** What is not told in time, or not at all, is not known; nobody goes on looking for it then. */
async function inTime<T>(
  read: (late: AbortSignal) => Promise<T | null>,
  patienceMs = PATIENCE_MS,
): Promise<T | null> {
  const late = new AbortController()
  const over = new AbortController()
  try {
    return await Promise.race([
      read(late.signal).catch(() => null),
      sleep(patienceMs, null, { signal: over.signal, ref: false }),
    ])
  } finally {
    over.abort()
    late.abort()
  }
}
