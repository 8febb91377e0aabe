import { AppError } from '../../../contract/errors.ts'
import type { ClickOptions, DragOptions, MouseButton, Point, ScrollOptions } from '../desktop-driver.ts'
import { buttonsUp, focusSettled } from './focus-after-click.ts'
import type { Input } from './input.ts'
import type { Keyboard } from './keyboard.ts'
import type { ScreenBounds } from './monitors.ts'

const buttonNumbers: Readonly<Record<MouseButton, number>> = { left: 1, middle: 2, right: 3 }
const wheelButtons: Readonly<Record<ScrollOptions['direction'], number>> = {
  up: 4,
  down: 5,
  left: 6,
  right: 7,
}

/** Well below what any desktop takes for two single clicks. */
const CLICK_GAP_MS = 40
/** What is dragged has to notice that it is taken, and where it is let go. */
const DWELL_MS = 30
const LEAST_DRAG_STEPS = 10
const DRAG_STEP_MS = 15
const USUAL_DRAG_MS = 300
const WHEEL_SYNC_EVERY = 16

/** What the pointer can do. Everything is let go of however an action ends. */
export class PointerActions {
  readonly #input: Input
  readonly #keyboard: Keyboard
  readonly #bounds: ScreenBounds

  constructor(parts: { readonly input: Input; readonly keyboard: Keyboard; readonly bounds: ScreenBounds }) {
    this.#input = parts.input
    this.#keyboard = parts.keyboard
    this.#bounds = parts.bounds
  }

  async move(point: Point): Promise<void> {
    this.#input.motion(this.#onScreen(point))
    await this.#input.connection.sync()
  }

  async click(point: Point, options: ClickOptions, signal?: AbortSignal): Promise<void> {
    const { connection } = this.#input
    const button = buttonNumbers[options.button ?? 'left']
    const held = await this.#keyboard.keycodesOf(options.modifiers ?? [])
    signal?.throwIfAborted()
    this.#input.motion(this.#onScreen(point))
    await this.#input.holding(held, async () => {
      for (let click = 0; click < (options.count ?? 1); click++) {
        if (click > 0) await this.#input.pause(CLICK_GAP_MS, signal)
        this.#input.buttonDown(button)
        this.#input.buttonUp(button)
        // Also before the modifiers are let go of: they would overtake the click as any key does.
        await buttonsUp(connection, signal)
      }
    })
    await focusSettled(connection, signal)
  }

  async drag(path: readonly Point[], options: DragOptions, signal?: AbortSignal): Promise<void> {
    const points = path.map((point) => this.#onScreen(point))
    const [start] = points
    if (!start || points.length < 2) {
      throw new AppError(
        'invalid_request',
        'A drag needs the point where it starts and the point where it ends.',
      )
    }
    const { connection } = this.#input
    const button = buttonNumbers[options.button ?? 'left']
    const held = await this.#keyboard.keycodesOf(options.modifiers ?? [])
    const duration = options.durationMs ?? USUAL_DRAG_MS
    const steps = Math.max(LEAST_DRAG_STEPS, Math.round(duration / DRAG_STEP_MS))
    await this.move(start)
    signal?.throwIfAborted()
    await this.#input.holding(held, async () => {
      this.#input.buttonDown(button)
      try {
        await this.#input.pause(DWELL_MS, signal)
        for (const point of pointsAlong(points, steps)) {
          await this.#input.pause(duration / steps, signal)
          await this.move(point)
        }
        await this.#input.pause(DWELL_MS, signal)
      } finally {
        this.#input.buttonUp(button)
        await connection.sync()
      }
      await buttonsUp(connection, signal)
    })
  }

  async scroll(point: Point, options: ScrollOptions, signal?: AbortSignal): Promise<void> {
    const { connection } = this.#input
    const button = wheelButtons[options.direction]
    const held = await this.#keyboard.keycodesOf(options.modifiers ?? [])
    signal?.throwIfAborted()
    this.#input.motion(this.#onScreen(point))
    await this.#input.holding(held, async () => {
      for (let notch = 0; notch < options.notches; notch++) {
        signal?.throwIfAborted()
        this.#input.buttonDown(button)
        this.#input.buttonUp(button)
        if (notch % WHEEL_SYNC_EVERY === WHEEL_SYNC_EVERY - 1) await connection.sync()
      }
      await buttonsUp(connection, signal)
    })
  }

  #onScreen({ x, y }: Point): Point {
    const { width, height } = this.#bounds.size
    const point = { x: Math.round(x), y: Math.round(y) }
    if (point.x >= 0 && point.y >= 0 && point.x < width && point.y < height) return point
    throw new AppError(
      'invalid_request',
      `The point ${x}, ${y} is not on the desktop, which is ${width} pixels wide and ${height} high.`,
    )
  }
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
