import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickOptions, DragOptions, Point, ScrollOptions } from '../desktop-driver.ts'
import { CLICK_GAP_MS, DWELL_MS, planDrag, pointOnScreen, WHEEL_SYNC_EVERY } from '../input/pointer-path.ts'
import type { WaylandConnection } from './connection.ts'
import type { EventPace } from './event-pace.ts'
import type { Keyboard } from './keyboard.ts'
import type { Layout } from './outputs.ts'
import type { VirtualPointer } from './virtual-pointer.ts'

export interface PointerParts {
  readonly connection: Pick<WaylandConnection, 'sync'>
  readonly pointer: Pick<VirtualPointer, 'motion' | 'click' | 'press' | 'release' | 'notch'>
  readonly keyboard: Pick<Keyboard, 'holding'>
  readonly outputs: { layout(): Pick<Layout, 'size'> }
  readonly pace: EventPace
}

/** What the pointer can do. Everything is let go of however an action ends. */
export class PointerActions {
  readonly #parts: PointerParts

  constructor(parts: PointerParts) {
    this.#parts = parts
  }

  async move(point: Point): Promise<void> {
    const { pointer, connection } = this.#parts
    const { size } = this.#parts.outputs.layout()
    pointer.motion(pointOnScreen(point, size), size)
    await connection.sync()
  }

  async click(point: Point, options: ClickOptions, signal?: AbortSignal): Promise<void> {
    const { pointer, connection, keyboard, pace } = this.#parts
    const button = options.button ?? 'left'
    signal?.throwIfAborted()
    await this.move(point)
    await keyboard.holding(options.modifiers ?? [], async () => {
      for (let click = 0; click < (options.count ?? 1); click++) {
        if (click > 0) await sleep(CLICK_GAP_MS, undefined, { signal })
        await pace.take(3, signal)
        pointer.click(button)
        await connection.sync()
      }
    })
  }

  async drag(path: readonly Point[], options: DragOptions, signal?: AbortSignal): Promise<void> {
    const { pointer, connection, keyboard } = this.#parts
    const { size } = this.#parts.outputs.layout()
    const { start, way, stepMs } = planDrag(
      path.map((point) => pointOnScreen(point, size)),
      options.durationMs,
    )
    const { button = 'left' } = options
    await this.move(start)
    signal?.throwIfAborted()
    await keyboard.holding(options.modifiers ?? [], async () => {
      pointer.press(button)
      try {
        await sleep(DWELL_MS, undefined, { signal })
        for (const point of way) {
          await sleep(stepMs, undefined, { signal })
          await this.move(point)
        }
        await sleep(DWELL_MS, undefined, { signal })
      } finally {
        pointer.release(button)
        await connection.sync()
      }
    })
  }

  async scroll(point: Point, options: ScrollOptions, signal?: AbortSignal): Promise<void> {
    const { pointer, connection, keyboard, pace } = this.#parts
    signal?.throwIfAborted()
    await this.move(point)
    await keyboard.holding(options.modifiers ?? [], async () => {
      for (let notch = 1; notch <= options.notches; notch++) {
        signal?.throwIfAborted()
        await pace.take(1, signal)
        pointer.notch(options.direction)
        if (notch % WHEEL_SYNC_EVERY === 0) await connection.sync()
      }
      await connection.sync()
    })
  }
}
