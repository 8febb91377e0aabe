import type TypeBox from 'typebox'
import type { Static, TObject, TProperties, TSchema } from 'typebox'

export type { Static, TObject, TProperties, TSchema }

type Options = Record<string, unknown>
type Schema = Record<string, unknown>

type InUse =
  | 'Any'
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/**
 * TypeBox's constructors, with TypeBox's types, as the plain JSON Schema that they make. The library itself is 700 files:
 * loading it cost a fifth of the start and 20 MB, for functions of one line each. `type.test.ts` holds them against the
 * library's own.
 */
export const Type = {
  Any: (options?: Options): Schema => ({ ...options }),
  Array: (items: Schema, options?: Options): Schema => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options): Schema => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Options): Schema => ({ enum: [...values], ...options }),
  Integer: (options?: Options): Schema => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Options): Schema => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Options): Schema => ({ type: 'null', ...options }),
  Number: (options?: Options): Schema => ({ type: 'number', ...options }),
  Object(properties: Readonly<Record<string, Schema>>, options?: Options): Schema {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: (schema: Schema): Schema => markOptional({ ...schema }),
  Record: (key: Schema, value: Schema, options?: Options): Schema => ({
    type: 'object',
    patternProperties: { [typeof key['pattern'] === 'string' ? key['pattern'] : '^.*$']: value },
    ...options,
  }),
  String: (options?: Options): Schema => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Options): Schema => ({ anyOf, ...options }),
  Unknown: (options?: Options): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
} as unknown as Pick<typeof TypeBox, InUse>

const OPTIONAL = Symbol('optional')

/** Hidden, so that it is neither copied by a spread nor written as JSON. */
function markOptional(schema: Schema): Schema {
  return Object.defineProperty(schema, OPTIONAL, { value: true })
}

function isOptional(schema: Schema): boolean {
  return OPTIONAL in schema
}
