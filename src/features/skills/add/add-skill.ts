import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { checkSkill } from '../../../platform/skills/skill-folder.ts'
import type { SkillDetails } from '../contract.ts'
import { placeSkill } from '../place-skill.ts'
import type { Skills } from '../skills.ts'
import { readSource, type SkillSource, type SourceDeps } from './skill-source.ts'

export interface AddDeps extends SourceDeps {
  readonly skills: Pick<Skills, 'add' | 'find' | 'folder'>
}

/** Copies a skill into our folder, whole or not at all. It is looked at like every other one that turns up there. */
export async function addSkill(
  source: SkillSource & { readonly replace?: boolean | undefined },
  deps: AddDeps,
  signal: AbortSignal,
): Promise<SkillDetails> {
  const files = await checkSkill(await readSource(source, deps, signal))
  const { name } = files.manifest
  const other = await deps.skills.find(name)
  if (other && other.problem === null && other.path !== join(deps.skills.folder, name))
    throw new AppError('conflict', `There is a skill ${name} already, in ${visibleText(other.path)}.`)
  return deps.skills.add(name, () =>
    placeSkill(files, { folder: deps.skills.folder, replace: source.replace === true }),
  )
}
