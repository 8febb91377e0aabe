import { expect, test } from 'vitest'
import { inOrder, nameOf } from './note-order.ts'

test('pinned notes come first, then the newest', () => {
  const notes = [
    { id: 'old', text: '', updated_at: '2026-01-01T00:00:00Z' },
    { id: 'new', text: '', updated_at: '2026-03-01T00:00:00Z' },
    { id: 'pinned', text: '', pinned: true },
  ]
  expect(inOrder(notes).map(({ id }) => id)).toEqual(['pinned', 'new', 'old'])
})

test('a note without a title is named by its first line', () => {
  expect(nameOf({ title: 'Wi-Fi', text: 'x' })).toBe('Wi-Fi')
  expect(nameOf({ text: '\n\n# Shopping\nmilk' })).toBe('Shopping')
  expect(nameOf({ text: '  ' })).toBe('Empty note')
})
