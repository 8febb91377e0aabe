import TypeBox from 'typebox'
import { expect, test } from 'vitest'
import { Type } from './type.ts'

const described = { description: 'x', default: 1 }

/** Every constructor in every way it is used, written once and made by both. */
const samples: Readonly<Record<string, (T: typeof Type) => unknown>> = {
  any: (T) => T.Any(described),
  array: (T) => T.Array(T.String(), { maxItems: 3 }),
  boolean: (T) => T.Boolean(described),
  enum: (T) => T.Enum(['a', 'b'], described),
  integer: (T) => T.Integer({ minimum: 1 }),
  'text literal': (T) => T.Literal('a', described),
  'number literal': (T) => T.Literal(1),
  'boolean literal': (T) => T.Literal(true),
  null: (T) => T.Null(),
  number: (T) => T.Number(described),
  'object with optional members': (T) =>
    T.Object(
      { a: T.String(), b: T.Optional(T.Integer(described)), c: T.Number() },
      { additionalProperties: false },
    ),
  'object of optional members only': (T) => T.Object({ b: T.Optional(T.Integer()) }),
  'empty object': (T) => T.Object({}),
  record: (T) => T.Record(T.String(), T.Number(), described),
  'record with a pattern': (T) =>
    T.Record(T.String({ pattern: '^[a-z]+$' }), T.Number(), { additionalProperties: false }),
  string: (T) => T.String({ minLength: 1, pattern: '^a' }),
  union: (T) => T.Union([T.String(), T.Null()], described),
  unknown: (T) => T.Unknown(described),
  unsafe: (T) => T.Unsafe<string>({ type: 'string', enum: ['a'] }),
  'optional of unsafe': (T) => T.Object({ a: T.Optional(T.Unsafe<string>({ type: 'string' })) }),
}

test.each(Object.entries(samples))('%s is the schema that TypeBox makes', (_name, make) => {
  const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as unknown
  expect(plain(make(Type))).toEqual(plain(make(TypeBox as unknown as typeof Type)))
})
