import { expect, test } from 'vitest'
import { pointerTo, withEntered } from '../../src/components/view-kit/action-values.ts'
import { formatBytes, formatClock, formatDuration, formatNumber } from '../../src/contract/text/numbers.ts'
import { blocksOf, withClosedMarks } from '../../src/components/view-kit/text/markdown-blocks.ts'
import { safeAddress } from '../../src/components/view-kit/text/safe-address.ts'
import { daysOf, weeksOfMonth } from '../../src/components/calendar-view/days.ts'
import { niceTicks } from '../../src/components/chart/scale.ts'
import { filtered, sorted } from '../../src/components/table/cell-text.ts'

test('what was entered stands in an action, with its type where it stands alone', () => {
  const action = {
    message: 'Table on $day for $people, $$5 and $nobody',
    args: { all: '$form', count: '$people', now: '$value' },
  }
  const form = { day: 'Friday', people: 2 }
  expect(withEntered(action, { value: true, form })).toEqual({
    message: 'Table on Friday for 2, $5 and $nobody',
    args: { all: form, count: 2, now: true },
  })
})

test('an action is found by what it is, wherever it stands in a component', () => {
  const action = { kind: 'chat', message: 'hi' }
  const component = { action: { ...action }, items: [{ 'a/b': { action } }] }
  expect(pointerTo(component, action)).toBe('/items/0/a~1b/action')
  expect(pointerTo(component, { ...action })).toBeUndefined()
})

test('a text that grows is read as if it had come at once', () => {
  const text =
    '# Title\n\nA *word* and\na line.\n\n- one\n- two\n\n  more\n- three\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.'
  let blocks = blocksOf('')
  for (let end = 1; end <= text.length; end += 3) blocks = blocksOf(text.slice(0, end), blocks)
  blocks = blocksOf(text, blocks)
  const plain = (tokens: readonly { type: string; raw: string }[]) =>
    tokens.map(({ type, raw }) => [type, raw])
  expect(plain(blocks.tokens)).toEqual(plain(blocksOf(text).tokens))
})

test('half a mark is closed while it is being written', () => {
  expect(withClosedMarks('a **bo')).toBe('a **bo**')
  expect(withClosedMarks('a `co')).toBe('a `co`')
  expect(withClosedMarks('```\n**')).toBe('```\n**')
  expect(withClosedMarks('whole **words**')).toBe('whole **words**')
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//evil.test',
  '/\\evil.test',
  'vbscript:x',
])('%s leads nowhere', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})

test('numbers, sizes and times are short and have their unit', () => {
  expect(formatNumber(1234.5)).toBe('1,235')
  expect(formatNumber(12.5, { format: 'percent' })).toBe('12.5\u202f%')
  expect(formatNumber(4, { unit: '°C' })).toBe('4°C')
  expect(formatBytes(734_003_200)).toBe('734\u202fMB')
  expect(formatBytes(0)).toBe('0\u202fbytes')
  expect(formatDuration(4 * 3600 + 5 * 60)).toBe('4\u202fh 5\u202fmin')
  expect(formatDuration(86_400)).toBe('1\u202fd')
  expect(formatClock(3_723)).toBe('1:02:03')
})

test('ticks are round and hold the range', () => {
  expect(niceTicks(0, 190)).toEqual([0, 50, 100, 150, 200])
  expect(niceTicks(0.1, 0.32)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35])
  expect(niceTicks(5, 5).length).toBeGreaterThan(1)
})

test('rows are sorted by value with empty ones last, and found by what is shown', () => {
  const rows = [{ a: 10 }, { a: null }, { a: 9 }]
  expect(sorted(rows, { key: 'a', descending: true }).map(({ a }) => a)).toEqual([10, 9, null])
  expect(sorted(rows, { key: 'a', descending: false }).map(({ a }) => a)).toEqual([9, 10, null])
  const files = [{ size: 104_857_600 }, { size: 12 }]
  expect(filtered(files, '105 mb', [{ key: 'size', type: 'bytes' }])).toEqual([files[0]])
})

test('a month is whole weeks, and an event until midnight ends the day before', () => {
  const weeks = weeksOfMonth('2026-03-15', 'monday')
  expect(weeks[0]![0]).toBe('2026-02-23')
  expect(weeks.at(-1)!.at(-1)).toBe('2026-04-05')
  const event = { title: 'Trip', start: '2026-03-04T20:00:00Z', end: '2026-03-06T00:00:00Z' }
  expect(daysOf(event, 'UTC')).toEqual(['2026-03-04', '2026-03-05'])
})
