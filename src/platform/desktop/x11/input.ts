import { setTimeout as sleep } from 'node:timers/promises'
import type { Held, Point } from '../desktop-driver.ts'
import type { XConnection } from './connection.ts'
import { pointerOf } from './windows.ts'

interface XTest {
  FakeInput(type: number, detail: number, delay: number, window: number, x: number, y: number): void
}

const KEY_PRESS = 2
const KEY_RELEASE = 3
const BUTTON_PRESS = 4
const BUTTON_RELEASE = 5
const MOTION = 6
const MAX_BUTTONS = 9
const PLACES_REMEMBERED = 128

/** Presses keys and buttons as if by hand, and knows what it has not let go of yet. */
export class Input {
  readonly connection: XConnection
  readonly #test: XTest
  readonly #keys = new Set<number>()
  readonly #buttons = new Set<number>()
  readonly #places: Point[] = []

  private constructor(connection: XConnection, test: XTest) {
    this.connection = connection
    this.#test = test
  }

  static async on(connection: XConnection): Promise<Input> {
    return new Input(connection, await connection.extension<XTest>('xtest'))
  }

  /** The last places to which the pointer was moved from here, the latest last. */
  get places(): readonly Point[] {
    return this.#places
  }

  motion({ x, y }: Point): void {
    this.#places.push({ x, y })
    if (this.#places.length > PLACES_REMEMBERED) this.#places.shift()
    this.#fake(MOTION, 0, { x, y })
  }

  /** Somebody else has moved it there, and that is fine from now on. */
  acceptPlace(point: Point): void {
    this.#places.length = 0
    this.#places.push(point)
  }

  keyDown(keycode: number): void {
    this.#keys.add(keycode)
    this.#fake(KEY_PRESS, keycode)
  }

  keyUp(keycode: number): void {
    this.#keys.delete(keycode)
    this.#fake(KEY_RELEASE, keycode)
  }

  buttonDown(button: number): void {
    this.#buttons.add(button)
    this.#fake(BUTTON_PRESS, button)
  }

  buttonUp(button: number): void {
    this.#buttons.delete(button)
    this.#fake(BUTTON_RELEASE, button)
  }

  /** Runs with these keys down; they are up again however it ends. */
  async holding<T>(keycodes: readonly number[], run: () => Promise<T>): Promise<T> {
    for (const keycode of keycodes) this.keyDown(keycode)
    try {
      return await run()
    } finally {
      for (const keycode of keycodes.toReversed()) this.keyUp(keycode)
      await this.connection.sync()
    }
  }

  async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal })
  }

  /** Whether it was pressed from here, and not let go of yet. */
  holdsKey(keycode: number): boolean {
    return this.#keys.has(keycode)
  }

  /** All that are down, whoever presses them. */
  async keysDown(): Promise<readonly number[]> {
    const keymap = await this.connection.request<Buffer>((done) => this.connection.client.QueryKeymap(done))
    return Array.from({ length: 256 }, (_, keycode) => keycode).filter(
      (keycode) => ((keymap[keycode >> 3] ?? 0) & (1 << (keycode & 7))) !== 0,
    )
  }

  async held(): Promise<Held> {
    const [keys, { keyMask }] = await Promise.all([this.keysDown(), pointerOf(this.connection)])
    const buttons = [1, 2, 3, 4, 5].filter((button) => (keyMask & (0x80 << button)) !== 0)
    return { keys, buttons }
  }

  /**
   * Lets go of everything that is down, whoever pressed it: what a process pressed stays down when it is killed. Keys
   * that a person holds are those of another device and stay as they are.
   */
  async releaseAll(): Promise<void> {
    for (const keycode of new Set([...(await this.keysDown()), ...this.#keys])) this.keyUp(keycode)
    // The wheel's sideways buttons are in no mask; letting go of what is not down does nothing.
    for (let button = 1; button <= MAX_BUTTONS; button++) this.buttonUp(button)
    await this.connection.sync()
  }

  #fake(type: number, detail: number, { x, y }: Point = { x: 0, y: 0 }): void {
    // A lost connection holds nothing, and says so with the next request that has an answer.
    if (this.connection.isLost) return
    this.#test.FakeInput(type, detail, 0, this.connection.root, x, y)
  }
}
