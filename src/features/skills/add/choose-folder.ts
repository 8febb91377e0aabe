import { AppError } from '../../../contract/errors.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { refusedSkill, SKILL_FILE } from '../../../platform/skills/skill-file.ts'

const MAX_NAMED = 30

/** The one that is meant of the folders that hold a skill. What lies within another skill belongs to that one. */
export function chooseFolder(folders: readonly string[], wanted: string | undefined): string {
  const outer = folders.filter(
    (folder) =>
      !folders.some((other) => other !== folder && (other === '' || folder.startsWith(`${other}/`))),
  )
  const name = wanted?.replaceAll(/^(?:\.?\/)+|\/+$/g, '')
  const named = name === undefined ? outer : folders.filter((folder) => isNamedBy(folder, name))
  const [first, ...others] = named
  if (first !== undefined && others.length === 0) return first
  if (outer.length === 0) throw refusedSkill(`there is no ${SKILL_FILE} in it`)
  const known = outer.toSorted().slice(0, MAX_NAMED).map(visibleText).join(', ')
  const more = outer.length > MAX_NAMED ? ` and ${outer.length - MAX_NAMED} more` : ''
  throw new AppError(
    'conflict',
    wanted === undefined
      ? `There are ${outer.length} skills in it. Say which one by its folder: ${known}${more}.`
      : `There is no skill in the folder "${visibleText(wanted)}". There are: ${known}${more}.`,
  )
}

/** By its path, with or without the folder that archives of a repository put around everything. */
function isNamedBy(folder: string, name: string): boolean {
  return folder === name || folder.endsWith(`/${name}`)
}
