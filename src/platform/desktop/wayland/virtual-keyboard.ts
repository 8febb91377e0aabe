import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { keysymOf, modifierKey, type ChordKey } from '../chords.ts'
import type { Modifier } from '../desktop-driver.ts'
import type { WaylandConnection } from './connection.ts'
import type { EventPace } from './event-pace.ts'
import { SHIFT, modifierMasks } from './key-places.ts'
import type { Keyboard, PressOptions } from './keyboard.ts'
import { Keymap } from './keymap.ts'
import { SharedMemory } from './shared-memory.ts'

export const KEYBOARD_MANAGER = 'zwp_virtual_keyboard_manager_v1'

const CREATE_VIRTUAL_KEYBOARD = 0
const SET_KEYMAP = 0
const SET_KEY = 1
const SET_MODIFIERS = 2
const XKB_TEXT_FORMAT = 1
/** Programs read a changed keyboard some time after they were told of it. */
const SETTLE_MS = 60
const SYNC_EVERY = 32

/** A keyboard of our own: it stays plugged in, for programs lose keys of one that comes and goes with every text. */
export class VirtualKeyboard implements Keyboard {
  readonly #connection: WaylandConnection
  readonly #keyboard: number
  readonly #pace: EventPace
  readonly #keymap = new Keymap()
  readonly #down = new Set<number>()

  private constructor(connection: WaylandConnection, keyboard: number, pace: EventPace) {
    this.#connection = connection
    this.#keyboard = keyboard
    this.#pace = pace
  }

  static async plugIn(
    connection: WaylandConnection,
    { seat, pace }: { readonly seat: number; readonly pace: EventPace },
  ): Promise<VirtualKeyboard> {
    const manager = connection.bindFirst(KEYBOARD_MANAGER, 1)
    const keyboard = connection.newObject()
    connection.send(manager, CREATE_VIRTUAL_KEYBOARD, [seat, keyboard])
    const plugged = new VirtualKeyboard(connection, keyboard, pace)
    await plugged.#sendKeymap()
    return plugged
  }

  async press(keys: readonly ChordKey[], { holdMs, signal }: PressOptions): Promise<void> {
    await this.#reach(keys.map(({ keysym }) => keysym))
    await this.#pace.take(keys.length * 2, signal)
    signal?.throwIfAborted()
    const places = keys.map(({ keysym }) => this.#keymap.placeOf(keysym)!)
    const codes = places.slice(0, -1).map(({ code }) => code)
    const last = places.at(-1)!
    if (last.shift) codes.push(SHIFT)
    await this.#with(new Set([...codes, last.code]), async () => {
      if (holdMs > 0) await sleep(holdMs, undefined, { signal })
    })
  }

  /** Character by character. What was sent cannot be called back, so long texts are sent no faster than they are read. */
  async type(text: string, signal?: AbortSignal): Promise<void> {
    const characters = Array.from(text.replaceAll('\r\n', '\n'))
    await this.#reach(characters.map(keysymOf))
    for (const [index, character] of characters.entries()) {
      signal?.throwIfAborted()
      await this.#pace.take(2, signal)
      this.#strike(keysymOf(character))
      if (index % SYNC_EVERY === SYNC_EVERY - 1) await this.#connection.sync()
    }
    await this.#connection.sync()
  }

  async holding<T>(modifiers: readonly Modifier[], run: () => Promise<T>): Promise<T> {
    const codes = modifiers.map((modifier) => this.#keymap.placeOf(modifierKey(modifier).keysym)!.code)
    return this.#with(new Set(codes), run)
  }

  async releaseAll(): Promise<void> {
    for (const code of [...this.#down].toReversed()) this.#up(code)
    // Also when nothing is known to be down: this is our own keyboard, and its modifiers are only what we say.
    this.#connection.send(this.#keyboard, SET_MODIFIERS, [0, 0, 0, 0])
    await this.#connection.sync()
  }

  async #with<T>(codes: ReadonlySet<number>, run: () => Promise<T>): Promise<T> {
    for (const code of codes) this.#press(code)
    try {
      return await run()
    } finally {
      for (const code of [...codes].toReversed()) this.#up(code)
      if (codes.size > 0) await this.#connection.sync()
    }
  }

  #strike(keysym: number): void {
    const { code, shift } = this.#keymap.placeOf(keysym)!
    if (shift) this.#press(SHIFT)
    this.#press(code)
    this.#up(code)
    if (shift) this.#up(SHIFT)
  }

  #press(code: number): void {
    this.#down.add(code)
    this.#key(code, 1)
  }

  #up(code: number): void {
    this.#down.delete(code)
    this.#key(code, 0)
  }

  /** The compositor does not work out the modifiers of such a keyboard; they are told along with the key. */
  #key(code: number, state: 0 | 1): void {
    this.#connection.send(this.#keyboard, SET_KEY, [performance.now(), code, state])
    if (!modifierMasks.has(code)) return
    const mask = [...this.#down].reduce((bits, each) => bits | (modifierMasks.get(each) ?? 0), 0)
    this.#connection.send(this.#keyboard, SET_MODIFIERS, [mask, 0, 0, 0])
  }

  /** Makes sure that there is a key for each of them. */
  async #reach(keysyms: readonly number[]): Promise<void> {
    if (!this.#keymap.add(keysyms)) return
    if (keysyms.some((keysym) => this.#keymap.placeOf(keysym) === undefined)) {
      throw new AppError('invalid_request', 'The text has too many different characters to type at once.')
    }
    await this.#sendKeymap()
    await sleep(SETTLE_MS)
  }

  async #sendKeymap(): Promise<void> {
    const text = Buffer.from(`${this.#keymap.text()}\0`)
    const memory = new SharedMemory(text.length, this.#connection.address.runtimeFolder)
    try {
      memory.write(text)
      const values = () => [XKB_TEXT_FORMAT, text.length]
      await this.#connection.sendMemory({ object: this.#keyboard, opcode: SET_KEYMAP, values }, memory)
      await this.#connection.sync()
    } finally {
      memory.close()
    }
  }
}
