import type { TSchema } from 'typebox'
import { AppError, type ErrorIssue } from '../../../contract/errors.ts'
import { checkFor } from '../../../platform/validation/validation.ts'

type Schema = Readonly<Record<string, unknown>>

const MAX_SCHEMA_LENGTH = 20_000

/** The inputs with their defaults, or one refusal that names every reason. */
export function checkInputs(
  schema: Schema | undefined,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const inputs = structuredClone(given) as Record<string, unknown>
  const issues = checkFor(closedSchema(schema), 'body')(inputs)
  if (issues.length === 0) return inputs
  const errors = issues.map(({ path, message }) => ({ path: `/body/inputs${path}`, message }))
  const [first] = issues
  const where = first!.path === '' ? 'inputs' : first!.path.slice(1).replaceAll('/', '.')
  throw new AppError('invalid_request', `The inputs don't fit: ${where} ${first!.message}.`, { errors })
}

/** What is wrong with a schema of inputs itself. */
export function inputSchemaIssues(schema: Schema | undefined): ErrorIssue[] {
  if (schema === undefined) return []
  const wrong = (message: string) => [{ path: '/inputs', message }]
  if (schema['type'] !== 'object') return wrong('must be a JSON Schema of type object')
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH)
    return wrong(`must not be longer than ${MAX_SCHEMA_LENGTH} characters`)
  if (hasPattern(schema)) return wrong('must not use pattern, patternProperties or $ref')
  try {
    checkFor(closedSchema(schema), 'body')
    return []
  } catch (error) {
    return wrong(`can't be read as a JSON Schema: ${(error as Error).message}`)
  }
}

const compiled = new Map<string, TSchema>()
const MAX_COMPILED = 200

/** Unknown inputs are misspelt ones. The same schema is compiled once, whichever copy of it is given. */
function closedSchema(schema: Schema = { type: 'object' }): TSchema {
  const text = JSON.stringify(schema)
  const known = compiled.get(text)
  if (known) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const closed = { additionalProperties: false, ...(JSON.parse(text) as object) } as TSchema
  compiled.set(text, closed)
  return closed
}

/** A regular expression of somebody else may take for ever, and a reference leads anywhere. */
function hasPattern(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some(hasPattern)
  return Object.entries(value).some(
    ([name, member]) =>
      ((name === 'pattern' || name === '$ref') && typeof member === 'string') ||
      name === 'patternProperties' ||
      hasPattern(member),
  )
}
