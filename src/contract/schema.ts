import { Type, type Static, type TObject, type TProperties, type TSchema } from './type.ts'
import type { TObjectOptions, TSchemaOptions, TUnsafe } from 'typebox'

/** One of several words, as the plain `enum` that OpenAPI readers, forms and models all know. */
export function literals<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

export function nullable<Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options)
}

/** A request object: a member that nobody knows is refused by name, because it is a misspelt one more often than not. */
export function closed<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** An object with some known members, whose others depend on what it is. */
export function loose<Properties extends TProperties>(properties: Properties, options: TObjectOptions = {}) {
  return Type.Unsafe<Static<TObject<Properties>> & Record<string, unknown>>(
    Type.Object(properties, { additionalProperties: true, ...options }),
  )
}

/** Values of one kind under names that are not known beforehand. */
export function dictionary<Schema extends TSchema>(
  values: Schema,
  options: TSchemaOptions = {},
): TUnsafe<Record<string, Static<Schema>>> {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    additionalProperties: values,
    ...options,
  })
}

/** A request that is one object, or the bare list that is its main member. */
export function objectOrList<Whole extends TObject, List extends TSchema>(
  whole: Whole,
  list: List,
): TUnsafe<Static<Whole> | Static<List>> {
  // One schema of two types, not a union of two: each keyword minds only its own type, so that the reasons of a
  // refusal speak of the form that was sent.
  return Type.Unsafe<Static<Whole> | Static<List>>({ ...list, ...whole, type: ['object', 'array'] })
}

/** Options of an object of which exactly one member of each group must be given. */
export function exactlyOne(...groups: readonly (readonly string[])[]): TObjectOptions {
  const [first, ...more] = groups.map((names) => ({ oneOf: names.map((name) => ({ required: [name] })) }))
  return more.length === 0 ? { ...first } : { allOf: [first, ...more] }
}

/** A moment in ISO 8601, in UTC with `Z`. */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description })
}

/** How a service-made identifier looks to a client: opaque text. */
export function identifier(description: string) {
  return Type.String({ minLength: 1, maxLength: 128, description })
}

/** Query members of a list that is read page by page. */
export function pageQuery({ limit, maximum }: { limit: number; maximum: number }) {
  return {
    limit: Type.Optional(
      Type.Integer({ default: limit, minimum: 1, maximum, description: 'Maximum number of entries' }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Where to continue: next_cursor of the previous answer',
      }),
    ),
  }
}

/** Result member of a list that is read page by page. */
export const nextCursor = nullable(Type.String(), {
  description: 'Cursor of the next page; null on the last page',
})
