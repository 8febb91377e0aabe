import { AppError, type ErrorIssue } from '../../../contract/errors.ts'
import { ExpressionError } from '../../../platform/expressions/expression-error.ts'
import { parseExpression } from '../../../platform/expressions/parse.ts'
import { timingOf } from '../schedules/schedule-times.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { planOf, type CheckOptions, type Plan } from '../validate-steps.ts'
import { inputSchemaIssues } from './inputs.ts'
import type { StoredDefinition } from './schemas.ts'

/** Names that every run of an automation knows, and that its variables must leave alone. */
const RUN_NAMES = ['inputs', 'event', 'events', 'secret'] as const

export interface DefinitionContext extends Pick<CheckOptions, 'catalog'> {
  readonly hasSecret: (name: string) => boolean
}

/** The steps as they run, with the names that a run has. */
export function planOfDefinition(
  { steps, variables = {}, secrets = [] }: Pick<StoredDefinition, 'steps' | 'variables' | 'secrets'>,
  options: CheckOptions,
): Plan {
  // A secret stands for itself until the tool is called, so that nothing stored holds its value.
  const secret = Object.fromEntries(secrets.map((name) => [name, `$secret.${name}`]))
  return planOf({ steps, variables: secrets.length === 0 ? variables : { ...variables, secret } }, options)
}

/** Refuses a definition that could not run, with every reason at once. */
export function checkDefinition(definition: StoredDefinition, context: DefinitionContext): void {
  const { steps, triggers = [], inputs, variables = {} } = definition
  const issues = [
    ...inputSchemaIssues(inputs),
    ...nameIssues(variables),
    ...secretIssues(definition, context),
    ...pinIssues(definition),
    ...triggers.flatMap((trigger, position) =>
      triggerIssues(trigger, triggers.slice(0, position), context).map(({ path, message }) => ({
        path: `/triggers/${position}${path}`,
        message,
      })),
    ),
  ].map(({ path, message }) => ({ path: `/body${path}`, message }))
  const known = { ...variables, inputs: {}, event: null, events: [] }
  try {
    planOfDefinition({ ...definition, steps, variables: known }, { catalog: context.catalog })
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    issues.push(...error.errors)
  }
  if (issues.length === 0) return
  const [first] = issues
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see errors)` : ''
  const where = first!.path.split('/').slice(2).join('.')
  throw new AppError('invalid_request', `The automation can't run: ${where} ${first!.message}${more}.`, {
    errors: issues,
  })
}

function nameIssues(variables: Readonly<Record<string, unknown>>): ErrorIssue[] {
  return RUN_NAMES.filter((name) => Object.hasOwn(variables, name)).map((name) => ({
    path: `/variables/${name}`,
    message: `is a name that every run has; choose another`,
  }))
}

/** A secret inside a longer text would be stored with it and shown to people. */
function secretIssues(
  { steps, secrets = [] }: StoredDefinition,
  { hasSecret }: DefinitionContext,
): ErrorIssue[] {
  const unknown = secrets.flatMap((name, position) =>
    hasSecret(name)
      ? []
      : [
          {
            path: `/secrets/${position}`,
            message: `"${name}" is not a stored secret: set it in the settings`,
          },
        ],
  )
  const misused = steps.flatMap((step, position) =>
    textsIn(step.args).flatMap(({ path, text }) => {
      const used = /\$secret\.([A-Za-z0-9_]+)/.exec(text)
      if (!used) return []
      const at = `/steps/${position}/args${path}`
      if (text !== used[0]) return [{ path: at, message: 'must be nothing but the secret' }]
      return secrets.includes(used[1]!) ? [] : [{ path: at, message: `"${used[1]}" is missing in secrets` }]
    }),
  )
  return [...unknown, ...misused]
}

function pinIssues({ pins = {}, steps }: StoredDefinition): ErrorIssue[] {
  const ids = new Set(steps.map(({ id }) => id))
  return Object.keys(pins)
    .filter((id) => !ids.has(id))
    .map((id) => ({ path: `/pins/${id}`, message: 'is not the id of a step' }))
}

function triggerIssues(
  trigger: Trigger,
  earlier: readonly Trigger[],
  { hasSecret }: DefinitionContext,
): ErrorIssue[] {
  const issues: ErrorIssue[] = []
  if (earlier.some(({ id }) => id === trigger.id))
    issues.push({ path: '/id', message: `"${trigger.id}" is used twice` })
  if (trigger.debounce_s !== undefined && trigger.batch_s !== undefined)
    issues.push({ path: '/batch_s', message: "can't be combined with debounce_s" })
  issues.push(...expressionIssues('/when', trigger.when))
  if (trigger.type === 'metric') issues.push(...expressionIssues('/clear', trigger.clear))
  if (trigger.type === 'schedule') issues.push(...timingIssues(trigger))
  if (trigger.type === 'webhook' && trigger.hmac && !hasSecret(trigger.hmac.secret))
    issues.push({ path: '/hmac/secret', message: `"${trigger.hmac.secret}" is not a stored secret` })
  return issues
}

function expressionIssues(path: string, text: string | undefined): ErrorIssue[] {
  if (text === undefined) return []
  try {
    parseExpression(text, { isKnown: (name) => name === 'event' || name === 'events' })
    return []
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return [{ path, message: `can't be read at column ${error.column}: ${error.message.replace(/\.$/, '')}` }]
  }
}

function timingIssues(trigger: Trigger<'schedule'>): ErrorIssue[] {
  if ((trigger.cron === undefined) === (trigger.every === undefined))
    return [{ path: '/cron', message: 'needs exactly one of cron and every' }]
  try {
    timingOf({ ...trigger, anchor: new Date(0) })
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [
      { path: trigger.cron === undefined ? '/every' : '/cron', message: error.message.replace(/\.$/, '') },
    ]
  }
}

interface FoundText {
  readonly path: string
  readonly text: string
}

function textsIn(value: unknown, path = ''): FoundText[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, `${path}/${name}`))
}
