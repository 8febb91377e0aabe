import type { ErrorIssue } from '../../contract/errors.ts'
import { withoutNulls } from '../../platform/validation/optional-nulls.ts'
import { understand } from '../../platform/validation/understand.ts'
import { asSentence, checkFor, nearestName } from '../../platform/validation/validation.ts'
import type { CatalogEntry } from './catalog-entry.ts'

type Args = Record<string, unknown>

/** The arguments as the tool gets them, and everything that is wrong with them. */
export function checkArguments(
  { tool, origin }: CatalogEntry,
  given: Readonly<Args>,
): { args: Args; issues: ErrorIssue[] } {
  const copy = structuredClone(given) as Args
  // Elsewhere `null` is what many write for what they leave out.
  const args = origin === 'mcp' ? (withoutNulls(tool.params, copy) as Args) : copy
  const known = Object.keys((tool.params as { properties?: object }).properties ?? {})
  const strangers = Object.keys(args).filter((name) => !known.includes(name))
  const unknown = strangers.map((name) => ({ path: `/${name}`, message: unknownArgument(name, known) }))
  for (const name of strangers) delete args[name]
  return { args, issues: [...unknown, ...checkFor(tool.params, 'body')(args)] }
}

/**
 * What a model meant by its arguments. Only models are read so: what a program sends is taken at its word, and refused by
 * `checkArguments` where it does not fit.
 */
export function understandArguments(entry: CatalogEntry, given: Readonly<Args>): Readonly<Args> {
  const fit = checkArguments(entry, given).issues.length === 0
  return fit ? given : (understand(entry.tool.params, given) as Args)
}

function unknownArgument(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  return near
    ? `is not an argument of this tool: did you mean \`${near}\`?`
    : `is not an argument of this tool; it takes ${known.join(', ') || 'none'}`
}

export function describeIssues({ tool }: CatalogEntry, issues: readonly ErrorIssue[]): string {
  const all = issues
    .slice(0, 5)
    .map(({ path, message }) => `\`${path.slice(1).replaceAll('/', '.') || 'args'}\` ${inWords(message)}`)
  const more = issues.length > 5 ? `, and ${issues.length - 5} more` : ''
  return asSentence(`${tool.action} wasn't run: ${all.join('; ')}${more}`)
}

function inWords(message: string): string {
  return message === 'must be array' ? 'must be a list, for example ["one", "two"]' : message
}
