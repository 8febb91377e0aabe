import { expect, test } from 'vitest'
import { withoutNulls } from './optional-nulls.ts'

const schema = {
  type: 'object',
  properties: {
    need: { type: 'string' },
    plain: { type: 'integer' },
    open: { type: ['string', 'null'] },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    one: { enum: ['a', 'b'] },
    unknown: { $ref: '#/$defs/a' },
    inner: { type: 'object', properties: { deep: { type: 'string' } } },
    rows: { type: 'array', items: { type: 'object', properties: { cell: { type: 'string' } } } },
  },
  required: ['need'],
}

test('null goes where it may be left out and is refused, at any depth', () => {
  const given = { plain: null, one: null, inner: { deep: null }, rows: [{ cell: null }, { cell: 'x' }] }
  expect(withoutNulls(schema, given)).toEqual({ inner: {}, rows: [{}, { cell: 'x' }] })
})

test.each(['need', 'open', 'either', 'unknown', 'stranger'])('null of %s stays', (name) => {
  expect(withoutNulls(schema, { [name]: null })).toEqual({ [name]: null })
})
