import { AppError } from '../../contract/errors.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { SKILL_FILE } from '../../platform/skills/skill-file.ts'
import { textOfFile, type SkillFiles } from '../../platform/skills/skill-folder.ts'
import { warningsIn } from '../../platform/skills/skill-warnings.ts'
import type { SkillDetails } from './contract.ts'
import { describeEntry, entryNamed, knownFiles, type SkillEntry } from './skill-entry.ts'

/** All there is to look at; without its files only why there is nothing to look at. */
export function detailsOf(
  entry: SkillEntry,
  files: SkillFiles | undefined,
  changes: SkillDetails['changes'],
): SkillDetails {
  const listed = files ? knownFiles(files) : []
  return {
    ...describeEntry(entry),
    instructions: (files && textOfFile(files.contents.get(SKILL_FILE)!)) ?? '',
    file_list: listed.map(({ path, bytes, is_text, is_script }) => ({ path, bytes, is_text, is_script })),
    warnings: files ? warningsIn(files.contents) : [],
    changes,
  }
}

/** What a person may decide about, or the reason why not. */
export function usableEntry(entries: readonly SkillEntry[], name: string): SkillEntry {
  const entry = entryNamed(entries, name)
  if (!entry) throw unknownSkill(name)
  if (entry.status !== 'refused') return entry
  throw new AppError('conflict', entry.problem ?? `Can't use the skill ${name}.`)
}

export function changedSkill(name: string): AppError {
  return new AppError('conflict', `${name} changed since you looked at it. Review it again, then enable it.`)
}

export function unknownSkill(name: string): AppError {
  return new AppError('not_found', `No skill "${visibleText(name)}". GET /api/skills lists them.`)
}

export function unknownFile(
  name: string,
  { path, known }: { path: string; known: readonly string[] },
): AppError {
  return new AppError(
    'not_found',
    `The skill ${name} has no file "${visibleText(path)}". It has: ${known.join(', ')}.`,
  )
}
