import type { ComponentDefinition } from '../../../contract/component.ts'
import { type Check, checkFor } from '../../../platform/validation/validation.ts'
import { isComponentSchema, isMembers, type JsonSchema, type Members } from './json-schema.ts'

/** A component type with what checking needs to know of it. */
export interface KnownType {
  readonly definition: ComponentDefinition
  /** Of the whole component: `type`, `id` and its own members. */
  readonly schema: JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }
  /** Checks its own members and fills in their defaults; what stands in its children is not looked at. */
  readonly check: Check
  /** Members that hold components, or a list whose entries do. */
  readonly slots: readonly Slot[]
}

export type KnownTypes = ReadonlyMap<string, KnownType>

interface Slot {
  readonly member: string
  /** The member of each entry that holds the components; the member itself does when left out. */
  readonly within?: string
}

/** A list of components inside another one. `path` leads to it, `replace` puts another list in its place. */
export interface ChildList {
  readonly path: string
  readonly list: unknown
  readonly replace: (list: readonly unknown[]) => void
}

const id: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 512,
  description: 'Name of this component in events; the service gives it',
}

export function knownTypes(definitions: readonly ComponentDefinition[]): KnownTypes {
  return new Map(definitions.map((definition) => [definition.type, knownType(definition)]))
}

/** Where components stand inside a component; what is no list yet is given as it is. */
export function childLists(component: Members, { slots }: KnownType): ChildList[] {
  return slots.flatMap(({ member, within }) => {
    if (within === undefined) return component[member] === undefined ? [] : [listAt(component, member, '')]
    const entries = component[member]
    if (!Array.isArray(entries)) return []
    return entries.flatMap((entry, index) =>
      isMembers(entry) && entry[within] !== undefined ? [listAt(entry, within, `/${member}/${index}`)] : [],
    )
  })
}

function listAt(holder: Members, member: string, path: string): ChildList {
  return {
    path: `${path}/${member}`,
    list: holder[member],
    replace: (list) => {
      holder[member] = list
    },
  }
}

/** By declaration, so that a second service in the process does not compile the same checks again. */
const made = new WeakMap<ComponentDefinition, KnownType>()

function knownType(definition: ComponentDefinition): KnownType {
  const known = made.get(definition) ?? makeKnownType(definition)
  made.set(definition, known)
  return known
}

function makeKnownType(definition: ComponentDefinition): KnownType {
  const { properties = {}, required = [], ...rest } = definition.props as JsonSchema
  const type: JsonSchema = { type: 'string', const: definition.type, description: 'Kind of component' }
  const schema = {
    ...rest,
    description: definition.summary,
    properties: { type, id, ...properties },
    required: ['type', ...required],
  }
  return {
    definition,
    schema,
    check: (value) => checkFor(schema, 'body')(value),
    slots: slotsOf(properties),
  }
}

function slotsOf(properties: Readonly<Record<string, JsonSchema>>): Slot[] {
  return Object.entries(properties).flatMap(([member, { items }]): Slot[] => {
    if (isComponentSchema(items)) return [{ member }]
    return Object.entries(items?.properties ?? {})
      .filter(([, inner]) => isComponentSchema(inner.items))
      .map(([within]) => ({ member, within }))
  })
}
