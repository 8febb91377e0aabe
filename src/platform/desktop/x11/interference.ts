import type { Interference, Point } from '../desktop-driver.ts'
import type { XConnection } from './connection.ts'
import type { Input } from './input.ts'
import type { Keyboard } from './keyboard.ts'
import type { ScreenBounds } from './monitors.ts'
import { pointerOf } from './windows.ts'

export interface InterferenceParts {
  readonly connection: XConnection
  readonly input: Input
  readonly keyboard: Keyboard
  readonly bounds: ScreenBounds
  readonly onInterference: (why: Interference) => void
  readonly onHotkeyTaken: () => void
}

/** Control, alt and, where another program has those, shift. */
const HOTKEY_MODIFIERS = [4 | 8, 4 | 8 | 1]
/** Caps Lock, Num Lock, both: a grab is for an exact state. */
const LOCKS = [0, 2, 16, 18]
const ESCAPE = 0xff1b
/** Control and alt, left and right. */
const HELD_WITH_IT = [
  [0xffe3, 0xffe4],
  [0xffe9, 0xffea],
]
const ASYNCHRONOUS = 1
const POLL_MS = 50
const SOMEBODY_ELSE_PIXELS = 8
const CORNER_PIXELS = 2
const CORNER_MS = 150

/**
 * Watches for the person at the desktop: ctrl+alt+Escape (or ctrl+alt+shift+Escape), the pointer in a corner, the pointer
 * moved by another hand.
 */
export class InterferenceWatch {
  readonly #parts: InterferenceParts
  readonly #stopListening: () => void
  #hotkey: Hotkey | null = null
  /** For each key of the first hotkey those that count as it. */
  #hotkeyKeys: readonly (readonly number[])[] = []
  #isHotkeyDown = false
  #timer: NodeJS.Timeout | undefined
  #corneredSince: number | null = null
  #isStopped = false

  private constructor(parts: InterferenceParts) {
    this.#parts = parts
    this.#stopListening = parts.connection.listen((event) => {
      if (event.name === 'KeyPress' && event.keycode === this.#hotkey?.keycode) {
        parts.onInterference('hotkey')
      }
    })
  }

  static async start(parts: InterferenceParts): Promise<InterferenceWatch> {
    const watch = new InterferenceWatch(parts)
    // First of all: where it is moved from now on is somewhere else.
    const { rootX: x, rootY: y } = await pointerOf(parts.connection)
    parts.input.acceptPlace({ x, y })
    await watch.#learnKeys()
    await watch.#grabHotkey()
    watch.#pollLater()
    return watch
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening()
    clearTimeout(this.#timer)
    if (this.#hotkey !== null && !this.#parts.connection.isLost) this.#ungrab(this.#hotkey)
  }

  #ungrab({ keycode, modifiers }: Hotkey): void {
    const { client, root } = this.#parts.connection
    for (const locks of LOCKS) client.UngrabKey(root, keycode, modifiers | locks)
  }

  /** Another program may have it already; then there is a second one. */
  async #grabHotkey(): Promise<void> {
    const keycode = await this.#parts.keyboard.keycodeOf(ESCAPE)
    for (const modifiers of keycode === null ? [] : HOTKEY_MODIFIERS) {
      const hotkey = { keycode: keycode!, modifiers }
      if (!(await this.#grab(hotkey))) continue
      this.#hotkey = hotkey
      return
    }
    this.#parts.onHotkeyTaken()
  }

  async #learnKeys(): Promise<void> {
    const { keyboard } = this.#parts
    const known = async (keysyms: readonly number[]) =>
      (await Promise.all(keysyms.map((keysym) => keyboard.keycodeOf(keysym)))).filter((key) => key !== null)
    this.#hotkeyKeys = await Promise.all([[ESCAPE], ...HELD_WITH_IT].map(known))
  }

  /** While a menu or a game has all keys for itself, a hotkey reaches nobody; that it is down can still be seen. */
  #lookAtKeys(down: readonly number[]): void {
    const { input, onInterference } = this.#parts
    const wasDown = this.#isHotkeyDown
    // The others may be down by this driver too, which then is in the middle of a chord.
    const isOurs = this.#hotkeyKeys[0]?.some((escape) => input.holdsKey(escape)) ?? true
    this.#isHotkeyDown = !isOurs && this.#hotkeyKeys.every((keys) => keys.some((key) => down.includes(key)))
    if (this.#isHotkeyDown && !wasDown) onInterference('hotkey')
  }

  async #grab(hotkey: Hotkey): Promise<boolean> {
    const { connection } = this.#parts
    const { client, root } = connection
    const { keycode, modifiers } = hotkey
    const grabbed = LOCKS.map((locks) =>
      connection
        .request<unknown>((done) =>
          client.GrabKey(root, 0, modifiers | locks, keycode, ASYNCHRONOUS, ASYNCHRONOUS, done),
        )
        .then(() => true)
        .catch(() => false),
    )
    const isOurs = (await Promise.all(grabbed)).every(Boolean)
    if (!isOurs) this.#ungrab(hotkey)
    return isOurs
  }

  #pollLater(): void {
    if (this.#isStopped || this.#parts.connection.isLost) return
    this.#timer = setTimeout(() => {
      // A server that is gone is told of by whoever wants to act.
      void this.#look().then(
        () => this.#pollLater(),
        () => {},
      )
    }, POLL_MS).unref()
  }

  async #look(): Promise<void> {
    const { connection, input, onInterference } = this.#parts
    // The places of this moment: what is sent after the question does not matter to its answer.
    const ours = [...input.places]
    const [{ rootX: x, rootY: y }, down] = await Promise.all([pointerOf(connection), input.keysDown()])
    if (this.#isStopped) return
    this.#lookAtKeys(down)
    const isOurs = ours.some((place) => isNear(place, { x, y }))
    if (!this.#isInCorner({ x, y }) || ours.some((place) => place.x === x && place.y === y)) {
      // An action may take the pointer out of the corner again at once; it was a hand that brought it there.
      const wasThere = this.#corneredSince !== null
      this.#corneredSince = null
      if (!isOurs) input.acceptPlace({ x, y })
      if (!isOurs || wasThere) onInterference('pointer')
      return
    }
    this.#corneredSince ??= performance.now()
    if (performance.now() - this.#corneredSince < CORNER_MS) return
    this.#corneredSince = null
    input.acceptPlace({ x, y })
    onInterference('corner')
  }

  #isInCorner({ x, y }: Point): boolean {
    const { width, height } = this.#parts.bounds.size
    const isAtSide = x <= CORNER_PIXELS || x >= width - 1 - CORNER_PIXELS
    return isAtSide && (y <= CORNER_PIXELS || y >= height - 1 - CORNER_PIXELS)
  }
}

interface Hotkey {
  readonly keycode: number
  readonly modifiers: number
}

function isNear(one: Point, other: Point): boolean {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) <= SOMEBODY_ELSE_PIXELS
}
