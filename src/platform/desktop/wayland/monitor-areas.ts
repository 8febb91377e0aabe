import { AppError } from '../../../contract/errors.ts'
import type { ActiveWindow, Area, Monitor } from '../desktop-driver.ts'
import { monitorAt } from '../picture/screen-areas.ts'

/** That of the active window's centre, else the first: nobody learns where the pointer is. */
export function activeMonitorOf(monitors: readonly Monitor[], window: ActiveWindow | null): Monitor {
  const [first] = monitors
  if (!first) throw new AppError('unavailable', 'No monitor is switched on.')
  if (!window?.area) return first
  const { x, y, width, height } = window.area
  return monitorAt(monitors, { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }) ?? first
}

/** What of an area is on the monitor that has most of it: compositors give out pictures of one monitor each. */
export function partOfOneMonitor(area: Area, monitors: readonly Monitor[]): Area {
  const parts = monitors.map((monitor) => overlapOf(area, monitor.area))
  const [largest] = parts.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (largest && largest.width > 0 && largest.height > 0) return largest
  throw new AppError('invalid_request', 'The area lies outside of every monitor.')
}

function overlapOf(one: Area, other: Area): Area {
  const x = Math.max(Math.floor(one.x), other.x)
  const y = Math.max(Math.floor(one.y), other.y)
  const right = Math.min(Math.ceil(one.x + one.width), other.x + other.width)
  const bottom = Math.min(Math.ceil(one.y + one.height), other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
