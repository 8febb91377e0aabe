import { AppError } from '../../../contract/errors.ts'
import { isFrontmatterOf } from '../../../platform/skills/frontmatter.ts'
import { readSkillFile, SKILL_FILE } from '../../../platform/skills/skill-file.ts'
import { sha256, type SkillFiles } from '../../../platform/skills/skill-folder.ts'
import type { ListedFile, ListedSkill } from './listed-skill.ts'
import type { SkillSource } from './skill-source.ts'

/** What a server sent is not what it listed, so nothing of it is used. */
export class UnlistedContentError extends AppError {
  constructor(reason: string) {
    super('conflict', `Can't use the skill: ${reason}.`)
  }
}

export interface Wanted {
  readonly server: string
  readonly listed: ListedSkill
}

/** Reads all files of a skill from its server, SKILL.md first, and throws at the first that is not what was listed. */
export async function fetchSkill(
  source: SkillSource,
  { server, listed }: Wanted,
  signal: AbortSignal,
): Promise<SkillFiles> {
  const [first, ...others] = listed.files.toSorted(
    (a, b) => Number(b.path === SKILL_FILE) - Number(a.path === SKILL_FILE),
  )
  const skillFile = await fetchFile(source, { server, file: first! }, signal)
  if (!(await isFrontmatterOf(skillFile, listed.frontmatter)))
    throw new UnlistedContentError(
      `${server} lists it with a description that is not the one in its ${SKILL_FILE}`,
    )
  const { body } = await readSkillFile(skillFile)
  const contents = new Map([[first!.path, skillFile]])
  for (const file of others) contents.set(file.path, await fetchFile(source, { server, file }, signal))
  return { manifest: listed.manifest, body, hash: listed.hash, contents }
}

async function fetchFile(
  source: SkillSource,
  { server, file }: { server: string; file: ListedFile },
  signal: AbortSignal,
): Promise<Buffer> {
  const bytes = await source.read(file.uri, signal)
  if (isListed(bytes, file)) return bytes
  throw new UnlistedContentError(
    `${file.path}, as ${server} sent it, is not the file that it lists (its ${bytes.length === file.bytes ? 'digest' : 'size'} differs)`,
  )
}

export function isListed(bytes: Buffer, file: Pick<ListedFile, 'bytes' | 'sha256'>): boolean {
  return bytes.length === file.bytes && sha256(bytes) === file.sha256
}
