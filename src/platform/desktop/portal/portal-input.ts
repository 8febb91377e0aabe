import { setTimeout as sleep } from 'node:timers/promises'
import { keysymOf, modifierKey, type ChordKey } from '../chords.ts'
import type { Modifier, MouseButton, Point, ScrollOptions } from '../desktop-driver.ts'
import type { EventPace } from '../wayland/event-pace.ts'
import type { Keyboard, PressOptions } from '../wayland/keyboard.ts'
import type { RemoteSession, Stream } from './remote-session.ts'

const buttonCodes: Readonly<Record<MouseButton, number>> = { left: 0x110, right: 0x111, middle: 0x112 }
const wheelWays: Readonly<Record<ScrollOptions['direction'], readonly [axis: number, steps: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [1, -1],
  right: [1, 1],
}
const SYNC_EVERY = 32

/** Calls that are on their way, in the order in which they were made. */
export class SentInput {
  readonly #session: Pick<RemoteSession, 'notify'>
  readonly #sent = new Set<Promise<void>>()

  constructor(session: Pick<RemoteSession, 'notify'>) {
    this.#session = session
  }

  send(member: string, signature: string, values: readonly number[]): void {
    const sent = this.#session.notify(member, signature, values)
    this.#sent.add(sent)
    // A failure stays for whoever waits next.
    sent.then(
      () => this.#sent.delete(sent),
      () => {},
    )
  }

  /** Comes back when the desktop has taken everything that was sent before. */
  async sync(): Promise<void> {
    const sent = [...this.#sent]
    try {
      await Promise.all(sent)
    } finally {
      for (const each of sent) this.#sent.delete(each)
    }
  }
}

/** The pointer of a session, and what of it is pressed. */
export class PortalPointer {
  readonly #input: SentInput
  readonly #streams: readonly Stream[]
  readonly #origin: Point
  readonly #down = new Set<MouseButton>()

  /** The origin is where the desktop begins, in the units of the streams. */
  constructor(input: SentInput, { streams, origin }: { streams: readonly Stream[]; origin: Point }) {
    this.#input = input
    this.#streams = streams
    this.#origin = origin
  }

  motion(point: Point): void {
    const x = point.x + this.#origin.x
    const y = point.y + this.#origin.y
    const { node, area } = streamAt(this.#streams, { x, y })
    // The middle of the pixel.
    this.#input.send('NotifyPointerMotionAbsolute', 'udd', [node, x + 0.5 - area.x, y + 0.5 - area.y])
  }

  click(button: MouseButton): void {
    this.press(button)
    this.release(button)
  }

  press(button: MouseButton): void {
    this.#down.add(button)
    this.#input.send('NotifyPointerButton', 'iu', [buttonCodes[button], 1])
  }

  release(button: MouseButton): void {
    if (this.#down.delete(button)) this.#input.send('NotifyPointerButton', 'iu', [buttonCodes[button], 0])
  }

  notch(direction: ScrollOptions['direction']): void {
    this.#input.send('NotifyPointerAxisDiscrete', 'ui', wheelWays[direction])
  }

  async releaseAll(): Promise<void> {
    for (const button of this.#down) this.release(button)
    await this.#input.sync()
  }
}

/** The keyboard of a session: the desktop finds the key for a symbol itself. */
export class PortalKeyboard implements Keyboard {
  readonly #input: SentInput
  readonly #pace: EventPace
  readonly #down = new Set<number>()

  constructor(input: SentInput, pace: EventPace) {
    this.#input = input
    this.#pace = pace
  }

  async press(keys: readonly ChordKey[], { holdMs, signal }: PressOptions): Promise<void> {
    signal?.throwIfAborted()
    await this.#with(
      keys.map(({ keysym }) => keysym),
      async () => {
        if (holdMs > 0) await sleep(holdMs, undefined, { signal })
      },
    )
  }

  async type(text: string, signal?: AbortSignal): Promise<void> {
    const characters = Array.from(text.replaceAll('\r\n', '\n'))
    for (const [index, character] of characters.entries()) {
      signal?.throwIfAborted()
      await this.#pace.take(2, signal)
      this.#key(keysymOf(character), 1)
      this.#key(keysymOf(character), 0)
      if (index % SYNC_EVERY === SYNC_EVERY - 1) await this.#input.sync()
    }
    await this.#input.sync()
  }

  async holding<T>(modifiers: readonly Modifier[], run: () => Promise<T>): Promise<T> {
    return this.#with(
      modifiers.map((modifier) => modifierKey(modifier).keysym),
      run,
    )
  }

  async releaseAll(): Promise<void> {
    for (const keysym of [...this.#down].toReversed()) this.#key(keysym, 0)
    await this.#input.sync()
  }

  async #with<T>(keysyms: readonly number[], run: () => Promise<T>): Promise<T> {
    for (const keysym of keysyms) this.#key(keysym, 1)
    try {
      return await run()
    } finally {
      for (const keysym of keysyms.toReversed()) this.#key(keysym, 0)
      await this.#input.sync()
    }
  }

  #key(keysym: number, state: 0 | 1): void {
    if (state === 1) this.#down.add(keysym)
    else this.#down.delete(keysym)
    this.#input.send('NotifyKeyboardKeysym', 'iu', [keysym, state])
  }
}

function streamAt(streams: readonly Stream[], { x, y }: Point): Stream {
  const isIn = ({ area }: Stream) =>
    x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
  return streams.find(isIn) ?? streams[0]!
}
