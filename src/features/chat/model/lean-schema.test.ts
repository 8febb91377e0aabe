import { expect, test } from 'vitest'
import { Type } from '../../../contract/type.ts'
import { leanParameters } from './lean-schema.ts'

const lean = (parameters: object) =>
  leanParameters({ name: 'READ_FILE', description: 'Reads a text file by lines.', parameters })

test('what is only checked is not told, what a call needs is', () => {
  const parameters = Type.Object({
    mode: Type.Enum(['write', 'append'], { default: 'write', description: 'append adds to the end' }),
    limit: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: 9, description: 'Most results' })),
    labels: Type.Record(Type.String(), Type.Integer()),
    anything: Type.Record(Type.String(), Type.Unknown()),
  })
  expect(lean(parameters)).toEqual({
    type: 'object',
    required: ['mode', 'labels', 'anything'],
    properties: {
      mode: { enum: ['write', 'append'], default: 'write', description: 'append adds to the end' },
      limit: { type: 'integer', description: 'Most results' },
      labels: { type: 'object', patternProperties: { '^.*$': { type: 'integer' } } },
      anything: { type: 'object' },
    },
  })
})

test('a description that repeats the tool, or what the instructions say of every path, is left out', () => {
  const text = (description: string) => ({ type: 'string', description })
  const { properties } = lean({
    properties: {
      path: text('Absolute path of the text file; ~ is your home folder'),
      to: text('Absolute path of the copy, or an existing folder'),
    },
  })
  expect(properties).toEqual({ path: { type: 'string' }, to: text('the copy, or an existing folder') })
})

test('an argument may be called like a keyword, and one for programs is not told', () => {
  const { properties } = lean({
    properties: {
      title: { type: 'string', maxLength: 3 },
      format: { type: 'string', format: 'uri' },
      most: { type: 'integer', 'x-for-programs': true },
    },
  })
  expect(properties).toEqual({ title: { type: 'string' }, format: { type: 'string' } })
})
