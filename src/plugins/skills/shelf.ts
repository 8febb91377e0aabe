import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { nearestName } from '../../platform/validation/validation.ts'

/** A skill that the user has enabled. */
export interface ShelfSkill {
  readonly name: string
  /** The MCP server that it comes from; null when it lies on this machine. */
  readonly server: string | null
  readonly description: string
  readonly hash: string
  readonly missingPrograms: readonly string[]
  readonly files: readonly {
    readonly path: string
    readonly bytes: number
    readonly sha256: string
    readonly is_text: boolean
    readonly is_script: boolean
  }[]
}

/** What the service brings along: the skills as they were enabled. */
export interface SkillShelf {
  enabled(): readonly ShelfSkill[]
  enabledFile(skill: ShelfSkill, path: string): Promise<Buffer>
  /** Where all of it lies, to be read. */
  enabledFolder(skill: ShelfSkill): Promise<string>
}

export const SkillName = Type.String({ minLength: 1, maxLength: 300, description: 'Exact name of the skill' })

export function skillNamed(shelf: Pick<SkillShelf, 'enabled'>, name: string): ShelfSkill {
  const skills = shelf.enabled()
  const found = skills.find((skill) => skill.name === name)
  if (found) return found
  const names = skills.map((skill) => skill.name)
  const near = nearestName(name, names)
  throw new AppError(
    'not_found',
    `No skill "${visibleText(name)}" is enabled. ${near === undefined ? `Enabled: ${names.join(', ')}.` : `Did you mean ${near}?`}`,
  )
}

/** Why the tools cannot be used yet. */
export function noSkill(shelf: Pick<SkillShelf, 'enabled'>): string | undefined {
  return shelf.enabled().length > 0
    ? undefined
    : 'No skill is enabled. Settings > Skills shows what there is.'
}
