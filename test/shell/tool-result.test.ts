import { expect, test } from 'vitest'
import { resultParts, wordsOf } from '../../web/src/pages/tools/result-parts.ts'

test('rows become a table, single values facts, and both keep their names', () => {
  const parts = resultParts({
    path: '/home/ada',
    total: 2,
    more: false,
    tags: ['a', 'b'],
    entries: [
      { name: 'a.txt', bytes: 12, modified_at: '2026-03-02T09:30:00.000Z', pid: 1234, links: ['x', 'y'] },
      { name: 'b', bytes: 0, modified_at: '2026-03-02T09:30:00Z', extra: { deep: true } },
    ],
  })
  expect(parts).toMatchObject([
    {
      type: 'table',
      caption: 'Entries',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'bytes', type: 'bytes' },
        { key: 'modified_at', label: 'Modified at', type: 'datetime' },
        { key: 'pid' },
        { key: 'links' },
        { key: 'extra' },
      ],
      rows: [
        { name: 'a.txt', pid: '1234', links: 'x, y', extra: null },
        { name: 'b', pid: null, extra: '{"deep":true}' },
      ],
    },
    {
      type: 'key_value',
      items: [
        { label: 'Path', value: '/home/ada', copyable: true },
        { label: 'Total', value: 2 },
        { label: 'More', value: false },
        { label: 'Tags', value: 'a, b' },
      ],
    },
  ])
})

test('a long text is read as it is, and what is nested deeper stays in the JSON', () => {
  expect(resultParts({ content: 'one\ntwo', nested: { deep: { er: 1 } } })).toEqual([
    { type: 'code', code: 'one\ntwo', filename: 'Content', wrap: true },
  ])
  expect(resultParts('done')).toEqual([])
  expect(resultParts(null)).toEqual([])
})

test('of very many rows the first ones are shown, with the number of all', () => {
  const [table] = resultParts(Array.from({ length: 1_200 }, (_, n) => ({ n })))
  expect(table).toMatchObject({ type: 'table', total_rows: 1_200 })
  expect((table as unknown as { rows: unknown[] }).rows).toHaveLength(1_000)
})

test('names are read as words', () => {
  expect(['looked_at', 'id', 'next-offset'].map(wordsOf)).toEqual(['Looked at', 'Id', 'Next offset'])
})

test('an answer that has an app is shown by it, and beside it as it is', () => {
  const app = { server: 'board', title: 'Show', resource_uri: 'ui://board/page', call_id: 'app_1' }
  expect(resultParts({ text: 'Oslo', structured: null, others: [], app })).toEqual([
    { type: 'mcp_app', ...app, text: 'Oslo' },
    { type: 'key_value', items: expect.arrayContaining([{ label: 'Text', value: 'Oslo' }]) as unknown },
  ])
})
