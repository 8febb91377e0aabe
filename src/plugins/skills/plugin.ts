import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createReadSkillFile } from './read-skill-file.ts'
import { createRunSkillScript, type ScriptContext } from './run-skill-script.ts'
import { createUseSkill } from './use-skill.ts'

/** The tools need the skills that the user has enabled, and the sandbox; so the plugin is made, not declared. */
export function createSkillsPlugin(context: ScriptContext): Plugin {
  const { shelf } = context
  return definePlugin({
    agent: 'skills',
    title: 'Skills',
    summary: 'Reads instructions that you have enabled, and runs their scripts in a sandbox.',
    tools: [createUseSkill(shelf), createReadSkillFile(shelf), createRunSkillScript(context)],
  })
}
