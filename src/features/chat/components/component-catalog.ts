import type { Component } from '../../../contract/component-schema.ts'
import type { ComponentDefinition, GalleryEntry } from '../../../contract/component.ts'
import type { Static, TSchema } from 'typebox'
import type { ComponentDescription } from '../schemas.ts'
import { componentLimits } from './answer-room.ts'
import { isComponentSchema, isDictionary, type JsonSchema, withoutIds } from './json-schema.ts'
import type { KnownType, KnownTypes } from './known-types.ts'
import { isActionSchema } from './read-action.ts'
import { isReserved } from './repair-component.ts'

export interface ComponentCatalog {
  readonly components: readonly {
    readonly type: string
    readonly tier: number
    readonly summary: string
    readonly schema: Record<string, unknown>
    readonly example: Component
    /** What the widget keeps under its `id`, for the types that are kept. */
    readonly stored?: Record<string, unknown>
    readonly gallery?: OfferedComponent
  }[]
  readonly limits: typeof componentLimits
}

/** The answer of GET /api/components. */
export function componentCatalog(
  known: KnownTypes,
  stored: Readonly<Record<string, TSchema>> = {},
): ComponentCatalog {
  const components = [...known.values()]
    .map(({ definition, schema }) => ({
      type: definition.type,
      tier: definition.tier,
      summary: definition.summary,
      schema: withoutIds(schema) as Record<string, unknown>,
      example: { ...definition.example, type: definition.type },
      ...(definition.gallery && { gallery: offered(definition.gallery, definition) }),
      ...(Object.hasOwn(stored, definition.type) && {
        stored: withoutIds(stored[definition.type]) as Record<string, unknown>,
      }),
    }))
    .toSorted((a, b) => a.type.localeCompare(b.type))
  return { components, limits: componentLimits }
}

type OfferedComponent = Static<NonNullable<(typeof ComponentDescription)['properties']['gallery']>>

/** An example may hold made-up entries; those are not for somebody's own widget. */
function offered(
  { group, title, about, icon, settings = [], required = [], start, own = {} }: GalleryEntry,
  { props, example }: ComponentDefinition,
): OfferedComponent {
  const { initial: _entries, ...shown } = example as Record<string, unknown>
  const needed = settings.filter((name) => (props.required as readonly string[] | undefined)?.includes(name))
  return {
    group,
    title,
    about,
    icon,
    settings: [...settings],
    required: [...new Set([...needed, ...required])],
    start: { ...(start ?? shown) },
    own: { ...own } as Record<string, string>,
  }
}

/**
 * The same for the prompt of a model, one line a type: `live_weather {city, focus?: current|hourly|daily}` and when to
 * choose it. Only what a model may write; with `types`, only these.
 */
export function componentGuide(
  known: KnownTypes,
  { types, optionalMembers = Infinity }: GuideOptions = {},
): string {
  const lines = [...known.values()]
    .filter(({ definition: { type } }) => !isReserved(type) && (types?.has(type) ?? true))
    .map((type) => guideLine(type, optionalMembers))
  return [...introduction, ...lines].join('\n')
}

export interface GuideOptions {
  readonly types?: ReadonlySet<string>
  /** How many of the members that may be left out are named, in their order; what holds others always is. … stands for the others. */
  readonly optionalMembers?: number
}

/** The types that a model may write. */
export function writableTypes(known: KnownTypes): string[] {
  return [...known.keys()].filter((type) => !isReserved(type))
}

const tones = 'neutral|info|success|warning|danger'

const introduction = [
  'A component is {"type": …} with its members beside it; ? marks what may be left out, components stand in children.',
  'action is one of {"kind": "chat", "message"}, {"kind": "tool", "tool_name", "args"}, {"kind": "workflow", ' +
    '"operation": "create", "steps"}, {"kind": "store", "key", "value"}, {"kind": "open", "url" or "path" or "page"}; in ' +
    'its texts $value is what the control holds, $name a field of the form around it.',
  `tone is ${tones}.`,
]

function guideLine({ definition, schema }: KnownType, optionalMembers: number): string {
  const { type: _type, id, ...members } = schema.properties
  const own = Object.hasOwn(definition.props.properties, 'id') ? { id: id!, ...members } : members
  const told = membersOf({ ...schema, properties: own }, optionalMembers)
  const summary =
    optionalMembers === Infinity ? definition.summary : definition.summary.replace('choose it ', '')
  return `${definition.type} ${told} - ${summary}`
}

function membersOf({ properties = {}, required = [] }: JsonSchema, optionalMembers: number): string {
  const members: string[] = []
  let left = optionalMembers
  for (const [name, schema] of Object.entries(properties)) {
    const isOptional = !required.includes(name) || schema.default !== undefined
    if (isOptional && isWrittenByTheService(name)) continue
    if (isOptional && !holdsParts(schema) && (left -= 1) < 0) continue
    members.push(memberOf(name, { isOptional, shape: shapeOf(schema, optionalMembers) }))
  }
  return `{${[...members, ...(left < 0 ? ['…'] : [])].join(', ')}}`
}

function memberOf(name: string, { isOptional, shape }: { isOptional: boolean; shape: string }): string {
  return `${name}${isOptional ? '?' : ''}${shape && shape !== name ? `: ${shape}` : ''}`
}

/** Without what is in it, or what pressing it does, a component is of no use. */
function holdsParts(schema: JsonSchema): boolean {
  return isActionSchema(schema) || schema.type === 'array'
}

/** Times at which something was added or begun: a model does not know them. */
function isWrittenByTheService(name: string): boolean {
  return name.endsWith('ed_at') || name === 'done_at'
}

/** What a member holds; nothing for text, which most are. */
function shapeOf(schema: JsonSchema, optionalMembers: number): string {
  if (isComponentSchema(schema)) return 'component'
  if (isActionSchema(schema)) return 'action'
  if (schema.enum) return schema.enum.join('|').replace(tones, 'tone')
  if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(one, optionalMembers) || 'text').join('|')
  return shapeOfType(schema, optionalMembers)
}

function shapeOfType(schema: JsonSchema, optionalMembers: number): string {
  const { type = 'any', items = {} } = schema
  if (typeof type !== 'string') return type.map((one) => (one === 'string' ? 'text' : one)).join('|')
  if (type === 'array') return `[${shapeOf(items, optionalMembers) || 'text'}]`
  if (isDictionary(schema)) return `{…: ${shapeOf(schema.additionalProperties, optionalMembers) || 'text'}}`
  if (type === 'object') return membersOf(schema, optionalMembers)
  return type === 'string' ? '' : type
}
