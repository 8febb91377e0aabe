import { newEntryId } from '../../../../src/components/view-kit/store/stored.ts'
import type { JsonSchema } from '../../../../src/components/view-kit/controls/json-schema.ts'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import type { Component } from '../../../../src/contract/component-schema.ts'

export type Values = Readonly<Record<string, unknown>>
export type ComponentKind = AnswerOf<'GET /api/components'>['components'][number]
/** A type that the gallery offers. */
export type Offered = ComponentKind & { readonly gallery: NonNullable<ComponentKind['gallery']> }

export function isOffered(kind: ComponentKind): kind is Offered {
  return kind.gallery !== undefined
}

/** What the form begins with: the widget's own start, and what the person has set for themselves. */
export function firstValues({ gallery: { start, own } }: Offered, settings: Values): Values {
  const known = Object.entries(own).flatMap(([member, setting]) => {
    const value = settings[setting]
    return value === null || value === undefined || value === '' ? [] : [[member, value] as const]
  })
  return { ...start, ...Object.fromEntries(known) }
}

/** What is wrong, by the name of the member. */
export function problemsOf({ schema, gallery }: Offered, values: Values): Readonly<Record<string, string>> {
  const members = membersOf(schema)
  const found = gallery.settings.flatMap((name) => {
    const isRequired = gallery.required.includes(name)
    const problem = problemOf(members[name] ?? {}, values[name], isRequired)
    return problem === undefined ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(found)
}

export function membersOf(schema: Values): Readonly<Record<string, JsonSchema>> {
  return (schema as JsonSchema).properties ?? {}
}

function problemOf(schema: JsonSchema, value: unknown, isRequired: boolean): string | undefined {
  if (isEmpty(value)) return isRequired ? 'Fill this in.' : undefined
  if (Array.isArray(value) && schema.items?.type === 'object') return problemOfRows(schema, value)
  if (typeof value === 'string') return problemOfText(schema, value)
  return typeof value === 'number' ? problemOfNumber(schema, value) : undefined
}

function problemOfText({ pattern, description }: JsonSchema, text: string): string | undefined {
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined
  return description === undefined ? "This isn't in the expected format." : `Expected: ${description}`
}

function problemOfNumber({ minimum = -Infinity, maximum = Infinity }: JsonSchema, number: number) {
  return number < minimum || number > maximum ? `Between ${minimum} and ${maximum}.` : undefined
}

function problemOfRows({ items, minItems = 0 }: JsonSchema, rows: readonly Values[]): string | undefined {
  if (rows.length < minItems) return `At least ${minItems}.`
  const members = Object.entries(items?.properties ?? {})
  const isWhole = (row: Values) =>
    members.every(
      ([name, schema]) =>
        problemOf(schema, row[name], items?.required?.includes(name) ?? false) === undefined,
    )
  return rows.every(isWhole) ? undefined : 'Fill in every row, or remove it.'
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The component that goes to Home. What is stored is found by its name; all else has an id of its own. */
export function newWidget(kind: Offered, values: Values, taken: ReadonlySet<string>): Component {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
  const id = kind.stored ? storeKeyOf(kind, values, taken) : `cmp_${newEntryId()}`
  return { ...given, type: kind.type, id }
}

/**
 * The key of a list or board by its title, as the chat would name it: "Shopping list" is `shopping`. `taken` are the keys
 * of other kinds, under which something else is stored.
 */
export function storeKeyOf(
  { type, gallery }: Offered,
  { title }: Values,
  taken: ReadonlySet<string>,
): string {
  const start = gallery.start as { id: string; title?: string }
  if (typeof title !== 'string' || title.trim() === '' || title.trim() === start.title) return start.id
  const suffix = type === 'kanban_board' ? 'board' : 'list'
  const words = title
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
  const named = words.length > 1 && words.at(-1) === 'list' ? words.slice(0, -1) : words
  const key = named.join('-') || start.id
  const isWhole = type === 'kanban_board' ? key.endsWith(suffix) : !taken.has(key)
  return isWhole ? key : `${key}-${suffix}`
}
