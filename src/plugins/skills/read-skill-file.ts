import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { textOfFile } from '../../platform/skills/skill-folder.ts'
import { noSkill, skillNamed, SkillName, type SkillShelf } from './shelf.ts'

const MAX_LINES = 1_000

export function createReadSkillFile(shelf: SkillShelf) {
  return defineTool({
    action: 'READ_SKILL_FILE',
    title: 'Read skill file',
    description: 'Reads one more file of a skill, where its instructions refer to it.',
    params: Type.Object({
      name: SkillName,
      path: Type.String({ minLength: 1, maxLength: 1_024, description: 'As USE_SKILL lists it' }),
      from_line: Type.Optional(Type.Integer({ default: 1, minimum: 1, description: 'Where to begin' })),
    }),
    data: Type.Object({
      path: Type.String({ description: 'The file' }),
      text: Type.String({ description: `What is in it, up to ${MAX_LINES} lines` }),
      next_line: nullable(Type.Integer(), { description: 'Where it goes on; null at the end' }),
    }),
    risk: 'read',
    reads: ['untrusted'],
    instructs: true,
    idempotent: true,
    closedToOutside: true,
    setup: () => noSkill(shelf),
    example: {
      args: { name: 'meeting-minutes', path: 'references/style.md' },
      data: { path: 'references/style.md', text: 'Be short.\n', next_line: null },
    },
    async run({ name, path, from_line: from = 1 }) {
      const skill = skillNamed(shelf, name)
      const text = textOfFile(await shelf.enabledFile(skill, path))
      if (text === undefined)
        throw new AppError('unsupported_media_type', `${path} isn't text. Scripts of the skill can read it.`)
      const lines = text.split('\n')
      const next = from - 1 + MAX_LINES
      const next_line = next < lines.length ? next + 1 : null
      const origin = skill.server === null ? '' : ` from the MCP server ${skill.server}`
      const end = next_line === null ? '' : ` up to line ${next} of ${lines.length}`
      return {
        message: `Read ${path}${origin}${end}.`,
        data: { path, text: lines.slice(from - 1, next).join('\n'), next_line },
      }
    },
  })
}
