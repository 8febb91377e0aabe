import { expect, test } from 'vitest'
import { Type } from '../../contract/type.ts'
import { understand } from './understand.ts'

const Params = Type.Object({
  path: Type.String(),
  content: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer()),
  ratio: Type.Optional(Type.Number()),
  deep: Type.Optional(Type.Boolean()),
  sheet_name: Type.Optional(Type.String()),
  mode: Type.Optional(Type.Enum(['write', 'append'])),
  tags: Type.Optional(Type.Array(Type.String())),
  sizes: Type.Optional(Type.Array(Type.Integer())),
  chart: Type.Optional(Type.Object({ type: Type.Enum(['bar', 'line']), y: Type.Optional(Type.String()) })),
  rows: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  when: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  either: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
  code: Type.Optional(Type.Union([Type.Integer(), Type.Enum(['ten'])])),
})

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a number as text', { limit: '100' }, { limit: 100 }],
  ['a number with spaces', { limit: ' 5 ', ratio: '-0.5' }, { limit: 5, ratio: -0.5 }],
  ['a truth as text', { deep: 'True' }, { deep: true }],
  ['one value for a list', { tags: 'red' }, { tags: ['red'] }],
  ['one value of another form for a list', { sizes: '3' }, { sizes: [3] }],
  ['texts in a list of numbers', { sizes: ['1', 2] }, { sizes: [1, 2] }],
  ['a list as JSON', { tags: '["a","b"]' }, { tags: ['a', 'b'] }],
  ['an object as JSON', { chart: '{"type":"BAR"}' }, { chart: { type: 'bar' } }],
  ['rows as JSON', { rows: '[{"a":"1"}]' }, { rows: [{ a: '1' }] }],
  [
    'rows below their names',
    { rows: [['a', 'b'], [1, '=A2'], ['x']] },
    { rows: [{ a: 1, b: '=A2' }, { a: 'x' }] },
  ],
  ['one row for rows', { rows: { a: 1 } }, { rows: [{ a: 1 }] }],
  [
    'null for what may be left out',
    { limit: null, chart: { type: 'bar', y: null } },
    { chart: { type: 'bar' } },
  ],
  ['another case of a name', { sheetName: 'A', Limit: 3 }, { sheet_name: 'A', limit: 3 }],
  ['another case of a choice', { mode: 'Append' }, { mode: 'append' }],
  ['a number for a text', { sheet_name: 2024 }, { sheet_name: '2024' }],
  ['the only form that fits', { when: 'false' }, { when: false }],
])('%s is understood', (_, given, expected) => {
  expect(understand(Params, { path: 'x', ...given })).toEqual({ path: 'x', ...expected })
})

test.each<[string, Record<string, unknown>]>([
  ['a text that looks like a number', { content: '100' }],
  ['a text that looks like JSON', { content: '{"a":1}' }],
  ['a text where a text may stand', { either: '100' }],
  ['a text in a free row', { rows: [{ id: '007', ok: 'true', none: null }] }],
  [
    'rows without names',
    {
      rows: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  ['rows that are longer than their names', { rows: [['a'], [3, 4]] }],
  ['a list in one text', { tags: 'red, green' }],
  ['a number in another writing', { limit: '1,000' }],
  ['a number that would lose digits', { limit: '12345678901234567890' }],
  ['words for a number', { limit: 'ten' }],
  ['yes for a truth', { deep: 'yes' }],
  ['two names for one member', { sheetName: 'A', SheetName: 'B' }],
  ['a name beside the right one', { sheetName: 'A', sheet_name: 'B' }],
  ['an unknown choice', { mode: 'appended' }],
  ['a reference to an earlier step', { limit: '$count.rows' }],
])('%s stays as it is', (_, given) => {
  expect(understand(Params, { path: 'x', ...given })).toEqual({ path: 'x', ...given })
})

test('null for what must be there stays, and is refused', () => {
  expect(understand(Params, { path: null })).toEqual({ path: null })
})

test('a member called __proto__ stays a member', () => {
  const given = JSON.parse('{"path":"x","limit":"1","__proto__":{"limit":2}}') as object
  const meant = understand(Params, given) as object
  expect(Object.keys(meant)).toContain('__proto__')
  expect(Object.getPrototypeOf(meant)).toBe(Object.prototype)
})

test('what a stranger wrote in a way that cannot be read by itself is left alone', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } }
  expect(understand(schema as never, { a: '1' })).toEqual({ a: '1' })
})
