import { isDeepStrictEqual } from 'node:util'
import { splitSkillFile } from './skill-file.ts'

type Fields = Readonly<Record<string, unknown>>

/** The block at the beginning of a SKILL.md as JSON: every field that its author wrote. */
export function frontmatterOf(skillFile: Buffer): Promise<Fields> {
  return parsed(splitSkillFile(skillFile).frontmatter, 'core')
}

/**
 * Whether a server told the block as it stands in the file. YAML has several readings of an unquoted word (`yes`, a
 * date), and it may have used any of them.
 */
export async function isFrontmatterOf(skillFile: Buffer, told: Fields): Promise<boolean> {
  const { frontmatter } = splitSkillFile(skillFile)
  for (const schema of ['core', 'yaml-1.1'] as const)
    if (isDeepStrictEqual(await parsed(frontmatter, schema), plain(told))) return true
  return isDeepStrictEqual(await parsed(frontmatter, 'failsafe'), plain(told))
}

/** Every value of it as a text, as a SKILL.md is read. */
export function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]))
}

async function parsed(frontmatter: string, schema: 'core' | 'yaml-1.1' | 'failsafe'): Promise<Fields> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(frontmatter, { schema, strict: true, logLevel: 'silent' })
  return plain(document.toJS({ maxAliasCount: 0 }))
}

/** As it goes over a wire: a date is a text. */
function plain(value: unknown): Fields {
  return JSON.parse(JSON.stringify(value)) as Fields
}
