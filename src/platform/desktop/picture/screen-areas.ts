import { AppError } from '../../../contract/errors.ts'
import type { Area, Monitor, Point } from '../desktop-driver.ts'

export function monitorAt(monitors: readonly Monitor[], { x, y }: Point): Monitor | undefined {
  return monitors.find(
    ({ area }) => x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height,
  )
}

/** What of it is on the desktop; a server refuses to give out more. */
export function visiblePart(area: Area, screen: { readonly width: number; readonly height: number }): Area {
  const left = Math.max(0, Math.floor(area.x))
  const top = Math.max(0, Math.floor(area.y))
  const width = Math.min(screen.width, Math.ceil(area.x + area.width)) - left
  const height = Math.min(screen.height, Math.ceil(area.y + area.height)) - top
  if (width > 0 && height > 0) return { x: left, y: top, width, height }
  throw new AppError(
    'invalid_request',
    `The area is outside the desktop, which is ${screen.width} pixels wide and ${screen.height} high.`,
  )
}
