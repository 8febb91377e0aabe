import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { fitInto } from '../coordinates.ts'
import type { Area, CaptureOptions, DesktopDriver, Monitor } from '../desktop-driver.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import type { CaptureThread } from './capture.ts'
import { settleDesktop, type DesktopActivity } from './settling-desktop.ts'

export interface ScreenPicturesParts {
  readonly monitors: () => Promise<readonly Monitor[]>
  readonly activeMonitor: () => Promise<Monitor>
  /** What of an area can be in one picture; throws when nothing of it can. */
  readonly visible: (area: Area) => Promise<Area>
  readonly thread: CaptureThread
  readonly overlays: Pick<DesktopOverlays, 'withoutOverlays' | 'covered'>
  readonly activity: DesktopActivity
  readonly log: Log
}

/** The part of a driver that looks. */
export function createScreenPictures({
  monitors,
  activeMonitor,
  visible,
  thread,
  overlays,
  activity,
  log,
}: ScreenPicturesParts): Pick<DesktopDriver, 'monitors' | 'activeMonitor' | 'capture' | 'settle'> {
  let lastArea: Area | null = null

  async function areaOf(wanted: CaptureOptions): Promise<Area> {
    if (wanted.area) return visible(wanted.area)
    if (wanted.display === undefined) return visible((await activeMonitor()).area)
    const all = await monitors()
    const monitor = all[wanted.display]
    if (monitor) return visible(monitor.area)
    const known = all.map(({ id }, index) => `${index} (${id})`).join(', ')
    throw new AppError('not_found', `No monitor ${wanted.display}. Available: ${known}.`)
  }

  return {
    monitors,
    activeMonitor,

    async capture(wanted, signal) {
      const area = await areaOf(wanted)
      const picture = { area, ...fitInto(area, wanted), format: wanted.format ?? 'png' }
      // A closer look at a part is no new look at the screen.
      const isLook = wanted.area === undefined
      const frame = await overlays.withoutOverlays(() =>
        thread.capture(picture, { cursor: wanted.cursor ?? false, isLook, signal }),
      )
      if (!isLook) return frame
      lastArea = area
      // With the overlays back on it the screen is another one than that of the picture, and no change of its own.
      thread
        .remember(area)
        .catch((error: unknown) => log.debug({ err: error }, "Couldn't read the screen again."))
      return frame
    },

    async settle(wanted, signal) {
      const area = lastArea ?? (await activeMonitor()).area
      const ignored = () => overlays.covered()
      return settleDesktop({ thread, activity, log }, { ...wanted, area, ignored }, signal)
    },
  }
}
