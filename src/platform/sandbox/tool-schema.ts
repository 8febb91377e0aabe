import type { Members } from './plugin-message.ts'
import { membersOf } from './plugin-message.ts'
import { pluginLimits } from './limits.ts'

/**
 * The part of JSON Schema that a plugin may use. The service itself checks arguments by it, so a keyword is left out when
 * the plugin could make the check take for ever: a pattern and a default that does not fit it are enough for that.
 */
const KEYWORDS = new Set([
  'type',
  'title',
  'description',
  'default',
  'examples',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
])

const MAX_DEPTH = 12

/** The first reason why a schema cannot be used; undefined when it can. */
export function schemaProblem(schema: unknown): string | undefined {
  if (JSON.stringify(schema).length > pluginLimits.schemaBytes)
    return `is larger than ${pluginLimits.schemaBytes / 1024} KB`
  return problemIn(schema, 0)
}

/** A schema for arguments is an object with named members: they are what a form, a model and the command line fill in. */
export function paramsProblem(schema: unknown): string | undefined {
  const { type, properties } = membersOf(schema) ?? {}
  if (type !== 'object' || !membersOf(properties))
    return 'must be a JSON Schema of type object with properties'
  return schemaProblem(schema)
}

function problemIn(schema: unknown, depth: number): string | undefined {
  if (typeof schema === 'boolean') return undefined
  const members = membersOf(schema)
  if (!members) return 'contains something that is not a schema'
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`
  const stranger = Object.keys(members).find((keyword) => !KEYWORDS.has(keyword))
  if (stranger !== undefined) return `can't use "${stranger}": check it in run`
  return firstProblem(schemasIn(members), depth) ?? nameProblem(members)
}

function firstProblem(schemas: readonly unknown[], depth: number): string | undefined {
  for (const schema of schemas) {
    const problem = problemIn(schema, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

function schemasIn(members: Members): unknown[] {
  const lists = ['anyOf', 'oneOf', 'allOf'].map((keyword) => members[keyword] ?? [])
  const single = ['items', 'additionalProperties', 'not'].filter((keyword) => keyword in members)
  const { properties = {} } = members
  return [
    ...lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [undefined])),
    ...single.map((keyword) => members[keyword]),
    ...Object.values(membersOf(properties) ?? { properties: undefined }),
  ]
}

function nameProblem({ properties }: Members): string | undefined {
  const forbidden = ['__proto__', 'constructor', 'prototype']
  const name = Object.keys(membersOf(properties) ?? {}).find((candidate) => forbidden.includes(candidate))
  return name === undefined ? undefined : `can't have an argument named ${name}`
}
