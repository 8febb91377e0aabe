import type { TSchema } from 'typebox'
import { checkFor } from './validation.ts'

type Json = Record<string, unknown>

/**
 * What a model meant by a value that does not fit its schema, where only one thing can be meant: a number or an object
 * written as text, one value where a list is wanted, rows below a row of names where records are wanted, a name in other
 * letters, null for what may be left out. Everything else stays as it is, for the check to refuse. What fits is never
 * changed.
 */
export function understand(schema: TSchema, value: unknown): unknown {
  return understood(schema as Json, value)
}

/** Letters and digits alone, for `readFile`, `read-file` and `READ_FILE` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The one of these names that is meant; undefined when none is, or more than one could be. */
export function meantName(given: string, known: readonly string[]): string | undefined {
  if (known.includes(given)) return given
  const plain = plainName(given)
  const same = plain === '' ? [] : known.filter((name) => plainName(name) === plain)
  return same.length === 1 ? same[0] : undefined
}

function understood(schema: Json, value: unknown): unknown {
  // A member with a strange name does not keep an object from fitting.
  if (schema['type'] !== 'object' && fits(schema, value)) return value
  const choices = alternatives(schema)
  if (choices) return onlyMeaning(choices, value)
  if (Array.isArray(schema['enum'])) return meantChoice(schema['enum'], value)
  if ('const' in schema) return meantChoice([schema['const']], value)
  const read = readers[String(schema['type'])]
  return read ? read(value, schema) : value
}

/** What is made of a value that is wanted in this form. */
const readers: Readonly<Record<string, (value: unknown, schema: Json) => unknown>> = {
  object: (value, schema) => meantObject(schema, value),
  array: (value, schema) => meantList(schema, value),
  integer: meantNumber,
  number: meantNumber,
  boolean: (value) => (typeof value === 'string' ? meantTruth(value) : value),
  string: (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value),
}

function fits(schema: Json, value: unknown): boolean {
  try {
    return checkFor(schema, 'body')(structuredClone(value)).length === 0
  } catch {
    // A part of a stranger's schema that cannot be read by itself: then nothing is known about what it wants.
    return true
  }
}

/** The forms that a value may have, where there is a choice. */
function alternatives(schema: Json): Json[] | undefined {
  const { anyOf, oneOf, type } = schema
  const listed = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined
  // A choice between members (`required` alone) says nothing about the form of the value.
  if (listed) return listed.every(hasForm) ? listed : undefined
  return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one as unknown })) : undefined
}

function hasForm(schema: unknown): schema is Json {
  return isObject(schema) && ['type', 'enum', 'const', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
}

function onlyMeaning(choices: readonly Json[], value: unknown): unknown {
  const meanings = choices
    .map((choice) => ({ choice, meaning: understood(choice, value) }))
    .filter(({ choice, meaning }) => fits(choice, meaning))
  const distinct = new Map(meanings.map(({ meaning }) => [JSON.stringify(meaning), meaning]))
  return distinct.size === 1 ? [...distinct.values()][0] : value
}

function meantChoice(choices: readonly unknown[], value: unknown): unknown {
  const texts = choices.filter((choice) => typeof choice === 'string')
  if (typeof value === 'string') {
    const number = numberIn(value)
    return number !== undefined && choices.includes(number) ? number : (meantName(value, texts) ?? value)
  }
  return typeof value === 'number' && texts.includes(String(value)) ? String(value) : value
}

function meantObject(schema: Json, value: unknown): unknown {
  const given = typeof value === 'string' ? jsonIn(value) : value
  if (!isObject(given)) return value
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  const members = Object.entries(given).flatMap(([givenName, member]): [string, unknown][] => {
    const name = memberName(givenName, { given, properties })
    const own = Object.hasOwn(properties, name) ? properties[name]! : undefined
    if (member === null && own && !required.includes(name) && !fits(own, null)) return []
    const rule = own ?? memberRule(schema)
    return [[name, rule === undefined ? member : understood(rule, member)]]
  })
  return Object.fromEntries(members)
}

/** What members must be like whose names are free. */
function memberRule({ additionalProperties, patternProperties }: Json): Json | undefined {
  if (isObject(additionalProperties)) return additionalProperties
  const rules = Object.values(isObject(patternProperties) ? patternProperties : {})
  return rules.length === 1 && isObject(rules[0]) ? rules[0] : undefined
}

/** A name that is not known stands for the one that differs only in its letters' case and dashes, unless that is there too. */
function memberName(
  name: string,
  { given, properties }: { given: Json; properties: Record<string, Json> },
): string {
  if (Object.hasOwn(properties, name)) return name
  const meant = meantName(name, Object.keys(properties))
  if (meant === undefined) return name
  const rivals = Object.keys(given).filter((other) => plainName(other) === plainName(meant))
  return rivals.length === 1 ? meant : name
}

function meantList(schema: Json, value: unknown): unknown {
  const items = isObject(schema['items']) ? schema['items'] : {}
  if (Array.isArray(value)) return recordsOf(value, items).map((item) => understood(items, item))
  if (value === null || value === undefined) return value
  if (typeof value === 'string') {
    const listed = jsonIn(value)
    if (Array.isArray(listed)) return recordsOf(listed, items).map((item) => understood(items, item))
    // One name with a comma in it, or several: nobody knows.
    if (/[,;\n]/.test(value) && listed === undefined) return value
  }
  const only = understood(items, value)
  return fits(items, only) ? [only] : value
}

/** Where records with free names are wanted, rows below a row of names are such records. */
function recordsOf(rows: readonly unknown[], items: Json): readonly unknown[] {
  const isFree = items['type'] === 'object' && Object.keys(items['properties'] ?? {}).length === 0
  if (!isFree || rows.length < 2 || !rows.every((row) => Array.isArray(row))) return rows
  const [names, ...rest] = rows as [unknown[], ...unknown[][]]
  const isHeading = names.every((name) => typeof name === 'string' && name.trim() !== '')
  const areApart = new Set(names).size === names.length
  if (!isHeading || !areApart || rest.some((row) => row.length > names.length)) return rows
  return rest.map((row) => Object.fromEntries(row.map((cell, index) => [names[index], cell])))
}

function meantNumber(value: unknown): unknown {
  return typeof value === 'string' ? (numberIn(value) ?? value) : value
}

function numberIn(text: string): number | undefined {
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text)) return undefined
  const number = Number(text)
  // What would lose digits was meant as a text, an id for example.
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
  return isExact ? number : undefined
}

function meantTruth(text: string): unknown {
  const word = text.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : text
}

/** The object or list that a text is the JSON of. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
