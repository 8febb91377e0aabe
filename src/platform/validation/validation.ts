import type { Ajv as AjvClass, ErrorObject, ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import { ownRequire } from '../files/own-code.ts'
import { editsBetween } from './edits-between.ts'

const MAX_ISSUES = 50

export type SchemaPart = 'params' | 'query' | 'body' | 'result'

/** Checks a value and fills in its defaults; returns every reason why it does not fit. */
export type Check = (value: unknown) => readonly ErrorIssue[]

const checks: Record<SchemaPart, WeakMap<TSchema, Check>> = {
  params: new WeakMap(),
  query: new WeakMap(),
  body: new WeakMap(),
  result: new WeakMap(),
}

/**
 * The check for a schema, compiled when it is first asked for: compiling all of them would double the time to start.
 * Only query strings and path parameters are coerced, because only they are always text.
 */
export function checkFor(schema: TSchema, part: SchemaPart): Check {
  const known = checks[part].get(schema)
  if (known) return known
  const validate = ajvFor(part).compile(withoutIds(schema) as object)
  const check: Check = (value) => (validate(value) ? [] : issuesOf(validate))
  checks[part].set(schema, check)
  return check
}

/** Throws one error that names every reason. */
export function assertValid(value: unknown, { schema, part }: { schema: TSchema; part: SchemaPart }): void {
  const issues = checkFor(schema, part)(value)
  if (issues.length === 0) return
  throw new AppError('invalid_request', describe(issues, part), {
    errors: issues.map((issue) => ({ path: `/${part}${issue.path}`, message: issue.message })),
  })
}

let ajvByPart: Partial<Record<SchemaPart, AjvClass>> = {}

function ajvFor(part: SchemaPart): AjvClass {
  const known = ajvByPart[part]
  if (known) return known
  // Loaded on first use: a service that nobody talks to yet does not need a compiler.
  const { Ajv } = ownRequire('ajv') as { Ajv: typeof AjvClass }
  const addFormats = ownRequire('ajv-formats') as (ajv: AjvClass) => void
  const coerceTypes = part === 'query' || part === 'params' ? 'array' : false
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: part !== 'result',
    coerceTypes,
    strict: false,
    verbose: true,
    // Shorter code is not worth a third more time to compile it: most checks are made once.
    code: { optimize: false },
  })
  addFormats(ajv)
  ajvByPart = { ...ajvByPart, [part]: ajv }
  return ajv
}

function issuesOf(validate: ValidateFunction): ErrorIssue[] {
  const seen = new Set<string>()
  return relevant(validate.errors ?? [])
    .slice(0, MAX_ISSUES)
    .map(toIssue)
    .filter((issue) => {
      const key = `${issue.path} ${issue.message}`
      return !seen.has(key) && seen.add(key)
    })
}

/** Of a choice between members, what counts is the choice; that each alternative alone fails says nothing. */
function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(isMemberChoice).map(({ schemaPath }) => `${schemaPath}/`)
  return errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(choice)))
}

function isMemberChoice({ keyword, schema }: ErrorObject): boolean {
  const alternatives: unknown = schema
  return (
    keyword === 'oneOf' &&
    Array.isArray(alternatives) &&
    alternatives.every((alternative) => Object.keys(alternative as object).join() === 'required')
  )
}

/** The pattern of a text that has to say something. */
const NOT_BLANK = String.raw`\S`
const EMPTY = 'must not be empty'

function toIssue(error: ErrorObject): ErrorIssue {
  const path = error.instancePath
  const parameters = error.params as Record<string, unknown>
  if (isMemberChoice(error)) {
    const names = (error.schema as { required: string[] }[]).flatMap(({ required }) => required)
    return { path, message: `needs exactly one of ${names.join(', ')}` }
  }
  switch (error.keyword) {
    case 'additionalProperties':
      return { path: `${path}/${String(parameters['additionalProperty'])}`, message: unknownMember(error) }
    case 'required':
      return { path: `${path}/${String(parameters['missingProperty'])}`, message: 'is required' }
    case 'enum':
      return { path, message: `must be one of ${(parameters['allowedValues'] as unknown[]).join(', ')}` }
    case 'const':
      return { path, message: `must be ${JSON.stringify(parameters['allowedValue'])}` }
    case 'pattern':
      return { path, message: parameters['pattern'] === NOT_BLANK ? EMPTY : error.message! }
    case 'minLength':
      return { path, message: parameters['limit'] === 1 ? EMPTY : error.message! }
    case 'type':
      return { path, message: `must be ${[parameters['type']].flat().join(' or ')}` }
    default:
      return { path, message: error.message ?? 'is not valid' }
  }
}

function unknownMember(error: ErrorObject): string {
  const name = String((error.params as Record<string, unknown>)['additionalProperty'])
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
  const near = nearestName(name, known)
  return near ? `is unknown; did you mean "${near}"?` : `is unknown; known: ${known.join(', ') || 'none'}`
}

/** The known name that a misspelt one most likely meant, if any is close enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const wanted = plain(name)
  const ranked = known
    .map((candidate) => ({ candidate, distance: editsBetween(wanted, plain(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.candidate : undefined
}

function describe(issues: readonly ErrorIssue[], part: SchemaPart): string {
  const where = { params: 'path', query: 'query string', body: 'body', result: 'answer' }[part]
  const [first] = issues
  const name =
    first!.path === '' ? `The ${where}` : `In the ${where}, ${first!.path.slice(1).replaceAll('/', '.')}`
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see errors)` : ''
  return asSentence(`${name} ${first!.message}${more}`)
}

/** Words that end as a sentence already, like a question about what was meant, get no second end. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/**
 * Ajv takes an inner `$id` as a new base address; here it only names a schema for OpenAPI. It also wants to be given every
 * dialect that a `$schema` names, where only one is spoken.
 */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).filter(
    ([name, value]) => (name !== '$id' && name !== '$schema') || typeof value !== 'string',
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutIds(value)]))
}
