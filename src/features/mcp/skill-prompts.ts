import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'

/** The skills that the user has enabled, as prompts tell of them. */
export interface SkillPrompts {
  list(): Promise<readonly { readonly name: string; readonly description: string }[]>
  /** Undefined when there is none of this name. */
  instructions(name: string): Promise<string | undefined>
}

/** No prompt of an automation has a hyphen in its name. */
const PREFIX = 'skill-'

export async function listSkillPrompts(skills: SkillPrompts): Promise<Prompt[]> {
  const found = await skills.list()
  return found.map(({ name, description }) => ({
    name: `${PREFIX}${name}`,
    title: `Skill ${name}`,
    description,
    arguments: [{ name: 'task', title: 'Task', description: 'What to do by it', required: false }],
  }))
}

export function isSkillPrompt(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Undefined when the name is not that of a skill. */
export async function getSkillPrompt(
  skills: SkillPrompts,
  { name, args }: { name: string; args: Readonly<Record<string, string>> },
): Promise<GetPromptResult | undefined> {
  if (!isSkillPrompt(name)) return undefined
  const skill = name.slice(PREFIX.length)
  const instructions = await skills.instructions(skill)
  if (instructions === undefined) return undefined
  const { task = '' } = args
  const text = [
    `Go on by the skill ${skill}. READ_SKILL_FILE reads its other files.`,
    instructions,
    ...(task === '' ? [] : [task]),
  ].join('\n\n')
  return {
    description: `The skill ${skill}`,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}
