import { expect, test } from 'vitest'
import { bold, facts, heading, line, list, markdown, notice, present, table } from './blocks.ts'
import { writeBlocks } from './write-blocks.ts'

const blocks = present([
  heading('Disks'),
  markdown('A **full** one, see [the guide](https://a.test/guide).\n\n- `df` tells\n- *more*'),
  line('5 mi = ', bold('8.05 km')),
  facts([{ label: 'Size', value: '1 TB' }]),
  table([['/', '80 | 90 %']], { heads: ['Mount', 'Used'], more: 2 }),
  list([{ spans: ['one'], detail: 'first' }, { spans: ['two'] }], { isOrdered: true }),
  notice('warning', [line('Old')]),
  { kind: 'code', code: 'echo ```' },
  { kind: 'browser' },
])

test('to copy, blocks are words, and rows that a spreadsheet takes', () => {
  expect(writeBlocks(blocks, 'plain')).toBe(
    [
      'Disks',
      'A full one, see the guide (https://a.test/guide).\n\n- df tells\n- more',
      '5 mi = 8.05 km',
      'Size: 1 TB',
      'Mount\tUsed\n/\t80 | 90 %\n\n… and 2 more',
      '1. one – first\n2. two',
      'Old',
      'echo ```',
    ].join('\n\n'),
  )
})

test('as Markdown they keep their shape', () => {
  expect(writeBlocks(blocks, 'markdown')).toBe(
    [
      '### Disks',
      'A **full** one, see [the guide](https://a.test/guide).\n\n- `df` tells\n- *more*',
      '5 mi = **8.05 km**',
      '**Size**: 1 TB',
      '| Mount | Used |\n| --- | --- |\n| / | 80 \\| 90 % |\n\n… and 2 more',
      '1. one – first\n2. two',
      '> Old',
      '````\necho ```\n````',
    ].join('\n\n'),
  )
})

test('a chart is its figures', () => {
  const chart = {
    kind: 'chart',
    look: 'bar',
    labels: ['May', 'June'],
    series: [{ name: 'Rain', values: [3, null] }],
    format: { locale: 'en' },
  } as const
  expect(writeBlocks([chart], 'plain')).toBe('\tRain\nMay\t3\nJune\t–')
})
