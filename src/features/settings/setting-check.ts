import { AppError } from '../../contract/errors.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import { checkFor } from '../../platform/validation/validation.ts'

/** Every reason why a value does not fit, none of which repeats the value: it may be a secret. */
export function refusalsOf(definition: SettingDefinition, value: unknown): string[] {
  const issues = checkFor(definition.schema, 'body')(structuredClone(value))
  return issues.map(({ path, message }) => {
    const inside = path === '' ? '' : `${path.slice(1).replaceAll('/', '.')}: `
    return inside + inWords(message, definition)
  })
}

/** What a plugin declares is checked like a request: it may not stand in for a setting of the service. */
export function assertForPlugin({ name, schema, secret }: SettingDefinition): void {
  if (!/^PLUGIN(?:_[A-Z0-9]+){2,}$/.test(name)) {
    throw new AppError(
      'invalid_request',
      `A plugin's setting must be named PLUGIN_<AGENT>_<NAME>, not ${name}.`,
    )
  }
  if (secret && (schema as { type?: unknown }).type !== 'string') {
    throw new AppError('invalid_request', `${name} is a secret, so its schema must be of type string.`)
  }
  try {
    checkFor(schema, 'body')
  } catch (error) {
    throw new AppError('invalid_request', `${name} has an invalid schema.`, { cause: error })
  }
}

/** A regular expression helps nobody; an example does. */
function inWords(message: string, { example, secret, name }: SettingDefinition): string {
  if (!message.startsWith('must match pattern')) return message
  if (example !== undefined) return `must look like ${JSON.stringify(example)}`
  return secret ? `contains characters that ${name} can't have; copy it again in full` : message
}
