import type { FolderContents } from '../../../platform/files/folder-contents.ts'
import { SKILL_FILE, readSkillFile } from '../../../platform/skills/skill-file.ts'
import type { SkillFiles } from '../../../platform/skills/skill-folder.ts'
import type { SkillCopies } from '../skill-copies.ts'
import { isListed } from './fetch-skill.ts'
import { readListed, type ListedSkill } from './listed-skill.ts'

/** Beside the files of the copy, and none of them: names that begin with a dot are passed over. */
const LISTING = '.listing.json'

export interface CopiedSkill {
  readonly listed: ListedSkill
  readonly files: SkillFiles
}

/** The files of a skill with what its server said of them, for the copy that a person's approval is about. */
export function withListing(contents: FolderContents, { told }: ListedSkill): FolderContents {
  return new Map([...contents, [LISTING, Buffer.from(JSON.stringify(told))]])
}

/** A copy, if all of it is still what was enabled. */
export async function readCopy(
  copies: Pick<SkillCopies, 'read' | 'readExtra'>,
  { name, hash }: { name: string; hash: string },
): Promise<CopiedSkill | undefined> {
  try {
    const listed = readListed(JSON.parse((await copies.readExtra(name, hash, LISTING)).toString()))
    const contents = await copies.read(name, hash)
    if (!contents || listed.hash !== hash || contents.size !== listed.files.length) return undefined
    for (const file of listed.files) {
      const bytes = contents.get(file.path)
      if (!bytes || !isListed(bytes, file)) return undefined
    }
    const { body } = await readSkillFile(contents.get(SKILL_FILE)!)
    return { listed, files: { manifest: listed.manifest, body, hash, contents } }
  } catch {
    // Lost or damaged: it is read from its server again, and the person asked again.
    return undefined
  }
}
