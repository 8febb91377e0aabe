import type { ClickOptions, DragOptions, MouseButton, Point, ScrollOptions } from '../desktop-driver.ts'
import { CLICK_GAP_MS, DWELL_MS, planDrag, pointOnScreen, WHEEL_SYNC_EVERY } from '../input/pointer-path.ts'
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
    this.#input.motion(pointOnScreen(point, this.#bounds.size))
    await this.#input.connection.sync()
  }

  async click(point: Point, options: ClickOptions, signal?: AbortSignal): Promise<void> {
    const { connection } = this.#input
    const button = buttonNumbers[options.button ?? 'left']
    const held = await this.#keyboard.keycodesOf(options.modifiers ?? [])
    signal?.throwIfAborted()
    this.#input.motion(pointOnScreen(point, this.#bounds.size))
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
    const { start, way, stepMs } = planDrag(
      path.map((point) => pointOnScreen(point, this.#bounds.size)),
      options.durationMs,
    )
    const { connection } = this.#input
    const button = buttonNumbers[options.button ?? 'left']
    const held = await this.#keyboard.keycodesOf(options.modifiers ?? [])
    await this.move(start)
    signal?.throwIfAborted()
    await this.#input.holding(held, async () => {
      this.#input.buttonDown(button)
      try {
        await this.#input.pause(DWELL_MS, signal)
        for (const point of way) {
          await this.#input.pause(stepMs, signal)
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
    this.#input.motion(pointOnScreen(point, this.#bounds.size))
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
}
