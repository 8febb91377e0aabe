import type { Loads } from '../../../contract/component.ts'
import { isComponentSchema, isMembers, type JsonSchema, type Members } from '../components/json-schema.ts'

/** A text of a component that a client loads by itself, and the object that holds it. */
export interface LoadedMember {
  readonly loads: Loads
  readonly holder: Members | unknown[]
  readonly name: string | number
  readonly text: string
}

/** Every text of a component that its declaration says is loaded. Components inside it have their own declaration. */
export function loadedMembers(component: Members, schema: JsonSchema): LoadedMember[] {
  return [...walk({ value: component, schema, holder: component, name: '' })]
}

interface Place {
  readonly value: unknown
  readonly schema: JsonSchema
  readonly holder: Members | unknown[]
  readonly name: string | number
}

function* walk(place: Place): Generator<LoadedMember> {
  const { value, schema, holder, name } = place
  if (isComponentSchema(schema)) return
  if (schema.loads !== undefined && typeof value === 'string')
    yield { loads: schema.loads, holder, name, text: value }
  for (const choice of schema.anyOf ?? schema.oneOf ?? []) yield* walk({ ...place, schema: choice })
  if (Array.isArray(value)) yield* walkList(value, schema)
  else if (isMembers(value)) yield* walkMembers(value, schema)
}

function* walkList(list: unknown[], { items }: JsonSchema): Generator<LoadedMember> {
  if (!items) return
  for (const [index, value] of list.entries())
    yield* walk({ value, schema: items, holder: list, name: index })
}

function* walkMembers(
  members: Members,
  { properties = {}, additionalProperties }: JsonSchema,
): Generator<LoadedMember> {
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  for (const [name, value] of Object.entries(members)) {
    const schema = properties[name] ?? others
    if (schema) yield* walk({ value, schema, holder: members, name })
  }
}
