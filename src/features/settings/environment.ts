import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { refusalsOf } from './setting-check.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const environmentPrefix = 'DESKHAND_'

/** The settings that the environment pins, by name. Every variable that cannot be used is named in one error. */
export function readEnvironment(
  definitions: Iterable<SettingDefinition>,
  environment: Environment,
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  const issues: ErrorIssue[] = []
  for (const definition of definitions) {
    const variable = environmentPrefix + definition.name
    const text = environment[variable]
    if (text === undefined) continue
    const value = parse(text, definition)
    const refusals = value === undefined ? ['must be JSON'] : refusalsOf(definition, value)
    if (refusals.length === 0) values.set(definition.name, value)
    else issues.push(...refusals.map((message) => ({ path: `/${variable}`, message })))
  }
  if (issues.length === 0) return values
  const reasons = issues.map(({ path, message }) => `${path.slice(1)} ${message}`)
  throw new AppError(
    'invalid_request',
    `The environment has invalid values: ${reasons.join('; ')}. Correct or unset them.`,
    { errors: issues },
  )
}

/** Variables that look like a misspelt setting: an authentication token under the wrong name would protect nothing. */
export function misspeltVariables(names: readonly string[], environment: Environment): Map<string, string> {
  const misspelt = new Map<string, string>()
  for (const variable of Object.keys(environment)) {
    const name = variable.slice(environmentPrefix.length)
    if (!variable.startsWith(environmentPrefix) || names.includes(name) || name.startsWith('PLUGIN_'))
      continue
    const near = nearestName(name, names)
    if (near) misspelt.set(variable, environmentPrefix + near)
  }
  return misspelt
}

/** Undefined when the text is not even JSON where it has to be. Whether the value fits is the schema's to say. */
function parse(text: string, { schema }: SettingDefinition): unknown {
  const { type, items } = schema as { type?: string; items?: { type?: string } }
  if (type === 'integer' || type === 'number') return text.trim() === '' ? text : Number(text)
  if (type === 'boolean') return booleans[text.trim().toLowerCase()] ?? text
  if (type === 'array' && items?.type === 'string' && !text.trim().startsWith('[')) return commaList(text)
  return type === 'array' || type === 'object' ? parseJson(text) : text
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  on: true,
  off: false,
  yes: true,
  no: false,
  1: true,
  0: false,
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
