import type { Accessibility } from '../accessibility/accessibility.ts'
import type { DesktopDriver, Area, Monitor, Point } from '../desktop-driver.ts'
import { createScreenPictures, type ScreenPicturesParts } from '../picture/screen-pictures.ts'
import { monitorAt, visiblePart } from '../picture/screen-areas.ts'
import type { SessionHolder } from './session-holder.ts'
import type { Session } from './session.ts'
import { frontIdle } from './events-read.ts'
import { activeWindow, pointerOf, windowsSummary } from './windows.ts'

/** The part of the driver that looks. */
export function createX11Pictures(
  sessions: SessionHolder,
  parts: Pick<ScreenPicturesParts, 'thread' | 'overlays' | 'log'> & {
    readonly accessibility: Pick<Accessibility, 'isBusy'> | null
  },
): Pick<DesktopDriver, 'monitors' | 'activeMonitor' | 'capture' | 'settle'> {
  return createScreenPictures({
    ...parts,
    monitors: async () => (await sessions.get()).bounds.monitors(),
    activeMonitor: async () => findActiveMonitor(await sessions.get()),
    activity: {
      isBusy: async () => (await parts.accessibility?.isBusy()) ?? false,
      windows: async () => windowsSummary((await sessions.get()).connection),
      idle: async (signal) => frontIdle((await sessions.get()).connection, signal),
    },
    visible: async (area) => visiblePart(area, (await sessions.get()).bounds.size),
  })
}

async function findActiveMonitor({ bounds, connection }: Session): Promise<Monitor> {
  const [monitors, window, pointer] = await Promise.all([
    bounds.monitors(),
    activeWindow(connection),
    pointerOf(connection),
  ])
  const centre = window?.area && centreOf(window.area)
  return (
    (centre && monitorAt(monitors, centre)) ??
    monitorAt(monitors, { x: pointer.rootX, y: pointer.rootY }) ??
    monitors[0]!
  )
}

function centreOf({ x, y, width, height }: Area): Point {
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
}
