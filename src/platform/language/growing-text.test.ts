import { expect, test } from 'vitest'
import { GrowingText } from './growing-text.ts'

test('it is its pieces in order, whenever it is read', () => {
  const text = new GrowingText('begin')
  let expected = 'begin'
  for (let index = 0; index < 1_000; index += 1) {
    const piece = index % 7 === 0 ? '' : ` ${index}`
    text.add(piece)
    expected += piece
    expect(text.length).toBe(expected.length)
    if (index % 90 === 0) expect(text.toString()).toBe(expected)
  }
  expect(text.toString()).toBe(expected)
  expect(text.toString()).toBe(expected)
  expect(new GrowingText().toString()).toBe('')
})
