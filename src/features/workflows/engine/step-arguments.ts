import type { ErrorIssue } from '../../../contract/errors.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import { checkFor, nearestName } from '../../../platform/validation/validation.ts'
import type { Reference } from './variables.ts'

type Args = Readonly<Record<string, unknown>>

/** What the check says where something was not given at all. */
const MISSING = /^(?:is required|needs exactly one of )/

/** Where the check must leave things open. */
export interface OpenPlaces {
  /** A `$name` can become anything that the step before gives. */
  readonly references?: readonly Reference[]
  /** A person will be asked first, and can add what is missing. */
  readonly mayLack?: boolean
}

/** Why arguments cannot fit a tool; the paths are those of the arguments. */
export function argumentIssues(
  tool: AnyTool,
  args: Args,
  { references = [], mayLack = false }: OpenPlaces = {},
): ErrorIssue[] {
  const known = Object.keys((tool.params as { properties?: object }).properties ?? {})
  const strangers = Object.keys(args).filter((name) => !known.includes(name))
  const copy = withDefaults(tool, args)
  for (const name of strangers) delete copy[name]
  const issues = checkFor(
    tool.params,
    'body',
  )(copy).filter((issue) => !isOpen(issue, references) && !(mayLack && MISSING.test(issue.message)))
  return [
    ...strangers.map((name) => ({ path: `/${name}`, message: unknownArgument(name, known) })),
    ...issues,
  ]
}

/** The arguments as the tool would get them, with its defaults filled in. */
export function withDefaults(tool: AnyTool, args: Args): Record<string, unknown> {
  const copy = structuredClone(args) as Record<string, unknown>
  checkFor(tool.params, 'body')(copy)
  return copy
}

/** What a reference becomes is not known yet; only that one inside of longer text becomes text. */
function isOpen({ path, message }: ErrorIssue, references: readonly Reference[]): boolean {
  return references.some((reference) => {
    if (reference.path.startsWith(`${path}/`)) return !MISSING.test(message)
    if (reference.path !== path) return false
    return reference.whole || !/^must be (?:integer|number|boolean|array|object|null)\b/.test(message)
  })
}

function unknownArgument(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  return near
    ? `is not an argument of this tool: did you mean \`${near}\`?`
    : `is not an argument of this tool; it takes ${known.join(', ') || 'none'}`
}
