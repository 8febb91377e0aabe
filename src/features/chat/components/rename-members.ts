import { nearestName } from '../../../platform/validation/validation.ts'
import { memberAliases, snakeCase } from './component-words.ts'
import type { JsonSchema, Members } from './json-schema.ts'

/** Words that may mean anything: taken for a member that must be there, or for one that holds what is read. */
const vague = new Set([
  'text',
  'content',
  'value',
  'name',
  'description',
  'body',
  'message',
  'label',
  'title',
  'style',
  'kind',
  'status',
])
const readable = new Set(['children', 'text', 'items', 'tone', 'look'])

/** Gives members that nobody knows the name that they were meant to have, where that can be told. */
export function renameMembers(members: Members, schema: JsonSchema, notes: string[]): void {
  const { properties, required = [] } = schema
  if (properties === undefined) return
  const isOpen = schema.additionalProperties !== false
  if (!isOpen) writeInSnakeCase(members, properties)
  const absent = () => Object.keys(properties).filter((name) => members[name] === undefined)
  const wanted = isOpen ? required.filter((name) => members[name] === undefined) : byNeed(absent(), required)
  for (const name of wanted) {
    const alias = aliasFor(name, { members, properties, isRequired: required.includes(name) })
    if (alias !== undefined) move(members, alias, { name, notes })
  }
  if (isOpen) return
  moveIntoInitial(members, properties, notes)
  for (const name of unknownNames(members, properties)) {
    const near = nearestName(name, absent())
    if (near !== undefined && near !== 'id') move(members, name, { name: near, notes })
  }
}

export function dropUnknown(members: Members, schema: JsonSchema, notes: string[]): void {
  if (schema.additionalProperties !== false) return
  for (const name of unknownNames(members, schema.properties ?? {})) {
    delete members[name]
    notes.push(`${name.slice(0, 40)} left out: it is unknown`)
  }
}

/** Of members that exclude each other, the first one stays. */
export function keepOneOf(members: Members, { oneOf }: JsonSchema, notes: string[]): void {
  const names = (oneOf ?? []).flatMap(({ required = [] }) => required)
  for (const name of names.filter((candidate) => members[candidate] !== undefined).slice(1)) {
    delete members[name]
    notes.push(`${name} left out: it excludes another member`)
  }
}

function byNeed(names: readonly string[], required: readonly string[]): string[] {
  return names.toSorted((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
}

interface Wanted {
  readonly members: Members
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly isRequired: boolean
}

function aliasFor(name: string, { members, properties, isRequired }: Wanted): string | undefined {
  return memberAliases[name]?.find(
    (alias) =>
      members[alias] !== undefined &&
      !Object.hasOwn(properties, alias) &&
      (isRequired || readable.has(name) || !vague.has(alias)) &&
      mayHold(properties[name]!, members[alias]),
  )
}

/** A list or an object is not put where only a word or a number can stand. */
function mayHold({ type, anyOf }: JsonSchema, value: unknown): boolean {
  const types = [type ?? []].flat()
  return (
    typeof value !== 'object' || anyOf !== undefined || types.includes('array') || types.includes('object')
  )
}

/** Entries that stand beside the `id` of a stored widget are what it begins with. */
function moveIntoInitial(
  members: Members,
  properties: Readonly<Record<string, JsonSchema>>,
  notes: string[],
): void {
  const { required = [] } = properties['initial'] ?? {}
  const [list] = required
  if (list === undefined || members['initial'] !== undefined) return
  const written = [list, 'items', ...(memberAliases[list] ?? []), ...memberAliases['items']!].find(
    (alias) => Array.isArray(members[alias]) && !Object.hasOwn(properties, alias),
  )
  if (written === undefined) return
  members['initial'] = { [list]: members[written] }
  delete members[written]
  notes.push(`${written} taken for what it begins with`)
}

function writeInSnakeCase(members: Members, properties: Readonly<Record<string, JsonSchema>>): void {
  for (const name of unknownNames(members, properties)) {
    const plain = snakeCase(name)
    if (plain === name || plain === '' || members[plain] !== undefined) continue
    members[plain] = members[name]
    delete members[name]
  }
}

function unknownNames(members: Members, properties: Readonly<Record<string, JsonSchema>>): string[] {
  return Object.keys(members).filter((name) => !Object.hasOwn(properties, name))
}

function move(members: Members, from: string, { name, notes }: { name: string; notes: string[] }): void {
  members[name] = members[from]
  delete members[from]
  notes.push(`${from} read as ${name}`)
}
