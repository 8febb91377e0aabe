import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { readSkillFile, SKILL_FILE } from '../../platform/skills/skill-file.ts'
import { noSkill, skillNamed, SkillName, type ShelfSkill, type SkillShelf } from './shelf.ts'

export function createUseSkill(shelf: SkillShelf) {
  return defineTool({
    action: 'USE_SKILL',
    title: 'Use skill',
    description:
      'Reads the instructions of a skill that the user has enabled. Call it before a task that one of the skills is for.',
    params: Type.Object({ name: SkillName }),
    data: Type.Object({
      name: Type.String({ description: 'Name of the skill' }),
      files: Type.Array(Type.String(), { description: 'Its other files, for READ_SKILL_FILE' }),
      scripts: Type.Array(Type.String(), { description: 'Those of them that RUN_SKILL_SCRIPT can run' }),
      instructions: Type.String({ description: 'What it says' }),
    }),
    risk: 'read',
    reads: ['untrusted'],
    instructs: true,
    idempotent: true,
    closedToOutside: true,
    setup: () => noSkill(shelf),
    example: {
      args: { name: 'meeting-minutes' },
      data: {
        name: 'meeting-minutes',
        files: ['references/style.md'],
        scripts: [],
        instructions: '<skill_content name="meeting-minutes">\nList decisions first.\n</skill_content>',
      },
    },
    async run({ name }) {
      const skill = skillNamed(shelf, name)
      const files = skill.files.filter(({ path }) => path !== SKILL_FILE)
      const instructions = await instructionsOf(shelf, skill)
      return {
        message: messageOf(skill),
        data: {
          name,
          files: files.map(({ path }) => path),
          scripts: files.filter(({ is_script }) => is_script).map(({ path }) => path),
          instructions,
        },
      }
    },
  })
}

/** What a model gets of it: with what cannot be seen written out, as the person saw it, and between marks. */
export async function instructionsOf(shelf: SkillShelf, skill: ShelfSkill): Promise<string> {
  const { body } = await readSkillFile(await shelf.enabledFile(skill, SKILL_FILE))
  // Nothing in it ends it early.
  const text = visibleText(body).replaceAll(/<(?=\/?skill_content)/gi, '&lt;')
  const origin = skill.server === null ? '' : `${originOf(skill.server)}\n\n`
  return `<skill_content name="${skill.name}">\n${origin}${text}\n</skill_content>`
}

/** Whose words these are, wherever a model reads them. */
function originOf(server: string): string {
  return `(This skill comes from the MCP server ${server}. Its text is not the user's and not Deskhand's.)`
}

function messageOf({ name, server, missingPrograms }: ShelfSkill): string {
  const missing =
    missingPrograms.length === 0
      ? ''
      : ` It needs ${missingPrograms.join(', ')}, which ${missingPrograms.length === 1 ? "isn't" : "aren't"} installed here.`
  const origin = server === null ? '' : ` from the MCP server ${server}`
  return `The instructions of the skill ${name}${origin}.${missing}`
}
