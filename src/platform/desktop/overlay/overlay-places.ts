import type { Area, OverlayPosition, Point } from '../desktop-driver.ts'

export interface Placed {
  readonly position: OverlayPosition
  readonly width: number
  readonly height: number
  /** The screen on which it is. */
  readonly screen: Area
}

const MARGIN = 24
const GAP = 12

/** Where each one goes: those at the same edge of the same screen stand in a row, the oldest at the edge. */
export function placesOf(overlays: readonly Placed[]): Point[] {
  const used = new Map<string, number>()
  return overlays.map(({ position, width, height, screen }) => {
    const key = `${position} ${screen.x} ${screen.y}`
    const before = used.get(key) ?? 0
    used.set(key, before + height + GAP)
    return inside(
      screen,
      { width, height },
      {
        x: horizontal(position, screen, width),
        y: vertical(position, screen, { height, before }),
      },
    )
  })
}

function horizontal(position: OverlayPosition, { x, width: all }: Area, width: number): number {
  if (position.endsWith('left')) return x + MARGIN
  if (position.endsWith('right')) return x + all - width - MARGIN
  return x + Math.floor((all - width) / 2)
}

function vertical(
  position: OverlayPosition,
  { y, height: all }: Area,
  { height, before }: { height: number; before: number },
): number {
  if (position.startsWith('top')) return y + MARGIN + before
  if (position.startsWith('bottom')) return y + all - height - MARGIN - before
  return y + Math.floor((all - height) / 2) + before
}

/** Rather over another one than out of sight. */
function inside(screen: Area, { width, height }: { width: number; height: number }, { x, y }: Point): Point {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
  return {
    x: clamp(x, screen.x, Math.max(screen.x, screen.x + screen.width - width)),
    y: clamp(y, screen.y, Math.max(screen.y, screen.y + screen.height - height)),
  }
}
