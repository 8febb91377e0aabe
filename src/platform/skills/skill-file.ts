import { AppError } from '../../contract/errors.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { skillLimits } from './skill-limits.ts'

export const SKILL_FILE = 'SKILL.md'

/** What a SKILL.md says about its skill. */
export interface SkillManifest {
  readonly name: string
  readonly description: string
  readonly license: string | null
  readonly compatibility: string | null
  /** Tools that its author would like to be allowed; shown, and never obeyed. */
  readonly allowedTools: readonly string[]
  /** A value that is no text is JSON here. */
  readonly metadata: Readonly<Record<string, string>>
  /** Programs that it says it needs. */
  readonly programs: readonly string[]
  /** What is unusual, but no reason to refuse it. */
  readonly notes: readonly string[]
}

export interface SkillFile {
  readonly manifest: SkillManifest
  /** The instructions below the frontmatter. */
  readonly body: string
}

const KNOWN = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
const MAX_LINES = 500

/** Reads a SKILL.md by the Agent Skills specification, or throws all that is wrong with it. */
export async function readSkillFile(bytes: Buffer): Promise<SkillFile> {
  const { frontmatter, body } = splitSkillFile(bytes)
  const manifest = readFields(await parsed(frontmatter))
  const lines = body.split('\n').length
  const notes =
    lines > MAX_LINES
      ? [
          ...manifest.notes,
          `Its instructions are ${lines} lines long. Up to ${MAX_LINES} are recommended, with the rest in files of their own.`,
        ]
      : manifest.notes
  return { manifest: { ...manifest, notes }, body }
}

/** The block at the beginning, as it is written, and the instructions below it. */
export function splitSkillFile(bytes: Buffer): { frontmatter: string; body: string } {
  return split(decoded(bytes))
}

/** The same for fields that were read already, each value as the text that stands there. */
export function readFields(fields: Readonly<Record<string, unknown>>): SkillManifest {
  const problems: string[] = []
  const manifest = manifestOf(fields, problems)
  if (problems.length > 0) throw refusedSkill(problems.join('; '))
  return manifest
}

export function refusedSkill(reason: string): AppError {
  return new AppError('conflict', `Can't use the skill: ${reason}.`)
}

/** Why this is no name of a skill; undefined when it is one. */
function problemOfName(name: string): string | undefined {
  if (name.length > skillLimits.name) return `its name is longer than ${skillLimits.name} characters`
  if (/[^a-z0-9-]/.test(name))
    return `its name "${visibleText(name)}" may only have the letters a to z in lower case, digits and hyphens`
  if (/^-|-$|--/.test(name))
    return `its name "${name}" may not begin or end with a hyphen, nor have two in a row`
  return undefined
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch (error) {
    throw new AppError('conflict', `Can't use the skill: ${SKILL_FILE} is not UTF-8 text.`, { cause: error })
  }
}

function split(text: string): { frontmatter: string; body: string } {
  const found = /^---[ \t]*\n([^]*?)(?:^|\n)---[ \t]*(?:\n|$)([^]*)$/.exec(text)
  if (!found)
    throw refusedSkill(`${SKILL_FILE} must begin with a block between two lines of --- that names the skill`)
  const [, frontmatter = '', body = ''] = found
  if (frontmatter.length > skillLimits.frontmatter)
    throw refusedSkill(`the block at the beginning of ${SKILL_FILE} is too long`)
  return { frontmatter, body: body.trim() }
}

/** Every value as the text that stands there: a version 1.0 is not the number 1. */
async function parsed(frontmatter: string): Promise<Readonly<Record<string, unknown>>> {
  const { parseDocument } = await import('yaml')
  try {
    const document = parseDocument(frontmatter, { schema: 'failsafe', strict: true, logLevel: 'silent' })
    const [error] = document.errors
    if (error) throw error
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    if (isRecord(value)) return value
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split('\n') : []
    throw refusedSkill(
      `the block at the beginning of ${SKILL_FILE} is not valid YAML (${visibleText(line.replace(/[.:]$/, ''))})`,
    )
  }
  throw refusedSkill(`the block at the beginning of ${SKILL_FILE} has no fields`)
}

function manifestOf(fields: Readonly<Record<string, unknown>>, problems: string[]): SkillManifest {
  const name = textOf(fields, 'name', problems)
  const description = textOf(fields, 'description', problems)
  const license = textOf(fields, 'license', problems)
  const compatibility = textOf(fields, 'compatibility', problems)
  problems.push(
    ...problemsOfName(name, fields['name']),
    ...(fields['description'] === undefined || description === '' ? ['it has no description'] : []),
    ...tooLong('description', description),
    ...tooLong('compatibility', compatibility),
  )
  const others = Object.keys(fields).filter((field) => !KNOWN.includes(field))
  return {
    name: name ?? '',
    description: description ?? '',
    license,
    compatibility,
    allowedTools: allowedTools(fields['allowed-tools'], problems),
    metadata: metadataOf(fields['metadata'], problems),
    programs: programsIn(fields['metadata']),
    notes:
      others.length === 0
        ? []
        : [`The specification has no field ${visibleText(others.join(', '))}, so Deskhand ignores it.`],
  }
}

/** Nothing about one that is no text: that has been said. */
function problemsOfName(name: string | null, given: unknown): string[] {
  if (given === undefined || name === '') return ['it has no name']
  const problem = name === null ? undefined : problemOfName(name)
  return problem === undefined ? [] : [problem]
}

function tooLong(field: 'description' | 'compatibility', text: string | null): string[] {
  const most = skillLimits[field]
  if (text === null || text.length <= most) return []
  return [`its ${field} has ${text.length} characters, more than ${most}`]
}

/** In one line. What is told to a model in every conversation has nothing in it that a person cannot see. */
function textOf(fields: Readonly<Record<string, unknown>>, field: string, problems: string[]): string | null {
  const value = fields[field]
  if (value === undefined) return null
  if (typeof value !== 'string') {
    problems.push(`its ${field} is not a text`)
    return null
  }
  const text = value.replaceAll(/\s+/g, ' ').trim()
  if (visibleText(text) !== text) problems.push(`its ${field} has characters that can't be seen`)
  return text
}

function allowedTools(value: unknown, problems: string[]): string[] {
  if (value === undefined || value === '') return []
  const listed = typeof value === 'string' ? wordsOf(value) : value
  if (Array.isArray(listed) && listed.every((tool): tool is string => typeof tool === 'string'))
    return listed.map(visibleText)
  problems.push('its allowed-tools are neither a text nor a list of texts')
  return []
}

/** `Bash(git add:*) Read` are two. */
function wordsOf(text: string): string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []
}

function metadataOf(value: unknown, problems: string[]): Record<string, string> {
  if (value === undefined || value === '') return {}
  if (!isRecord(value)) {
    problems.push('its metadata is not a list of names with values')
    return {}
  }
  const pairs = Object.entries(value).map(([name, one]) => [
    visibleText(name),
    visibleText(typeof one === 'string' ? one : JSON.stringify(one)),
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}

/** Hosts write it below a name of their own: `metadata: {openclaw: {requires: {bins: [jq]}}}`. */
function programsIn(metadata: unknown): string[] {
  if (!isRecord(metadata)) return []
  const bins = [metadata, ...Object.values(metadata)].flatMap((one) => {
    const requires = isRecord(one) ? one['requires'] : undefined
    const named = isRecord(requires) ? requires['bins'] : undefined
    return Array.isArray(named) ? (named as unknown[]) : []
  })
  return [...new Set(bins.filter((bin): bin is string => typeof bin === 'string' && /^[\w.+-]+$/.test(bin)))]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
