import { isInside } from '../../platform/files/links.ts'

interface Rule {
  readonly folder: string
  readonly pattern: RegExp
  readonly isNegated: boolean
  readonly foldersOnly: boolean
}

/** Rules of `.gitignore` files, those of the outermost folder first. */
export type IgnoreRules = readonly Rule[]

const maxRules = 1_000
const maxRuleLength = 200
/** A pattern of a stranger must not take long, and each of these multiplies the time. */
const maxWildcards = 3

/** The rules that one such file in a folder adds to those of the folders around it. */
export function withIgnoreFile(rules: IgnoreRules, folder: string, text: string): IgnoreRules {
  const lines = text.split(/\r?\n/).slice(0, maxRules)
  return [...rules, ...lines.flatMap((line) => ruleOf(line, folder))]
}

/** As git has it: of the rules that fit, the last one decides. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  const rule = rules.findLast(
    ({ folder, pattern, foldersOnly }) =>
      (isFolder || !foldersOnly) && isInside(path, folder) && pattern.test(path.slice(folder.length + 1)),
  )
  return rule !== undefined && !rule.isNegated
}

function ruleOf(line: string, folder: string): Rule[] {
  const text = line.replace(/(?<!\\)\s+$/, '')
  if (text === '' || text.startsWith('#') || text.length > maxRuleLength) return []
  const isNegated = text.startsWith('!')
  const body = (isNegated ? text.slice(1) : text).replace(/\/$/, '')
  if (body === '' || (body.match(/\*+|\?|\[/g) ?? []).length > maxWildcards) return []
  // With a slash in it, it counts from its own folder; else for every name below.
  const isAnchored = body.includes('/')
  const source = patternOf(body.replace(/^\//, ''))
  try {
    const pattern = new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${source}$`, 'u')
    return [{ folder, pattern, isNegated, foldersOnly: text.endsWith('/') }]
  } catch {
    // Not a pattern that anybody can mean.
    return []
  }
}

function patternOf(glob: string): string {
  return glob.replaceAll(
    /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\.|[^*?[\\]+|[[\\]/g,
    (part) => wildcards[part] ?? literal(part),
  )
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
}

function literal(part: string): string {
  if (/^\[.+\]$/.test(part)) return `[${part.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`
  return (part.startsWith('\\') ? part.slice(1) : part).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
