import { Type, type Static } from './type.ts'
import { loose } from './schema.ts'

/** An interface element on the wire. What stands beside `type` is checked by the declaration of that type. */
export const Component = loose(
  {
    type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Kind of component; GET /api/components lists all of them with their members',
    }),
  },
  { $id: 'Component', description: 'An interface element to draw; its other members depend on its type' },
)
export type Component = Static<typeof Component>
