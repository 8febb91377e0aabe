import { AppError } from '../../../contract/errors.ts'
import type { ChordKey } from '../chords.ts'
import type { Modifier } from '../desktop-driver.ts'
import type { WaylandAddress } from './connection.ts'
import { isModifier } from './key-places.ts'
import type { Keyboard, PressOptions } from './keyboard.ts'
import { failure, runTool } from './tools.ts'

const TYPING_MS = 30_000
/** Programs lose the first key of a keyboard that has just been plugged in. */
const SETTLE_MS = 150

const modifierNames: Readonly<Record<string, string>> = {
  Shift_L: 'shift',
  Shift_R: 'shift',
  Control_L: 'ctrl',
  Control_R: 'ctrl',
  Alt_L: 'alt',
  Alt_R: 'alt',
  Super_L: 'logo',
  Super_R: 'logo',
  ISO_Level3_Shift: 'altgr',
}

/** The program `wtype`, for where we cannot plug in a keyboard of our own. */
export class WtypeKeyboard implements Keyboard {
  readonly #address: WaylandAddress

  constructor(address: WaylandAddress) {
    this.#address = address
  }

  async press(keys: readonly ChordKey[], { holdMs, signal }: PressOptions): Promise<void> {
    const words = wordsOf(keys, holdMs)
    await this.#run(words, { withinMs: TYPING_MS + holdMs, signal })
  }

  async type(text: string, signal?: AbortSignal): Promise<void> {
    const input = Buffer.from(text.replaceAll('\r\n', '\n'))
    await this.#run(['-s', String(SETTLE_MS), '-'], { withinMs: TYPING_MS, input, signal })
  }

  async holding<T>(modifiers: readonly Modifier[], run: () => Promise<T>): Promise<T> {
    if (modifiers.length === 0) return run()
    throw new AppError(
      'unavailable_on_platform',
      "Can't hold keys during a click here. Run the service without the restrictions of --permission.",
    )
  }

  async releaseAll(): Promise<void> {
    // The keyboard of wtype is unplugged with everything on it when the program ends.
  }

  async #run(
    words: readonly string[],
    options: { withinMs: number; input?: Buffer; signal?: AbortSignal | undefined },
  ): Promise<void> {
    const { status } = await runTool('wtype', words, { address: this.#address, ...options })
    if (status !== 0) throw failure('wtype', new Error(`it ended with ${status}`))
  }
}

/** Every key but the last is held while that one is struck. */
export function wordsOf(keys: readonly ChordKey[], holdMs: number): string[] {
  const last = keys.at(-1)!
  const held = keys.slice(0, -1)
  const down = held.flatMap((key) => (isModifier(key) ? ['-M', modifierNames[key.name]!] : ['-P', key.name]))
  const up = held
    .toReversed()
    .flatMap((key) => (isModifier(key) ? ['-m', modifierNames[key.name]!] : ['-p', key.name]))
  const pause = holdMs > 0 ? ['-s', String(holdMs)] : []
  const name = keyName(last)
  return ['-s', String(SETTLE_MS), ...down, '-P', name, ...pause, '-p', name, ...up]
}

/** As xkbcommon names symbols: characters by their number. */
function keyName({ name, keysym }: ChordKey): string {
  if (Array.from(name).length > 1) return name
  return /^[a-zA-Z0-9]$/.test(name) ? name : `U${(keysym & 0xff_ffff).toString(16).padStart(4, '0')}`
}
