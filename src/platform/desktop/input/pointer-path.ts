import { AppError } from '../../../contract/errors.ts'
import type { Area, Point } from '../desktop-driver.ts'

/** Well below what any desktop takes for two single clicks. */
export const CLICK_GAP_MS = 40
/** What is dragged has to notice that it is taken, and where it is let go. */
export const DWELL_MS = 30
/** A desktop that is slow shall not have more of the wheel before it than this. */
export const WHEEL_SYNC_EVERY = 16

const MIN_DRAG_STEPS = 10
const DRAG_STEP_MS = 15
const USUAL_DRAG_MS = 300

export interface PlannedDrag {
  readonly start: Point
  /** The places after the start, each a step later than the one before. */
  readonly way: readonly Point[]
  readonly stepMs: number
}

export function planDrag(path: readonly Point[], durationMs: number = USUAL_DRAG_MS): PlannedDrag {
  const [start] = path
  if (!start || path.length < 2) {
    throw new AppError('invalid_request', 'A drag needs a start point and an end point.')
  }
  const steps = Math.max(MIN_DRAG_STEPS, Math.round(durationMs / DRAG_STEP_MS))
  return { start, way: pointsAlong(path, steps), stepMs: durationMs / steps }
}

/** Its pixel; what is outside is refused, never moved inside. */
export function pointOnScreen({ x, y }: Point, { width, height }: Pick<Area, 'width' | 'height'>): Point {
  const point = { x: Math.round(x), y: Math.round(y) }
  if (point.x >= 0 && point.y >= 0 && point.x < width && point.y < height) return point
  throw new AppError(
    'invalid_request',
    `The point ${x}, ${y} is outside the desktop, which is ${width} pixels wide and ${height} high.`,
  )
}

/** So many points on the way, as far from each other along all of it, the last one being the end. */
export function pointsAlong(path: readonly Point[], count: number): Point[] {
  const lengths = path.slice(1).map((point, index) => distance(path[index]!, point))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  return Array.from({ length: count }, (_, index) => {
    let left = (whole * (index + 1)) / count
    let leg = 0
    while (leg < lengths.length - 1 && left > lengths[leg]!) left -= lengths[leg++]!
    const share = lengths[leg] === 0 ? 1 : Math.min(1, left / lengths[leg]!)
    const [from, to] = [path[leg]!, path[leg + 1]!]
    return {
      x: Math.round(from.x + (to.x - from.x) * share),
      y: Math.round(from.y + (to.y - from.y) * share),
    }
  })
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y)
}
