import { AppError } from '../../contract/errors.ts'
import { closed, dictionary, literals } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import { checkFor } from '../validation/validation.ts'
import { pluginLimits } from './limits.ts'
import { ONE_LINE } from './plugin-manifest.ts'
import { inOneLine } from './plugin-message.ts'
import { paramsProblem, schemaProblem } from './tool-schema.ts'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE })

const Declaration = closed({
  action: Type.String({ pattern: '^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$', maxLength: 64 }),
  title: line(80),
  description: line(1000),
  params: dictionary(Type.Unknown()),
  data: Type.Optional(dictionary(Type.Unknown())),
  risk: literals(['read', 'write', 'external', 'dangerous']),
  idempotent: Type.Boolean(),
  timeoutSeconds: Type.Optional(Type.Number({ minimum: 1, maximum: pluginLimits.maxCallSeconds })),
  phrases: Type.Optional(Type.Array(line(200), { maxItems: 20 })),
  example: Type.Optional(closed({ args: dictionary(Type.Unknown()) })),
})

const Declarations = Type.Array(Declaration, { minItems: 1, maxItems: pluginLimits.tools })

/** A tool of a plugin without its code, after everything in it was looked at. */
export type ToolDeclaration = Static<typeof Declaration>

/** What a module said about its tools, or one error that names everything wrong with it. */
export function readDeclarations(value: unknown): ToolDeclaration[] {
  const issues = checkFor(Declarations, 'result')(value)
  if (issues.length > 0)
    throw refused(issues.map(({ path, message }) => `${placeOf(value, path)} ${message}`))
  const declarations = value as ToolDeclaration[]
  const problems = declarations.flatMap(problemsOf)
  const actions = declarations.map(({ action }) => action)
  const twice = actions.filter((action, index) => actions.indexOf(action) !== index)
  problems.push(...twice.map((action) => `it has two tools named ${action}`))
  if (problems.length > 0) throw refused(problems)
  return declarations
}

function problemsOf({ action, params, data, example }: ToolDeclaration): string[] {
  const ofParams = paramsProblem(params) ?? compileProblem(params)
  if (ofParams !== undefined) return [`params of ${action} ${ofParams}`]
  const ofData = data && schemaProblem(data)
  if (ofData !== undefined) return [`data of ${action} ${ofData}`]
  if (!example) return []
  const issues = checkFor(params, 'body')(structuredClone(example.args))
  return issues.map(
    ({ path, message }) => `the example of ${action} doesn't match its params: ${path} ${message}`,
  )
}

function compileProblem(params: object): string | undefined {
  try {
    checkFor(params, 'body')
    return undefined
  } catch (error) {
    return `can't be used: ${inOneLine((error as Error).message, 200)}`
  }
}

/** `/0/risk` says little; `risk of COUNT_WORDS` says which tool. */
function placeOf(value: unknown, path: string): string {
  const [, index = '', ...members] = path.split('/')
  const tool = Array.isArray(value) ? (value as { action?: unknown }[])[Number(index)] : undefined
  if (index === '') return 'the list of tools'
  const name = typeof tool?.action === 'string' ? inOneLine(tool.action, 64) : `tool ${Number(index) + 1}`
  return members.length === 0 ? name : `${members.join('.')} of ${name}`
}

function refused(problems: readonly string[]): AppError {
  const shown = problems.slice(0, 5).map((problem) => inOneLine(problem, 300))
  const more = problems.length > 5 ? `; and ${problems.length - 5} more` : ''
  return new AppError('conflict', `Can't use the plugin's tools: ${shown.join('; ')}${more}.`)
}
