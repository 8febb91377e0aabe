import type { XEvent } from 'x11'
import { AppError } from '../../../contract/errors.ts'
import { keysymOf, modifierKey, parseChord, type ChordKey } from '../chords.ts'
import type { Modifier } from '../desktop-driver.ts'
import { eventsRead } from './events-read.ts'
import type { Input } from './input.ts'
import { BorrowedKeycodes, KeyboardMap, neighbouringChanges, type KeyPlace } from './keyboard-map.ts'
import { pointerOf } from './windows.ts'

/** Programs read a changed keyboard some time after they were told of it. */
const SETTLE_MS = 60
const SYNC_EVERY = 32
/** At most 200 characters in a second. */
const PACE_MS = (SYNC_EVERY / 200) * 1000
const UNPACED = 64
const BORROWED = '_DESKHAND_BORROWED_KEYCODES'
const CARDINAL = 6
const LOCK = 2
const KEYBOARD_CHANGED = 1

/** Types on the keyboard as it is laid out, and lends keys to the characters that it does not have. */
export class Keyboard {
  readonly #input: Input
  readonly #borrowed = new BorrowedKeycodes()
  /** Borrowed by a process that could not give them back. */
  #orphans: ReadonlySet<number> = new Set()
  #map: KeyboardMap | null = null

  constructor(input: Input) {
    this.#input = input
    input.connection.listen((event: XEvent) => {
      if (event.name === 'MappingNotify' && event.request === KEYBOARD_CHANGED) this.#map = null
    })
  }

  /** Names are refused before anything is pressed. */
  async press(
    chord: string,
    { holdMs = 0, signal }: { holdMs?: number; signal?: AbortSignal | undefined },
  ): Promise<void> {
    const keys = parseChord(chord)
    const state = await this.#state()
    const { map } = state
    const places: KeyPlace[] = []
    for (const key of keys) places.push(await this.#placeOf(key, state))
    const last = places.at(-1)!
    const held = places.slice(0, -1).map(({ keycode }) => keycode)
    if (last.shift && !held.includes(map.shift)) held.push(map.shift)
    if (last.level3 && map.level3 !== null) held.push(map.level3)
    signal?.throwIfAborted()
    await this.#input.holding([...held, last.keycode], async () => {
      if (holdMs > 0) await this.#input.pause(holdMs, signal)
    })
  }

  async keycodesOf(modifiers: readonly Modifier[]): Promise<readonly number[]> {
    if (modifiers.length === 0) return []
    const state = await this.#state()
    return Promise.all(
      [...new Set(modifiers)].map(async (name) => (await this.#placeOf(modifierKey(name), state)).keycode),
    )
  }

  async keycodeOf(keysym: number): Promise<number | null> {
    const { map, group } = await this.#state()
    return map.findAnywhere(keysym, group)?.keycode ?? null
  }

  /** Character by character. What was sent cannot be called back, so long texts are sent no faster than they are read. */
  async type(text: string, signal?: AbortSignal): Promise<void> {
    const characters = Array.from(text.replaceAll('\r\n', '\n'))
    let sent = 0
    while (sent < characters.length) {
      const { reachable, state } = await this.#reach(characters.slice(sent))
      const end = sent + reachable
      for (; sent < end; sent++) {
        signal?.throwIfAborted()
        this.#strike(keysymOf(characters[sent]!), state)
        if (sent % SYNC_EVERY !== SYNC_EVERY - 1) continue
        await this.#input.connection.sync()
        if (characters.length > UNPACED) await this.#input.pause(PACE_MS, signal)
      }
      await this.#input.connection.sync()
    }
  }

  /** Gives the borrowed keycodes back. */
  async close(): Promise<void> {
    const { connection } = this.#input
    const keycodes = this.#borrowed.keycodes.union(this.#orphans)
    if (keycodes.size === 0 || connection.isLost) return
    for (const { first, keysyms } of neighbouringChanges([...keycodes].map((keycode) => [keycode, 0])))
      connection.client.ChangeKeyboardMapping(first, 1, keysyms)
    connection.client.DeleteProperty(connection.root, await connection.atom(BORROWED))
    await connection.sync()
  }

  async #state(): Promise<State> {
    // First: with its answer comes the news of a layout that has just changed.
    const { keyMask } = await pointerOf(this.#input.connection)
    const map = this.#map ?? (await this.#readMap())
    return { map, group: (keyMask >> 13) & 3, isLocked: (keyMask & LOCK) !== 0 }
  }

  async #readMap(): Promise<KeyboardMap> {
    const { connection } = this.#input
    const { min_keycode: first, max_keycode: last } = connection.display
    const [rows, orphans] = await Promise.all([
      connection.request<number[][]>((done) =>
        connection.client.GetKeyboardMapping(first, last - first + 1, done),
      ),
      connection.property(connection.root, BORROWED),
    ])
    this.#orphans = new Set(orphans ? Array.from(orphans.data) : [])
    this.#borrowed.keepOnly((keycode, keysym) => rows[keycode - first]?.[0] === keysym)
    const borrowed = this.#borrowed.keycodes.union(this.#orphans)
    const map = new KeyboardMap({ firstKeycode: first, rows }, borrowed)
    this.#map = map
    return map
  }

  async #placeOf(key: ChordKey, { map, group }: State): Promise<KeyPlace> {
    const place = map.findAnywhere(key.keysym, group)
    if (place) return place
    await this.#borrow([key.keysym], map)
    const keycode = this.#borrowed.find(key.keysym)
    if (keycode === undefined) {
      throw new AppError('invalid_request', `This desktop's keyboard has no key ${key.name}.`)
    }
    return { keycode, shift: false, level3: false, isLetter: false }
  }

  /** Makes the next characters reachable, as many as there is room for at once. */
  async #reach(characters: readonly string[]): Promise<{ reachable: number; state: State }> {
    const state = await this.#state()
    const lacking = characters
      .map((character, index) => ({ keysym: keysymOf(character), index }))
      .filter(({ keysym }) => placeIn(state, keysym) === null)
    if (lacking.length === 0) return { reachable: characters.length, state }
    const fits = await this.#borrow(
      lacking.map(({ keysym }) => keysym),
      state.map,
    )
    if (fits === 0) {
      throw new AppError('unavailable', "This desktop's keyboard has no room for these characters.")
    }
    return { reachable: lacking[fits]?.index ?? characters.length, state }
  }

  /** Returns how many of the symbols have a key now. Is not stopped half-way: what it notes down must be so. */
  async #borrow(keysyms: readonly number[], map: KeyboardMap): Promise<number> {
    const { connection } = this.#input
    const before = this.#borrowed.keycodes
    const { fits, changes } = this.#borrowed.plan(keysyms, map.spare)
    if (changes.length === 0) return fits
    // Keys that are on their way must be read with the old meaning.
    if (changes.some(([keycode]) => before.has(keycode))) await eventsRead(connection)
    const keycodes = [...this.#borrowed.keycodes.union(this.#orphans)]
    connection.client.ChangeProperty(
      0,
      connection.root,
      await connection.atom(BORROWED),
      CARDINAL,
      8,
      keycodes,
    )
    for (const { first, keysyms } of neighbouringChanges(changes)) {
      // The same with and without Shift.
      const levels = keysyms.flatMap((keysym) => [keysym, keysym])
      connection.client.ChangeKeyboardMapping(first, 2, levels)
    }
    await connection.sync()
    await this.#input.pause(SETTLE_MS)
    return fits
  }

  #strike(keysym: number, state: State): void {
    const place = placeIn(state, keysym)
    const keycode = place?.keycode ?? this.#borrowed.find(keysym)!
    const held: number[] = []
    if (place && place.shift !== (state.isLocked && place.isLetter)) held.push(state.map.shift)
    if (place?.level3) held.push(state.map.level3!)
    for (const one of held) this.#input.keyDown(one)
    this.#input.keyDown(keycode)
    this.#input.keyUp(keycode)
    for (const one of held.toReversed()) this.#input.keyUp(one)
  }
}

interface State {
  readonly map: KeyboardMap
  /** The layout in use, of those that the person has. */
  readonly group: number
  readonly isLocked: boolean
}

function placeIn({ map, group }: State, keysym: number): KeyPlace | null {
  const place = map.find(keysym, group)
  return place?.level3 && map.level3 === null ? null : place
}
