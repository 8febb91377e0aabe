import { setTimeout as sleep } from 'node:timers/promises'
import type { Area } from '../desktop-driver.ts'

/** A message as it was drawn, four bytes a pixel, blue first and cover last, and where. */
export interface Trace extends Area {
  readonly bytes: Uint8Array
  /** How much a byte on the screen may be off: what is under a message shines through where a compositor draws it. */
  readonly tolerance: number
}

/** A part of the screen, in the same order; null where it cannot be read. */
export type ReadPixels = (area: Area) => Promise<Uint8Array | null>

const LOOK_EVERY_MS = 10
/** An owner that has not drawn by then is not going to. */
const MAX_WAIT_MS = 3_000
const MAX_TRACES = 40
/** Some lines of a message that was fading are enough. */
const MIN_SHARE = 0.1
const LIGHT = 128

/**
 * What messages leave behind: where one was taken away, the screen still shows it until the window under it is drawn again,
 * which takes as long as its owner takes.
 */
export class OverlayTraces {
  readonly #read: ReadPixels
  #traces: readonly Trace[] = []

  constructor(read: ReadPixels) {
    this.#read = read
  }

  note(trace: Trace): void {
    this.#traces = [...this.#traces, trace].slice(-MAX_TRACES)
  }

  /** Until none can be seen any more. */
  async gone(): Promise<void> {
    const until = performance.now() + MAX_WAIT_MS
    for (;;) {
      const left: Trace[] = []
      const looked = this.#traces
      for (const trace of looked) if (await this.#isLeft(trace)) left.push(trace)
      const isLate = performance.now() >= until
      // Others may have been noted meanwhile.
      this.#traces = this.#traces.filter(
        (trace) => !looked.includes(trace) || (left.includes(trace) && !isLate),
      )
      if (left.length === 0 || isLate) return
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #isLeft(trace: Trace): Promise<boolean> {
    const pixels = await this.#read(trace)
    return pixels !== null && isShown(trace, pixels)
  }
}

/** Its ground and its letters: a window may well have one of the two where a message was, but not both. */
function isShown({ bytes, tolerance }: Trace, screen: Uint8Array): boolean {
  const ground = { all: 0, same: 0 }
  const letters = { all: 0, same: 0 }
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    if (bytes[at + 3] === 0) continue
    const part = bytes[at]! > LIGHT ? letters : ground
    part.all += 1
    if (isNear(bytes, screen, { at, tolerance })) part.same += 1
  }
  return [ground, letters].every(({ all, same }) => same > all * MIN_SHARE)
}

function isNear(
  one: Uint8Array,
  other: Uint8Array,
  { at, tolerance }: { at: number; tolerance: number },
): boolean {
  for (let channel = at; channel < at + 3; channel += 1)
    if (Math.abs(one[channel]! - other[channel]!) > tolerance) return false
  return true
}
