import { checkFor, nearestName } from '../../../platform/validation/validation.ts'
import { isActionSchema, readAction } from './read-action.ts'
import { otherWords, snakeCase } from './component-words.ts'
import { fitText, numberIn, textOf } from './fit-scalar.ts'
import { isComponentSchema, isDictionary, isMembers, type JsonSchema, type Members } from './json-schema.ts'
import { dropUnknown, keepOneOf, renameMembers } from './rename-members.ts'
import { looksLikeJson, parseLooseJson } from './parse-loose-json.ts'

const MAX_WORD_LENGTH = 60

/** What was done, as short sentences for the log and the model. */
export type Notes = string[]

/**
 * A value as close to its declaration as can be said without guessing; the same value when it fits already, undefined
 * when it is better left out. The check comes after it: it promises nothing.
 */
export function fitValue(value: unknown, schema: JsonSchema, notes: Notes): unknown {
  if (isComponentSchema(schema)) return value
  if (schema.anyOf) return fitAlternative(value, schema, notes)
  if (schema.const !== undefined) return sameWord(value, schema.const) ? schema.const : value
  if (schema.enum) return fitWord(value, schema)
  if (schema.type === undefined) return value
  const types = [schema.type].flat()
  if (types.includes(jsonType(value))) return fitOwnType(value, schema, notes)
  for (const type of types) {
    const turned = turnInto(type, value, schema)
    if (turned !== undefined) return fitOwnType(turned, schema, notes)
  }
  if (types.includes('null')) return null
  return value === null ? undefined : value
}

/** The members of one object: renamed, fitted, and without those that nobody knows. */
export function fitMembers(members: Members, schema: JsonSchema, notes: Notes): void {
  const { properties = {} } = schema
  renameMembers(members, schema, notes)
  dropUnknown(members, schema, notes)
  keepOneOf(members, schema, notes)
  for (const [name, property] of Object.entries(properties)) {
    if (members[name] === undefined) continue
    const fitted = fitValue(members[name], property, notes)
    const canGo = !schema.required?.includes(name) || property.default !== undefined
    if (fitted === undefined && canGo) delete members[name]
    else if (fitted !== undefined) members[name] = fitted
  }
}

function fitOwnType(value: unknown, schema: JsonSchema, notes: Notes): unknown {
  if (typeof value === 'string') return fitText(value, schema)
  if (typeof value === 'number') return clamp(value, schema)
  if (Array.isArray(value)) return fitList(value, schema, notes)
  return isMembers(value) ? fitObject(value, schema, notes) : value
}

function turnInto(type: string, value: unknown, schema: JsonSchema): unknown {
  switch (type) {
    case 'string':
      return textOf(value)
    case 'number':
    case 'integer':
      return numberIn(value)
    case 'boolean':
      return booleanIn(value)
    case 'array':
      return listIn(value, schema.items ?? {})
    case 'object':
      return membersIn(value, schema)
    default:
      return undefined
  }
}

function fitList(list: readonly unknown[], schema: JsonSchema, notes: Notes): unknown[] {
  const { items = {}, maxItems = Infinity } = schema
  if (isComponentSchema(items)) return [...list]
  if (list.length > maxItems) notes.push(`kept the first ${maxItems} of ${list.length} entries`)
  const fitted = list
    .slice(0, maxItems)
    .map((item) => fitValue(item, items, notes))
    .filter((item) => item !== undefined)
  if (items.required?.includes('id')) giveEntryIds(fitted)
  return fitted
}

/** Entries of a stored list need a name of their own, which models leave out. */
function giveEntryIds(entries: readonly unknown[]): void {
  const taken = new Set(entries.map((entry) => (isMembers(entry) ? entry['id'] : undefined)))
  for (const [index, entry] of entries.entries()) {
    if (!isMembers(entry) || entry['id'] !== undefined) continue
    let id = String(index + 1)
    while (taken.has(id)) id += '_'
    taken.add(id)
    entry['id'] = id
  }
}

function fitObject(members: Members, schema: JsonSchema, notes: Notes): Members {
  if (!isDictionary(schema)) {
    fitMembers(members, schema, notes)
    return members
  }
  const entries = Object.entries(members).map(
    ([name, value]) => [name, fitValue(value, schema.additionalProperties, notes)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function fitAlternative(value: unknown, schema: JsonSchema, notes: Notes): unknown {
  const alternatives = schema.anyOf ?? []
  if (alternatives.some((alternative) => fits(structuredClone(value), alternative))) return value
  const meant = isActionSchema(schema) ? readAction(value) : value
  for (const alternative of alternatives) {
    const attempt: Notes = []
    const fitted = fitValue(structuredClone(meant), alternative, attempt)
    if (fitted === undefined || !fits(fitted, alternative)) continue
    notes.push(...attempt)
    return fitted
  }
  return alternatives.some(({ type }) => type === 'null') ? null : value
}

function fits(value: unknown, schema: JsonSchema): boolean {
  return checkFor(schema, 'body')(value).length === 0
}

function fitWord(value: unknown, { enum: words = [] }: JsonSchema): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = String(value)
  if (words.includes(word)) return word
  if (word.length > MAX_WORD_LENGTH) return undefined
  const plain = snakeCase(word)
  const meant = words.find((known) => snakeCase(known) === plain)
  if (meant !== undefined) return meant
  return otherWords(plain).find((other) => words.includes(other)) ?? nearestName(plain, words)
}

function clamp(value: number, { type, minimum = -Infinity, maximum = Infinity }: JsonSchema): number {
  const bounded = Math.min(Math.max(value, minimum), maximum)
  return type === 'integer' ? Math.round(bounded) : bounded
}

function booleanIn(value: unknown): boolean | undefined {
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return undefined
  if (/^(true|yes|on|1)$/i.test(value.trim())) return true
  return /^(false|no|off|0|)$/i.test(value.trim()) ? false : undefined
}

function listIn(value: unknown, items: JsonSchema): unknown[] | undefined {
  if (typeof value === 'string') return listInText(value, items)
  if (isMembers(value)) return listInMembers(value, items)
  return typeof value === 'number' || typeof value === 'boolean' ? [value] : undefined
}

function listInText(text: string, items: JsonSchema): unknown[] {
  if (looksLikeJson(text)) {
    const parsed = parseLooseJson(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  }
  if (text.trim() === '') return []
  const types = [items.type ?? 'object'].flat()
  if (types.includes('object') || isComponentSchema(items)) return [text]
  const parts = text.split(text.includes('\n') ? '\n' : ',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** {"Born": 1815} is a list of facts; {"0": …, "1": …} is a list; anything else is the only entry of one. */
function listInMembers(members: Members, items: JsonSchema): unknown[] {
  const names = Object.keys(members)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(members)
  const { required = [], properties = {} } = items
  const isOneEntry = isComponentSchema(items) || names.some((name) => Object.hasOwn(properties, name))
  if (isOneEntry || required.length !== 2 || !required.includes('value')) return [members]
  const label = required.find((name) => name !== 'value')!
  return Object.entries(members).map(([name, value]) => ({ [label]: name, value }))
}

function membersIn(value: unknown, schema: JsonSchema): Members | undefined {
  if (typeof value === 'string' && looksLikeJson(value)) {
    const parsed = parseLooseJson(value)
    return isMembers(parsed) ? parsed : undefined
  }
  const { properties = {}, required = [] } = schema
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  // 'Milk' for {text: 'Milk'}: the first member that must be there and takes it.
  const main = required.find((name) => name !== 'id' && takes(properties[name], value))
  return main === undefined ? undefined : { [main]: value }
}

function takes(schema: JsonSchema | undefined, value: unknown): boolean {
  if (schema === undefined || schema.enum !== undefined || schema.const !== undefined) return false
  return [schema.type ?? []].flat().some((type) => type === 'string' || type === typeof value)
}

function sameWord(value: unknown, word: unknown): boolean {
  return typeof value === 'string' && typeof word === 'string' && snakeCase(value) === snakeCase(word)
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
