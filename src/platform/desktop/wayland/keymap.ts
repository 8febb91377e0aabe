import { usPlaceOf, type KeyPlace } from './key-places.ts'

/** The keymap format counts from here where Linux counts from 0. */
const OFFSET = 8
/** Programs for X11 know no higher ones, so these are given out first; the gaps are keys that the layout itself needs. */
const lowCodes = [
  [128, 194],
  [200, 226],
  [231, 247],
].flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, index) => first! + index))
const FIRST_HIGH_CODE = 256
const MAX_EXTRAS = 600

/** An American keyboard with a further key for every symbol that it lacks. */
export class Keymap {
  readonly #extras = new Map<number, number>()

  /** Whether keys were added, so that the keymap has to be sent again. */
  add(keysyms: Iterable<number>): boolean {
    const lacking = [...new Set(keysyms)].filter((keysym) => this.placeOf(keysym) === undefined)
    if (this.#extras.size + lacking.length > MAX_EXTRAS) {
      this.#extras.clear()
      return lacking.length > 0 && this.add(keysyms)
    }
    for (const keysym of lacking) this.#extras.set(keysym, codeOf(this.#extras.size))
    return lacking.length > 0
  }

  placeOf(keysym: number): KeyPlace | undefined {
    const code = this.#extras.get(keysym)
    return code === undefined ? usPlaceOf(keysym) : { code, shift: false }
  }

  /** In the language of XKB. */
  text(): string {
    const extras = [...this.#extras].map(([keysym, code], index) => ({ keysym, code, name: `<D${index}>` }))
    const keycodes = extras.map(({ name, code }) => `${name} = ${code + OFFSET};\n`).join('')
    const symbols = extras
      .map(({ name, keysym }) => `key ${name} { [ 0x${keysym.toString(16)} ] };\n`)
      .join('')
    return [
      'xkb_keymap {\n',
      `xkb_keycodes "deskhand" { include "evdev+aliases(qwerty)"\n${keycodes}};\n`,
      'xkb_types "deskhand" { include "complete" };\n',
      'xkb_compatibility "deskhand" { include "complete" };\n',
      `xkb_symbols "deskhand" { include "pc+us"\n${symbols}};\n`,
      '};\n',
    ].join('')
  }
}

function codeOf(index: number): number {
  return lowCodes[index] ?? FIRST_HIGH_CODE + index - lowCodes.length
}
