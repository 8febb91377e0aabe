import { expect, test } from 'vitest'
import { keysymOf, parseChord } from '../chords.ts'
import { Keymap } from './keymap.ts'

test('what an American keyboard has needs no further key', () => {
  const keymap = new Keymap()
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  const named = ['Return', 'Tab', 'F1', 'F12', 'Page_Down', 'ctrl', 'super', 'Delete', 'Print']
  const keysyms = [
    ...printable.map(keysymOf),
    ...named.flatMap((name) => parseChord(name)).map((key) => key.keysym),
  ]
  expect(keymap.add(keysyms)).toBe(false)
  expect(keymap.placeOf(keysymOf('a'))).toEqual({ code: 30, shift: false })
  expect(keymap.placeOf(keysymOf('A'))).toEqual({ code: 30, shift: true })
  expect(keymap.placeOf(keysymOf('?'))).toEqual({ code: 53, shift: true })
  expect(keymap.placeOf(keysymOf('`'))).toEqual({ code: 41, shift: false })
  expect(keymap.placeOf(keysymOf('\n'))).toEqual({ code: 28, shift: false })
})

test('every other character gets a key of its own, and keeps it', () => {
  const keymap = new Keymap()
  const characters = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  expect(keymap.add(['é', '😀'].map(keysymOf))).toBe(true)
  const first = keymap.placeOf(keysymOf('é'))
  expect(keymap.add(characters.map(keysymOf))).toBe(true)
  expect(keymap.add(['é', '一'].map(keysymOf))).toBe(false)
  expect(keymap.placeOf(keysymOf('é'))).toEqual(first)
  const codes = ['é', '😀', ...characters].map((character) => keymap.placeOf(keysymOf(character))!.code)
  expect(new Set(codes).size).toBe(302)
  // The first ones are low enough for programs of X11.
  expect(Math.max(...codes.slice(0, 100))).toBeLessThanOrEqual(247)
  expect(keymap.text()).toContain(`<D0> = ${first!.code + 8};`)
  expect(keymap.text()).toContain('key <D0> { [ 0xe9 ] };')
  expect(keymap.text()).toContain('key <D1> { [ 0x101f600 ] };')
})

test('a keyboard that is full starts anew with what is wanted now', () => {
  const keymap = new Keymap()
  const some = (from: number) => Array.from({ length: 500 }, (_, index) => 0x0100_0000 + from + index)
  keymap.add(some(0x4e00))
  expect(keymap.add(some(0x8000))).toBe(true)
  expect(keymap.placeOf(0x0100_8000)).toBeDefined()
  expect(keymap.placeOf(0x0100_4e00)).toBeUndefined()
})
