import { definePlugin, notOnWindows } from '../../contract/tool.ts'
import { setupProject } from './setup-project.ts'

export const projectSetup = definePlugin({
  agent: 'project_setup',
  title: 'New projects',
  summary: 'Creates a project: code, tests, lint, licence and repository.',
  tools: notOnWindows([setupProject]),
})
