import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neighbouringChanges, BorrowedKeycodes, KeyboardMap } from './keyboard-map.ts'

const [e, E, euro, shift, level3, cyrillic, one, exclamation] = [
  0x65, 0x45, 0x20ac, 0xffe1, 0xfe03, 0x6c5, 0x31, 0x21,
]

/** Two layouts: German, and Russian on the same keys. */
const map = new KeyboardMap(
  {
    firstKeycode: 8,
    rows: [
      [0, 0, 0, 0, 0, 0],
      [e, E, cyrillic, cyrillic + 0x20, euro, euro],
      [shift, 0, shift, 0, 0, 0],
      [level3, 0, level3, 0, 0, 0],
      [one, exclamation, one, exclamation, 0, 0],
      [0x0100_6f22, 0x0100_6f22, 0, 0, 0, 0],
    ],
  },
  new Set([13]),
)

describe('KeyboardMap', () => {
  test('finds a symbol on the level that reaches it', () => {
    expect(map.find(e, 0)).toEqual({ keycode: 9, shift: false, level3: false, isLetter: true })
    expect(map.find(E, 0)).toEqual({ keycode: 9, shift: true, level3: false, isLetter: true })
    expect(map.find(euro, 0)).toEqual({ keycode: 9, shift: false, level3: true, isLetter: false })
    expect(map.find(exclamation, 0)).toEqual({ keycode: 12, shift: true, level3: false, isLetter: false })
  })

  test('types in the layout of the moment, but knows shortcuts in any', () => {
    expect(map.find(e, 1)).toBeNull()
    expect(map.find(cyrillic, 1)?.keycode).toBe(9)
    expect(map.findAnywhere(e, 1)?.keycode).toBe(9)
  })

  test('knows its modifiers', () => {
    expect([map.shift, map.level3]).toEqual([10, 11])
  })

  test('lends what means nothing, and what is lent already', () => {
    expect(map.spare).toEqual([8, 13])
    expect(map.find(0x0100_6f22, 0)).toBeNull()
  })
})

describe('BorrowedKeycodes', () => {
  test('puts each symbol somewhere once, and again only after it had to make room', () => {
    const borrowed = new BorrowedKeycodes()
    expect(borrowed.plan([1, 2, 1], [100, 101, 102])).toEqual({
      fits: 3,
      changes: [
        [100, 1],
        [101, 2],
      ],
    })
    expect(borrowed.plan([2], [100, 101, 102])).toEqual({ fits: 1, changes: [] })
    expect(borrowed.plan([3, 4], [100, 101, 102])).toEqual({
      fits: 2,
      changes: [
        [102, 3],
        [100, 4],
      ],
    })
    expect(borrowed.find(1)).toBeUndefined()
    expect(borrowed.find(2)).toBe(101)
  })

  test('takes as many as there is room for at once', () => {
    const borrowed = new BorrowedKeycodes()
    expect(borrowed.plan([1, 2, 1, 3, 2], [100, 101]).fits).toBe(3)
    expect(borrowed.plan([9], []).fits).toBe(1)
    expect(new BorrowedKeycodes().plan([9], []).fits).toBe(0)
  })

  test('never has two symbols on one keycode, and has every one that fits', () => {
    const spare = [10, 11, 12, 13]
    const texts = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(texts, (batches) => {
        const borrowed = new BorrowedKeycodes()
        const keyboard = new Map<number, number>()
        for (const symbols of batches) {
          const { fits, changes } = borrowed.plan(symbols, spare)
          for (const [keycode, keysym] of changes) keyboard.set(keycode, keysym)
          expect(fits).toBeGreaterThan(0)
          for (const symbol of symbols.slice(0, fits))
            expect(keyboard.get(borrowed.find(symbol)!)).toBe(symbol)
        }
      }),
    )
  })

  test('forgets what somebody else has changed', () => {
    const borrowed = new BorrowedKeycodes()
    borrowed.plan([1, 2], [100, 101])
    borrowed.keepOnly((keycode) => keycode === 101)
    expect([borrowed.find(1), borrowed.find(2)]).toEqual([undefined, 101])
  })
})

test('keys that lie side by side are changed at once', () => {
  const changes = [
    [12, 0xc],
    [10, 0xa],
    [20, 0x14],
    [11, 0xb],
  ] as const
  expect(neighbouringChanges(changes)).toEqual([
    { first: 10, keysyms: [0xa, 0xb, 0xc] },
    { first: 20, keysyms: [0x14] },
  ])
})
