import { describe, expect, test } from 'vitest'
import { keysymOf, modifierKey, parseChord } from './chords.ts'

const names = (chord: string) => parseChord(chord).map(({ name }) => name)

describe('parseChord', () => {
  test.each([
    ['ctrl+shift+t', ['Control_L', 'Shift_L', 't']],
    ['Ctrl + Alt + Delete', ['Control_L', 'Alt_L', 'Delete']],
    ['F5', ['F5']],
    ['f12', ['F12']],
    ['ctrl++', ['Control_L', '+']],
    ['+', ['+']],
    ['ctrl+plus', ['Control_L', 'plus']],
    ['enter', ['Return']],
    ['Return', ['Return']],
    ['Page_Down', ['Next']],
    ['page down', ['Next']],
    ['PageUp', ['Prior']],
    ['ArrowLeft', ['Left']],
    ['cmd+c', ['Super_L', 'c']],
    ['win', ['Super_L']],
    ['ctrl+-', ['Control_L', '-']],
    ['ctrl+é', ['Control_L', 'é']],
    ['KP_7', ['KP_7']],
  ])('%s', (chord, keys) => {
    expect(names(chord)).toEqual(keys)
  })

  test.each(['ctrl+foo', 'ctrl+', '', 'ctrl++a', 'shift+ctlr+a', 'F25'])('%j is refused whole', (chord) => {
    expect(() => parseChord(chord)).toThrowError(expect.objectContaining({ code: 'invalid_request' }))
  })
})

describe('keysymOf', () => {
  test.each([
    ['a', 0x61],
    ['é', 0xe9],
    ['€', 0x0100_20ac],
    ['漢', 0x0100_6f22],
    ['😀', 0x0101_f600],
    ['\n', 0xff0d],
    ['\t', 0xff09],
  ])('%j', (character, keysym) => {
    expect(keysymOf(character)).toBe(keysym)
  })
})

test('each modifier of an action is a key', () => {
  const keys = (['ctrl', 'shift', 'alt', 'super'] as const).map((name) => modifierKey(name).name)
  expect(keys).toEqual(['Control_L', 'Shift_L', 'Alt_L', 'Super_L'])
})
