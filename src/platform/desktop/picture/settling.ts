import { setTimeout as sleep } from 'node:timers/promises'
import type { Settled, SettleOptions } from '../desktop-driver.ts'
import type { Pixels } from './picture.ts'

const USUAL: Required<SettleOptions> = { changeMs: 250, quietMs: 120, maxMs: 2000 }
const POLL_MS = 40
/** A blinking caret or the seconds of a clock. */
const UNNOTICED_PIXELS = 400

export interface Screen {
  /** How many pixels have changed since the last call; counts no further than it must. */
  changedPixels(enough: number): Promise<number>
}

/** Quiet alone is not finished: nothing may have begun yet. So a first change is waited for, then the quiet after it. */
export async function waitUntilSettled(
  screen: Screen,
  options: SettleOptions,
  signal?: AbortSignal,
): Promise<Settled> {
  const { changeMs, quietMs, maxMs } = { ...USUAL, ...options }
  const started = performance.now()
  let changed = false
  let lastChange = started
  for (;;) {
    const isMoving = (await screen.changedPixels(UNNOTICED_PIXELS)) > UNNOTICED_PIXELS
    const now = performance.now()
    if (isMoving) {
      changed = true
      lastChange = now
    }
    const isOver = changed ? now - lastChange >= quietMs : now - started >= changeMs
    if (isOver || now - started >= maxMs) return { tookMs: now - started, changed }
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** Stops counting above `enough`. */
export function countChanged(before: Pixels, after: Pixels, enough: number): number {
  if (before.equals(after)) return 0
  const [left, right] = [before, after].map(
    (pixels) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2),
  ) as [Uint32Array, Uint32Array]
  let changed = 0
  for (let at = 0; at < left.length && changed <= enough; at++) {
    if (((left[at]! ^ right[at]!) & 0xff_ffff) !== 0) changed++
  }
  return changed
}
