import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A SKILL.md with these fields; a name and a description unless said otherwise. */
export function skillText(
  name: string,
  fields: Readonly<Record<string, string>> = {},
  body = 'Be brief.',
): string {
  const all = { name, description: `What ${name} is for.`, ...fields }
  const lines = Object.entries(all).map(([field, value]) => `${field}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}

/** Writes the files of a skill below a place; answers with its folder. */
export async function writeSkill(
  place: string,
  name: string,
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const folder = join(place, name)
  for (const [path, content] of Object.entries({ 'SKILL.md': skillText(name), ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}
