import { Type, type Static, type TSchema } from '../contract/type.ts'
import { timestamp } from '../contract/schema.ts'

/** The `id` of a widget that is kept: also its key in the store, so that two with one id are the same list. */
export function storeKey(example: string) {
  return Type.String({
    minLength: 1,
    maxLength: 512,
    description: `Name of the data and its key in the store, e.g. ${example}; the same name means the same data`,
  })
}

/** The `id` of an entry within what is stored. */
export const entryId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Never changes; unique within its list',
})

/** What a new widget begins with. The service writes it when nothing is stored under its key yet. */
export function initial<Schema extends TSchema>(stored: Schema) {
  return Type.Optional(
    Type.Unsafe<Static<Schema>>({
      ...stored,
      description: 'Initial content; ignored if something is already stored under id',
    }),
  )
}

export const createdAt = Type.Optional(timestamp('When it was added'))
export const updatedAt = Type.Optional(timestamp('When it was last changed'))

export const tags = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 20,
    description: 'Words to find it by',
  }),
)
