import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/log.ts'
import type { Area, Monitor, OverlayRequest, Overlays, Point, ShownOverlay } from '../desktop-driver.ts'
import { drawOverlay } from './overlay-picture.ts'
import { placesOf, type Placed } from './overlay-places.ts'
import type { OverlayWindow, OverlayWindows } from './overlay-windows.ts'

export interface OverlaysDeps {
  /** Null where the desktop has no windows for this. */
  readonly openWindows: (() => Promise<OverlayWindows>) | null
  readonly activeMonitor: () => Promise<Monitor>
  readonly notices: OverlayNotices
  readonly log: Log
}

/** Notifications of the desktop, for where no window can be shown. */
export interface OverlayNotices {
  show(overlay: OverlayRequest): Promise<void>
  hide(id: string): Promise<void>
}

interface Entry extends Placed {
  readonly window: OverlayWindow
  place: Point
  timer?: NodeJS.Timeout | undefined
}

const FADE_STEPS = 4
const FADE_STEP_MS = 40
const MAX_OVERLAYS = 20

/** Messages on the desktop: as windows, else as notifications, else in the log. */
export class DesktopOverlays implements Overlays {
  readonly #deps: OverlaysDeps
  readonly #entries = new Map<string, Entry>()
  #opening: Promise<OverlayWindows> | undefined
  /** Where some were since the last picture that was taken without them. */
  #left: Area[] = []
  #hiders = 0
  #hiding: Promise<void> | undefined

  constructor(deps: OverlaysDeps) {
    this.#deps = deps
  }

  async show(overlay: OverlayRequest): Promise<ShownOverlay> {
    const { log, notices } = this.#deps
    try {
      await this.#showWindow(overlay)
      return { via: 'window' }
    } catch (error) {
      log.debug({ err: error }, "Couldn't show an overlay as a window.")
    }
    try {
      await notices.show(overlay)
      return { via: 'notification' }
    } catch (error) {
      log.info({ err: error, title: overlay.title, text: overlay.text }, "Couldn't show an overlay.")
      return { via: 'log' }
    }
  }

  async hide(id: string): Promise<void> {
    if (!this.#entries.has(id)) return this.#deps.notices.hide(id)
    this.#remove(id)
  }

  /** Runs while none of them is on the screen, e.g. to take a picture of it. */
  async withoutOverlays<T>(run: () => Promise<T>): Promise<T> {
    // At once: one that comes up from now on is not to be seen before the picture is taken.
    this.#hiders += 1
    if (this.#hiders === 1) this.#hiding = this.#hideAll()
    try {
      await this.#hiding?.catch((error: unknown) => {
        this.#deps.log.debug({ err: error }, "Couldn't hide overlays.")
      })
      return await run()
    } finally {
      this.#hiders -= 1
      this.#left = []
      if (this.#hiders === 0) this.#showAll()
    }
  }

  /** Where what changes on the screen may be one of them, and no change of anything else. */
  covered(): readonly Area[] {
    return [...this.#left, ...[...this.#entries.values()].map(areaOf)]
  }

  async close(): Promise<void> {
    for (const { timer } of this.#entries.values()) clearTimeout(timer)
    this.#entries.clear()
    const windows = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    windows?.close()
  }

  async #hideAll(): Promise<void> {
    const windows = await this.#opening?.catch(() => undefined)
    if (windows && !windows.isLost) await windows.hideAll()
  }

  #showAll(): void {
    void this.#opening?.then(
      (windows) => {
        // The next picture may have begun meanwhile.
        if (this.#hiders === 0 && !windows.isLost) windows.showAll()
      },
      () => {},
    )
  }

  async #windows(): Promise<OverlayWindows> {
    const { openWindows } = this.#deps
    if (!openWindows) throw new Error('this desktop has no windows for overlays')
    this.#opening ??= openWindows()
    let lost: OverlayWindows
    try {
      lost = await this.#opening
      if (!lost.isLost) return lost
    } catch (error) {
      this.#opening = undefined
      throw error
    }
    // The display went away and took them along; what they had open here did not go with it.
    lost.close()
    this.#entries.clear()
    this.#opening = openWindows()
    return this.#opening
  }

  async #showWindow(overlay: OverlayRequest): Promise<void> {
    const { id, position, durationMs } = overlay
    const [windows, { area: screen }] = await Promise.all([this.#windows(), this.#deps.activeMonitor()])
    const picture = await drawOverlay({ ...overlay, scale: scaleOf(screen.height) })
    const placed = { position, screen, width: picture.width, height: picture.height }
    const all = new Map<string, Placed>([...this.#entries, [id, placed]])
    const place = placesOf([...all.values()])[[...all.keys()].indexOf(id)]!
    const window = await windows.open(picture, place, () => this.#hiders > 0)
    const old = this.#entries.get(id)
    if (old) this.#left.push(areaOf(old))
    const entry: Entry = { ...placed, window, place }
    this.#entries.set(id, entry)
    if (durationMs !== null) entry.timer = setTimeout(() => void this.#fadeOut(id, entry), durationMs).unref()
    // One that only changes its words does not come in again.
    if (!old) void fade(window, 'in')
    clearTimeout(old?.timer)
    old?.window.close()
    this.#arrange()
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MAX_OVERLAYS) this.#remove(oldest!)
  }

  async #fadeOut(id: string, entry: Entry): Promise<void> {
    await fade(entry.window, 'out')
    // It may have been replaced in the meantime by one that is to stay.
    if (this.#entries.get(id) === entry) this.#remove(id)
  }

  #remove(id: string): void {
    const entry = this.#entries.get(id)
    if (entry) this.#left.push(areaOf(entry))
    clearTimeout(entry?.timer)
    entry?.window.close()
    this.#entries.delete(id)
    this.#arrange()
  }

  #arrange(): void {
    const all = [...this.#entries.values()]
    for (const [index, place] of placesOf(all).entries()) {
      const entry = all[index]!
      if (entry.place.x !== place.x || entry.place.y !== place.y) this.#left.push(areaOf(entry))
      entry.place = place
      entry.window.moveTo(place)
    }
  }
}

function areaOf({ place, width, height }: Entry): Area {
  return { ...place, width, height }
}

async function fade(window: OverlayWindow, way: 'in' | 'out'): Promise<void> {
  for (let step = 1; step <= FADE_STEPS; step += 1) {
    window.fade((way === 'in' ? step : FADE_STEPS - step) / FADE_STEPS)
    await sleep(FADE_STEP_MS, undefined, { ref: false })
  }
}

/** Letters of the same size to the eye on a screen with more pixels. */
function scaleOf(screenHeight: number): number {
  return Math.max(1, Math.min(4, Math.round(screenHeight / 540) / 2))
}
