import type { MouseButton, Point, ScrollOptions } from '../desktop-driver.ts'
import type { WaylandConnection } from './connection.ts'
import { HeldNote } from './held-note.ts'
import { fixed } from './wire.ts'

export const POINTER_MANAGER = 'zwlr_virtual_pointer_manager_v1'

const CREATE_VIRTUAL_POINTER = 0
const MOTION_ABSOLUTE = 1
const BUTTON = 2
const FRAME = 4
const AXIS_SOURCE = 5
const AXIS_DISCRETE = 7
const WHEEL = 0
/** What wheels of mice send for one notch. */
const NOTCH = 15

const buttonCodes: Readonly<Record<MouseButton, number>> = { left: 0x110, right: 0x111, middle: 0x112 }
const wheelWays: Readonly<Record<ScrollOptions['direction'], { axis: number; sign: number }>> = {
  up: { axis: 0, sign: -1 },
  down: { axis: 0, sign: 1 },
  left: { axis: 1, sign: -1 },
  right: { axis: 1, sign: 1 },
}

/** A mouse of our own, and what of it is pressed. */
export class VirtualPointer {
  readonly #connection: WaylandConnection
  readonly #pointer: number
  readonly #note: HeldNote
  readonly #down: Set<MouseButton>

  constructor(connection: WaylandConnection, seat: number) {
    this.#connection = connection
    this.#note = new HeldNote(connection.address)
    // What a service that was killed has left pressed is ours to let go of.
    this.#down = new Set(this.#note.read())
    const manager = connection.bindFirst(POINTER_MANAGER, 1)
    this.#pointer = connection.newObject()
    connection.send(manager, CREATE_VIRTUAL_POINTER, [seat, this.#pointer])
  }

  motion({ x, y }: Point, desktop: { readonly width: number; readonly height: number }): void {
    // In half pixels, so that it is the middle of the pixel and no neighbour by rounding.
    const place = [x * 2 + 1, y * 2 + 1, desktop.width * 2, desktop.height * 2]
    this.#send(MOTION_ABSOLUTE, [performance.now(), ...place])
    this.#send(FRAME)
  }

  /** Down and up without a moment between them. */
  click(button: MouseButton): void {
    this.#button(button, 1)
    this.#button(button, 0)
  }

  press(button: MouseButton): void {
    this.#down.add(button)
    this.#note.write(this.#down)
    this.#button(button, 1)
  }

  release(button: MouseButton): void {
    // Compositors count; one release too many makes them refuse the next drag.
    if (!this.#down.delete(button)) return
    this.#button(button, 0)
    // With the connection gone nobody has heard it.
    if (!this.#connection.isLost) this.#note.write(this.#down)
  }

  notch(direction: ScrollOptions['direction']): void {
    const { axis, sign } = wheelWays[direction]
    this.#send(AXIS_SOURCE, [WHEEL])
    this.#send(AXIS_DISCRETE, [performance.now(), axis, fixed(sign * NOTCH), sign])
    this.#send(FRAME)
  }

  async releaseAll(): Promise<void> {
    for (const button of this.#down) this.release(button)
    await this.#connection.sync()
  }

  #button(button: MouseButton, state: 0 | 1): void {
    this.#send(BUTTON, [performance.now(), buttonCodes[button], state])
    this.#send(FRAME)
  }

  #send(opcode: number, values: readonly number[] = []): void {
    this.#connection.send(this.#pointer, opcode, values)
  }
}
