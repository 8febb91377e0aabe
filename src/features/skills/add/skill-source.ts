import { lstat, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { fileError } from '../../../platform/files/file-error.ts'
import { readFolderContents, type FolderContents } from '../../../platform/files/folder-contents.ts'
import { findSkills } from '../../../platform/skills/find-skills.ts'
import { refusedSkill, SKILL_FILE } from '../../../platform/skills/skill-file.ts'
import { skillLimits } from '../../../platform/skills/skill-limits.ts'
import { archiveContents } from './archive-contents.ts'
import { chooseFolder } from './choose-folder.ts'
import { fetchCommit, type GitDeps } from './git-commit.ts'

export interface SourceDeps extends GitDeps {
  readonly home: string
  /** Reaches public addresses only. */
  readonly fetch: typeof globalThis.fetch
  readonly uploadedPath: (fileId: string) => Promise<string>
}

export interface SkillSource {
  readonly from?: string | undefined
  readonly file_id?: string | undefined
  readonly commit?: string | undefined
  readonly folder?: string | undefined
}

/** All files of the skill, wherever it comes from. They are in memory: nothing is where skills are until all is well. */
export async function readSource(
  source: SkillSource,
  deps: SourceDeps,
  signal: AbortSignal,
): Promise<FolderContents> {
  const { from, file_id, folder } = source
  if (file_id !== undefined) return archiveContents(await deps.uploadedPath(file_id), folder)
  const place = from!.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) return fromAddress({ ...source, from: place }, deps, signal)
  if (source.commit !== undefined)
    throw new AppError('invalid_request', 'A commit is only for the https address of a git repository.')
  return fromDisk(place, { home: deps.home, folder })
}

async function fromDisk(
  given: string,
  { home, folder }: { home: string; folder: string | undefined },
): Promise<FolderContents> {
  const path = given.startsWith('~/') ? join(home, given.slice(2)) : given
  if (!isAbsolute(path))
    throw new AppError(
      'invalid_request',
      `"${visibleText(given)}" is neither an absolute path nor an https address.`,
    )
  const found = await lstat(path).catch((error: unknown) => {
    throw fileError(error, path)
  })
  if (found.isSymbolicLink()) throw refusedSkill(`${path} is a link: name the folder itself`)
  if (!found.isDirectory()) return archiveContents(path, folder)
  return readFolderContents(await chosenFolder(path, folder), {
    files: skillLimits.files,
    totalBytes: skillLimits.folderBytes,
    fileBytes: skillLimits.fileBytes,
    refuse: refusedSkill,
  })
}

async function chosenFolder(path: string, wanted: string | undefined): Promise<string> {
  const isSkill = await lstat(join(path, SKILL_FILE)).then(
    () => true,
    () => false,
  )
  if (isSkill && wanted === undefined) return path
  const { skills } = await findSkills(path)
  if (skills.length === 0) throw refusedSkill(`there is no ${SKILL_FILE} in ${path}`)
  return join(
    path,
    chooseFolder(
      skills.map((skill) => relative(path, skill)),
      wanted,
    ),
  )
}

async function fromAddress(
  { from, commit, folder }: SkillSource & { from: string },
  deps: SourceDeps,
  signal: AbortSignal,
): Promise<FolderContents> {
  const url = URL.parse(from)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new AppError('invalid_request', 'Skills are only fetched from https addresses, without a password.')
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-skill-'))
  if (commit !== undefined)
    return await archiveContents(
      await fetchCommit({ url, commit, folder, temporary: temporary.path }, deps, signal),
      folder,
    )
  if (!/\.(?:zip|skill)$/i.test(url.pathname))
    throw new AppError(
      'invalid_request',
      'Name the address of a .zip or .skill file, or that of a git repository together with the full id of a commit.',
    )
  const path = join(temporary.path, 'skill.zip')
  await writeFile(path, await download(url, deps, signal), { mode: 0o600 })
  return await archiveContents(path, folder)
}

async function download(url: URL, { fetch }: SourceDeps, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { signal })
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    throw new AppError('unavailable', `${url.host} answered ${response.status}.`)
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error
    throw new AppError(
      'unavailable',
      `${url.host} can't be reached. Check the address and your connection.`,
      {
        cause: error,
      },
    )
  }
}
