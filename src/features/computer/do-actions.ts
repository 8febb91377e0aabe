import type { ActiveWindow, Frame, Point } from '../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../platform/desktop/picture/frame-difference.ts'
import { pointsOf } from './actions/perform.ts'
import { isScreenBound, type Action } from './actions/vocabulary.ts'
import { doAction, type ActionDeps, type Done } from './do-action.ts'
import type { Decision } from './model/decider.ts'
import type { StopSignal } from './stop-signal.ts'
import { TitleWatch } from './title-watch.ts'
import { inOneLine } from './untrusted.ts'

export interface WantedActions {
  readonly decision: Decision
  /** The picture that they were all decided on. */
  readonly frame: Frame
  /** How many of them may still be done. */
  readonly left: number
  /** Told before each one is begun; gives its number. */
  readonly onBegin: () => Promise<number>
  readonly onDone: (done: Done) => Promise<void>
}

export interface DoneActions {
  /** Of those that were begun, in order. */
  readonly done: readonly Done[]
  /** Why the others were left out. */
  readonly surprise: string | undefined
}

/** Does what one answer wants, in order, up to the first surprise: the rest was decided on another screen. */
export async function doActions(
  wanted: WantedActions,
  deps: ActionDeps,
  stop: StopSignal,
): Promise<DoneActions> {
  const { decision, frame, left } = wanted
  const isOne = decision.actions.length === 1
  const front = isOne ? null : await deps.driver.activeWindow()
  const titles = new TitleWatch(front)
  const done: Done[] = []
  for (const [index, action] of decision.actions.entries()) {
    if (index >= left) return { done, surprise: 'no actions are left' }
    const before = decision.actions[index - 1]
    const surprise =
      before && (await surpriseBefore(action, { before, front, titles, frame, signal: stop.signal }, deps))
    if (surprise !== undefined) return { done, surprise }
    const step = await wanted.onBegin()
    const one = await doAction(
      { action, frame, step, said: decision.text, askBecause: index === 0 ? doubtsOf(decision) : undefined },
      deps,
      stop,
    )
    done.push(one)
    await wanted.onDone(one)
    if (one.kind !== 'done') return { done, surprise: 'the action before it was not done' }
    if (one.performed?.detail && !isOne) return { done, surprise: 'look at what you asked to see first' }
  }
  return { done, surprise: undefined }
}

/** What the provider itself doubts is asked about, once for the whole call. */
function doubtsOf({ checks }: Decision): string | undefined {
  if (checks.length === 0) return undefined
  return `The model's provider warns: ${checks.map(({ check: { message } }) => inOneLine(message ?? 'no reason given', 200)).join(' ')}`
}

interface Batch {
  /** The action that was done last. */
  readonly before: Action
  /** The window in front when the first one was decided on. */
  readonly front: ActiveWindow | null
  readonly titles: TitleWatch
  readonly frame: Frame
  readonly signal: AbortSignal
}

async function surpriseBefore(
  action: Action,
  { before, front, titles, frame, signal }: Batch,
  { driver, space }: ActionDeps,
): Promise<string | undefined> {
  const window = await driver.activeWindow()
  if (window?.id !== front?.id)
    return `another window has come to the front, ${titleInWords(window?.title ?? 'unknown')}`
  titles.note(before, window)
  const title = titles.surpriseFor(action)
  if (title !== undefined) return `the window in front shows something else now, ${titleInWords(title)}`
  const points = isScreenBound(action.name) ? pointsOf(action, frame, space) : []
  const isThere = points.length === 0 || (await looksTheSame(points, { driver, frame, signal }))
  return isThere ? undefined : 'something else is now at its place'
}

function titleInWords(title: string): string {
  return `in its own words ${JSON.stringify(inOneLine(title, 60))}`
}

async function looksTheSame(
  points: readonly Point[],
  { driver, frame, signal }: Pick<ActionDeps, 'driver'> & Pick<Batch, 'frame' | 'signal'>,
): Promise<boolean> {
  const edge = Math.max(frame.width, frame.height)
  const now = await driver.capture({ area: frame.area, maxEdge: edge, cursor: false }, signal)
  if (now.hash === frame.hash) return true
  for (const point of points)
    if (await isVisiblyDifferent(await around(frame, point), await around(now, point))) return false
  return true
}

/** In pixels of the picture. */
const RADIUS = 32

/** The part of a picture around a point of the desktop; all of it where it is no picture that can be cut. */
async function around(frame: Frame, { x, y }: Point): Promise<Frame> {
  const scale = frame.width / frame.area.width
  const left = Math.max(0, Math.round((x - frame.area.x) * scale) - RADIUS)
  const top = Math.max(0, Math.round((y - frame.area.y) * scale) - RADIUS)
  const width = Math.min(2 * RADIUS, frame.width - left)
  const height = Math.min(2 * RADIUS, frame.height - top)
  const { default: sharp } = await import('sharp')
  try {
    const bytes = await sharp(frame.bytes).extract({ left, top, width, height }).png().toBuffer()
    return { ...frame, width, height, bytes, hash: bytes.toString('base64') }
  } catch {
    return frame
  }
}
