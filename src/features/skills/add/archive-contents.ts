import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { megabytesText } from '../../../contract/text/numbers.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { unpackedLimit, type ArchiveLimits } from '../../../platform/archives/archive-limits.ts'
import { assertZip } from '../../../platform/archives/file-signature.ts'
import { readZipDirectory, type ZipEntry, type ZipSource } from '../../../platform/archives/zip-directory.ts'
import { unpackedBytes } from '../../../platform/archives/zip-unpacking.ts'
import { fileError } from '../../../platform/files/file-error.ts'
import type { FolderContents } from '../../../platform/files/folder-contents.ts'
import { refusedSkill, SKILL_FILE } from '../../../platform/skills/skill-file.ts'
import { skillLimits } from '../../../platform/skills/skill-limits.ts'
import { chooseFolder } from './choose-folder.ts'

const limits: ArchiveLimits = {
  fileBytes: skillLimits.archiveBytes,
  entries: 5_000,
  entryBytes: skillLimits.fileBytes,
  totalBytes: skillLimits.folderBytes,
  ratio: 100,
}

const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000

/** The files of the skill in an archive. Only they are unpacked, and nothing of it touches the disk. */
export async function archiveContents(path: string, folder: string | undefined): Promise<FolderContents> {
  await using file = await open(path, 'r').catch((error: unknown) => {
    throw fileError(error, path)
  })
  const source: ZipSource = { file, bytes: (await file.stat()).size, label: `"${basename(path)}"` }
  if (source.bytes > limits.fileBytes)
    throw new AppError(
      'too_large',
      `${source.label} is larger than ${megabytesText(limits.fileBytes)}, too large for a skill.`,
    )
  await assertZip(source, 'a .zip or .skill file')
  const entries = [...(await readZipDirectory(source, limits)).values()].filter(isWanted)
  const root = chooseFolder(
    entries.flatMap(({ name }) => folderOfSkill(name)),
    folder,
  )
  const prefix = root === '' ? '' : `${root}/`
  // The file stays open until all of it is read.
  return await unpack(
    entries.filter(({ name }) => name.startsWith(prefix)),
    { source, prefix },
  )
}

async function unpack(
  entries: readonly ZipEntry[],
  { source, prefix }: { source: ZipSource; prefix: string },
): Promise<FolderContents> {
  if (entries.length > skillLimits.files) throw refusedSkill(`it has more than ${skillLimits.files} files`)
  const contents = new Map<string, Buffer>()
  let left: number = limits.totalBytes
  for (const entry of entries) {
    const name = entry.name.slice(prefix.length)
    if (isLink(entry)) throw refusedSkill(`${visibleText(name)} is a link: put a real file there`)
    if (entry.declaredBytes > skillLimits.fileBytes)
      throw refusedSkill(`${visibleText(name)} is larger than ${megabytesText(skillLimits.fileBytes)}`)
    if (entry.declaredBytes > left)
      throw refusedSkill(`it is larger than ${megabytesText(skillLimits.folderBytes)}`)
    const limit = Math.min(left, unpackedLimit(limits, entry.packedBytes))
    const bytes = await unpackedBytes({ source, entry }, limit)
    left -= bytes.length
    contents.set(name, bytes)
  }
  return contents
}

/** Folders have no bytes of their own, and hidden files and what macOS adds are passed over as they are in a folder. */
function isWanted({ name }: ZipEntry): boolean {
  return !name.endsWith('/') && !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function folderOfSkill(name: string): string[] {
  if (name === SKILL_FILE) return ['']
  return name.endsWith(`/${SKILL_FILE}`) ? [name.slice(0, -SKILL_FILE.length - 1)] : []
}

/** The upper half of the external attributes is the mode of the file where it was packed. */
function isLink({ record }: ZipEntry): boolean {
  return (record.readUInt16LE(40) & FILE_TYPE) === SYMBOLIC_LINK
}
