import { keysymOf, type ChordKey } from '../chords.ts'

/** A key by the number that Linux gives it, and whether Shift makes it mean this. */
export interface KeyPlace {
  readonly code: number
  readonly shift: boolean
}

export const SHIFT = 42

/** The bits by which a keyboard tells which modifiers are down. */
export const modifierMasks: ReadonlyMap<number, number> = new Map([
  [SHIFT, 1],
  [54, 1],
  [29, 4],
  [97, 4],
  [56, 8],
  [100, 8],
  [125, 64],
  [126, 64],
  [84, 128],
])

/** Where a symbol is on our keyboard, which is an American one whatever the person's is like. */
export function usPlaceOf(keysym: number): KeyPlace | undefined {
  return places.get(keysym)
}

export function isModifier({ keysym }: ChordKey): boolean {
  const place = places.get(keysym)
  return place !== undefined && modifierMasks.has(place.code)
}

const rows: readonly (readonly [number, string, string])[] = [
  [2, '1234567890-=', '!@#$%^&*()_+'],
  [16, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [30, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [43, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
]

const named: readonly (readonly [number, number])[] = [
  [0xff1b, 1],
  [0xff08, 14],
  [0xff09, 15],
  [0xff0d, 28],
  [0xffe3, 29],
  [0xffe1, SHIFT],
  [0xffe2, 54],
  [0xffaa, 55],
  [0xffe9, 56],
  [0x20, 57],
  [0xffe5, 58],
  [0xff7f, 69],
  [0xff14, 70],
  [0xffad, 74],
  [0xffab, 78],
  [0xfe03, 84],
  [0xff8d, 96],
  [0xffe4, 97],
  [0xffaf, 98],
  [0xff61, 99],
  [0xffea, 100],
  [0xff50, 102],
  [0xff52, 103],
  [0xff55, 104],
  [0xff51, 105],
  [0xff53, 106],
  [0xff57, 107],
  [0xff54, 108],
  [0xff56, 109],
  [0xff63, 110],
  [0xffff, 111],
  [0xff13, 119],
  [0xffeb, 125],
  [0xffec, 126],
  [0xff67, 127],
  [0xffc8, 87],
  [0xffc9, 88],
  ...Array.from({ length: 10 }, (_, index) => [0xffbe + index, 59 + index] as const),
]

const places: ReadonlyMap<number, KeyPlace> = new Map([
  ...rows.flatMap(([first, plain, shifted]) =>
    [plain, shifted].flatMap((characters, level) =>
      Array.from(
        characters,
        (character, index) => [keysymOf(character), { code: first + index, shift: level === 1 }] as const,
      ),
    ),
  ),
  ...named.map(([keysym, code]) => [keysym, { code, shift: false }] as const),
])
