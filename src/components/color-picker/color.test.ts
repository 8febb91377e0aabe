import { expect, test } from 'vitest'
import { colorCode, contrast, hexOfHsl, hslOf, readHex } from './color.ts'

test.each([
  ['#3b82f6', 'rgb(59 130 246)', 'hsl(217 91% 60%)', 'oklch(0.623 0.188 259.8)'],
  ['#ff0000', 'rgb(255 0 0)', 'hsl(0 100% 50%)', 'oklch(0.628 0.258 29.2)'],
  ['#ffffff', 'rgb(255 255 255)', 'hsl(0 0% 100%)', 'oklch(1 0 0)'],
  ['#808080', 'rgb(128 128 128)', 'hsl(0 0% 50%)', 'oklch(0.6 0 0)'],
])('%s in all formats', (hex, rgb, hsl, oklch) => {
  expect([
    colorCode(hex, 'rgb'),
    colorCode(hex, 'hsl'),
    colorCode(hex, 'oklch'),
    colorCode(hex.toUpperCase(), 'hex'),
  ]).toEqual([rgb, hsl, oklch, hex])
})

test('hue, saturation and lightness lead back to the same colour', () => {
  for (const hex of ['#3b82f6', '#0f766e', '#f59e0b', '#1e293b', '#000000', '#ff00ff'])
    expect(hexOfHsl(hslOf(hex))).toBe(hex)
})

test('codes are read with and without a hash, long and short', () => {
  expect(readHex(' 38F ')).toBe('#3388ff')
  expect(readHex('#3B82F6')).toBe('#3b82f6')
  expect(readHex('blue')).toBeUndefined()
})

test('contrast goes from 1 to 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#777777')).toBe(1)
})
