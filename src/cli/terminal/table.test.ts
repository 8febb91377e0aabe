import { expect, it } from 'vitest'
import { drawTable, type Cell } from './table.ts'

const draw = (rows: readonly (readonly Cell[])[], options: { width?: number; wrapLast?: boolean } = {}) =>
  drawTable({
    header: ['name', 'says'],
    rows,
    style: (style, text) => `<${String(style)}>${text}</>`,
    ...options,
  })
    .split('\n')
    .slice(1)

it('aligns by what is seen: colours take no room, wide characters take two', () => {
  const rows = [
    [{ text: 'ok', style: 'green' }, 'a'],
    ['日本', 'b'],
    ['🙂', 'c'],
  ] as const
  expect(draw(rows)).toEqual(['<green>ok</>    a', '日本  b', '🙂    c'])
})

it('shortens nothing where nobody said how wide the terminal is', () => {
  expect(draw([['x', 'word '.repeat(100).trim()]])[0]).toHaveLength(6 + 499)
})

it('cuts the last column first and then the widest, and says so', () => {
  const lines = draw([['n'.repeat(40), 's'.repeat(40)]], { width: 50 })
  expect(lines).toEqual([`${'n'.repeat(23)}…  ${'s'.repeat(23)}…`])
})

it('carries sentences on under the last column, and keeps long words whole', () => {
  const address = 'https://example.org/a/long/address/that/goes/on'
  const lines = draw([['name', `${address} one two three four five`]], { width: 30, wrapLast: true })
  expect(lines).toEqual([`name  ${address}`, '      one two three four five'])
})

it('lets no text from elsewhere move the cursor or colour the screen', () => {
  expect(draw([['a\u001B[31mb', 'c\r\nd\u0007\u009Be']])).toEqual(['a [31mb  c d e'])
})
