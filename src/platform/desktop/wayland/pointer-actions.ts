import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { ClickOptions, DragOptions, Point, ScrollOptions } from '../desktop-driver.ts'
import { pointsAlong } from '../x11/pointer-actions.ts'
import type { WaylandConnection } from './connection.ts'
import type { EventPace } from './event-pace.ts'
import type { Keyboard } from './keyboard.ts'
import type { Layout } from './outputs.ts'
import type { VirtualPointer } from './virtual-pointer.ts'

/** Well below what any desktop takes for two single clicks. */
const CLICK_GAP_MS = 40
/** What is dragged has to notice that it is taken, and where it is let go. */
const DWELL_MS = 30
const LEAST_DRAG_STEPS = 10
const DRAG_STEP_MS = 15
const USUAL_DRAG_MS = 300
const WHEEL_SYNC_EVERY = 16

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
    pointer.motion(onScreen(point, size), size)
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
    const points = path.map((point) => onScreen(point, size))
    const [start] = points
    if (!start || points.length < 2) {
      throw new AppError(
        'invalid_request',
        'A drag needs the point where it starts and the point where it ends.',
      )
    }
    const { button = 'left', durationMs = USUAL_DRAG_MS } = options
    const steps = Math.max(LEAST_DRAG_STEPS, Math.round(durationMs / DRAG_STEP_MS))
    await this.move(start)
    signal?.throwIfAborted()
    await keyboard.holding(options.modifiers ?? [], async () => {
      pointer.press(button)
      try {
        await sleep(DWELL_MS, undefined, { signal })
        for (const point of pointsAlong(points, steps)) {
          await sleep(durationMs / steps, undefined, { signal })
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

function onScreen({ x, y }: Point, { width, height }: { width: number; height: number }): Point {
  const point = { x: Math.round(x), y: Math.round(y) }
  if (point.x >= 0 && point.y >= 0 && point.x < width && point.y < height) return point
  throw new AppError(
    'invalid_request',
    `The point ${x}, ${y} is not on the desktop, which is ${width} pixels wide and ${height} high.`,
  )
}
