import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { visibleText } from '../../contract/visible-text.ts'
import { isSafeEntryName } from '../archives/zip-directory.ts'
import { hashOfContents, readFolderContents, type FolderContents } from '../files/folder-contents.ts'
import { SKILL_FILE, readSkillFile, refusedSkill, type SkillManifest } from './skill-file.ts'
import { skillLimits } from './skill-limits.ts'

/** Everything in a skill's folder, read once: what is hashed is what a person looks at and a model gets. */
export interface SkillFiles {
  readonly manifest: SkillManifest
  readonly body: string
  /** SHA-256 over the names and contents of all files, in hexadecimal. */
  readonly hash: string
  readonly contents: FolderContents
}

/** Reads the folder, or throws the reason why nothing in it may be used. */
export async function readSkillFolder(path: string): Promise<SkillFiles> {
  const contents = await readFolderContents(path, {
    files: skillLimits.files,
    totalBytes: skillLimits.folderBytes,
    fileBytes: skillLimits.fileBytes,
    refuse: refusedSkill,
  })
  return checkSkill(contents, basename(path))
}

/** The same for files that lie nowhere yet. Without a folder's name, the skill may have any. */
export async function checkSkill(contents: FolderContents, folder?: string): Promise<SkillFiles> {
  const file = contents.get(SKILL_FILE)
  if (!file) throw refusedSkill(missing(contents))
  for (const name of contents.keys())
    if (!isSafeEntryName(name) || visibleText(name) !== name)
      throw refusedSkill(`the name of a file has characters that can't be seen: ${visibleText(name)}`)
  const { manifest, body } = await readSkillFile(file)
  if (folder !== undefined && manifest.name !== folder)
    throw refusedSkill(
      `the folder is named ${visibleText(folder)}, but the skill ${manifest.name}: use the same name for both`,
    )
  return { manifest, body, hash: hashOfContents(contents), contents }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The text of a file with what cannot be seen written out; undefined when it is none. */
export function textOfFile(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return visibleText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const SCRIPTS = /\.(?:py|sh|bash|js|mjs|cjs)$/i

/** A file that RUN_SKILL_SCRIPT can run. */
export function isScript(name: string): boolean {
  return SCRIPTS.test(name)
}

function missing(contents: FolderContents): string {
  const other = [...contents.keys()].find((name) => name.toLowerCase() === SKILL_FILE.toLowerCase())
  return other === undefined ? `it has no ${SKILL_FILE}` : `${other} must be named ${SKILL_FILE}`
}
