import { lstat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { fingerprint } from '../../platform/files/folder-contents.ts'
import { findSkills } from '../../platform/skills/find-skills.ts'
import { readSkillFolder } from '../../platform/skills/skill-folder.ts'
import { skillLimits } from '../../platform/skills/skill-limits.ts'
import { knownFiles, type SeenFolder, type SkillPlace } from './skill-entry.ts'

export interface Looked {
  /** In the order of the places, then by path. */
  readonly folders: readonly SeenFolder[]
  readonly problems: readonly string[]
}

/** Looks for skills in all places. A folder that has not changed since is not read again. */
export async function lookInPlaces(
  places: readonly SkillPlace[],
  { before, log }: { before: readonly SeenFolder[]; log: Log },
): Promise<Looked> {
  const known = new Map(before.map((folder) => [folder.path, folder]))
  const folders = new Map<string, SeenFolder>()
  const problems: string[] = []
  for (const place of places) {
    const found = await findSkills(place.folder)
    if (found.isCut)
      problems.push(
        `${place.folder} has more than ${skillLimits.folders} folders, so not all of it was searched for skills.`,
      )
    for (const path of found.links) folders.set(path, linked(path, place))
    for (const path of found.skills) {
      if (folders.has(path)) continue
      const seen = known.get(path)
      // Taken first: a change while the files are read makes another one, and so another look.
      const mark = await fingerprint(path)
      folders.set(path, seen?.mark === mark ? seen : await lookAt({ path, place: place.kind, mark }, log))
    }
    if (place.kind === 'other' && !(await isFolder(place.folder)))
      problems.push(`There is no folder ${place.folder}. Correct SKILL_FOLDERS in the settings.`)
  }
  return { folders: [...folders.values()], problems }
}

/** Reads a folder; whatever is wrong with it is in what comes back. */
export async function lookAt(
  { path, place, mark }: Pick<SeenFolder, 'path' | 'place' | 'mark'>,
  log: Log,
): Promise<SeenFolder> {
  try {
    const files = await readSkillFolder(path)
    const { manifest, hash } = files
    return { path, place, mark, problem: null, manifest, hash, files: knownFiles(files) }
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, folder: path }, "couldn't read a skill")
    const reason = error instanceof Error ? error.message : String(error)
    return unusable({ path, place, mark, problem: visibleText(reason) })
  }
}

function linked(path: string, { kind }: SkillPlace): SeenFolder {
  const problem = `Can't use the skill: ${visibleText(path)} is a link. Put the folder itself there, or add the folder it is in to SKILL_FOLDERS.`
  return unusable({ path, place: kind, mark: 'link', problem })
}

function unusable(seen: Pick<SeenFolder, 'path' | 'place' | 'mark' | 'problem'>): SeenFolder {
  return { ...seen, manifest: null, hash: null, files: [] }
}

function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
