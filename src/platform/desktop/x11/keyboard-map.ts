/** Where a symbol is on the keyboard: its key, and what has to be held with it. */
export interface KeyPlace {
  readonly keycode: number
  readonly shift: boolean
  /** The third level of the key, which AltGr reaches. */
  readonly level3: boolean
  /** A letter: Caps Lock turns it round. */
  readonly isLetter: boolean
}

export interface KeyboardRows {
  readonly firstKeycode: number
  /** For each keycode its symbols, as the core protocol orders them. */
  readonly rows: readonly (readonly number[])[]
}

/** Columns of the core protocol that belong to a group, in the order of preference: plain, shift, level 3, both. */
const columnsOfGroup = [
  [0, 1, 4, 5],
  [2, 3, 6, 7],
] as const

const SHIFT_LEFT = 0xffe1
const LEVEL3_SHIFT = 0xfe03

/** What the keys of the keyboard mean. Symbols of the borrowed keycodes are left out: they change. */
export class KeyboardMap {
  readonly shift: number
  readonly level3: number | null
  /** Keycodes that mean nothing, and those already borrowed. */
  readonly spare: readonly number[]
  readonly #groups: readonly ReadonlyMap<number, KeyPlace>[]

  constructor({ firstKeycode, rows }: KeyboardRows, borrowed: ReadonlySet<number>) {
    const keys = rows.map((symbols, index) => ({ keycode: firstKeycode + index, symbols }))
    const isSpare = ({ keycode, symbols }: (typeof keys)[number]) =>
      borrowed.has(keycode) || symbols.every((symbol) => symbol === 0)
    this.spare = keys.filter(isSpare).map(({ keycode }) => keycode)
    const used = keys.filter((key) => !isSpare(key))
    this.#groups = columnsOfGroup.map((columns) => placesOf(used, columns))
    this.shift = this.#groups[0]?.get(SHIFT_LEFT)?.keycode ?? 50
    this.level3 = this.#groups[0]?.get(LEVEL3_SHIFT)?.keycode ?? null
  }

  /** In the layout that is in use now. */
  find(keysym: number, group: number): KeyPlace | null {
    return this.#groups[Math.min(group, 1)]?.get(keysym) ?? null
  }

  /** In any layout: a shortcut is known by its key, whatever the layout of the moment. */
  findAnywhere(keysym: number, group: number): KeyPlace | null {
    return this.find(keysym, group) ?? this.find(keysym, 0) ?? this.find(lowerCaseOf(keysym), 0)
  }
}

function placesOf(
  keys: readonly { readonly keycode: number; readonly symbols: readonly number[] }[],
  columns: readonly number[],
): Map<number, KeyPlace> {
  const places = new Map<number, KeyPlace>()
  for (const [level, column] of columns.entries()) {
    for (const { keycode, symbols } of keys) {
      const symbol = symbols[column] ?? 0
      if (symbol === 0 || places.has(symbol)) continue
      const [plain = 0, shifted = 0] = columns.slice(level & 2).map((at) => symbols[at])
      const isLetter = plain !== shifted && lowerCaseOf(shifted) === plain
      places.set(symbol, { keycode, shift: (level & 1) === 1, level3: level >= 2, isLetter })
    }
  }
  return places
}

/** Of Latin letters, of Unicode symbols, else the same. */
function lowerCaseOf(keysym: number): number {
  const isUnicode = keysym >= 0x0100_0000
  const code = isUnicode ? keysym & 0xff_ffff : keysym
  if (!isUnicode && code > 0xff) return keysym
  const lower = String.fromCodePoint(code).toLowerCase().codePointAt(0)!
  return isUnicode ? 0x0100_0000 | lower : lower
}

/**
 * Symbols that no key has are put on keycodes that mean nothing. Each such change makes every program read the keyboard
 * again (one window manager takes 80 ms for it), so they stay, and the one that was used longest ago makes room.
 */
export class BorrowedKeycodes {
  /** Symbol to keycode, the one used longest ago first. */
  readonly #places = new Map<number, number>()

  get keycodes(): ReadonlySet<number> {
    return new Set(this.#places.values())
  }

  find(keysym: number): number | undefined {
    return this.#places.get(keysym)
  }

  /**
   * Takes as many of the symbols, in their order, as there is room for at once. Returns how many that were and what has
   * to be put where.
   */
  plan(
    keysyms: readonly number[],
    spare: readonly number[],
  ): { fits: number; changes: [keycode: number, keysym: number][] } {
    const changes: [number, number][] = []
    const wanted = new Set<number>()
    let fits = 0
    for (const keysym of keysyms) {
      if (!wanted.has(keysym)) {
        const known = this.#places.get(keysym)
        const keycode = known ?? this.#roomFor(wanted, spare)
        if (keycode === undefined) break
        if (known === undefined) changes.push([keycode, keysym])
        this.#places.delete(keysym)
        this.#places.set(keysym, keycode)
        wanted.add(keysym)
      }
      fits++
    }
    return { fits, changes }
  }

  /** Forgets what somebody else has put something else on. */
  keepOnly(isStillThere: (keycode: number, keysym: number) => boolean): void {
    for (const [keysym, keycode] of this.#places) {
      if (!isStillThere(keycode, keysym)) this.#places.delete(keysym)
    }
  }

  #roomFor(wanted: ReadonlySet<number>, spare: readonly number[]): number | undefined {
    const taken = this.keycodes
    const free = spare.find((keycode) => !taken.has(keycode))
    if (free !== undefined) return free
    for (const [keysym, keycode] of this.#places) {
      if (wanted.has(keysym)) continue
      this.#places.delete(keysym)
      return keycode
    }
    return undefined
  }
}

/**
 * Changes of neighbouring keycodes together, each with the keysyms of its keys in a row. Every change makes all programs
 * of the desktop read the whole keyboard anew, which takes a window manager a while.
 */
export function neighbouringChanges(
  changes: readonly (readonly [keycode: number, keysym: number])[],
): { first: number; keysyms: number[] }[] {
  const runs: { first: number; keysyms: number[] }[] = []
  for (const [keycode, keysym] of changes.toSorted(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    if (last && last.first + last.keysyms.length === keycode) last.keysyms.push(keysym)
    else runs.push({ first: keycode, keysyms: [keysym] })
  }
  return runs
}
