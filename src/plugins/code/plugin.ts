import { definePlugin, notOnWindows, type Plugin } from '../../contract/tool.ts'
import { createRunCodeTool, type CodeContext } from './run-code.ts'

/** The tool needs the sandbox and a place for files, which the service has; so the plugin is made, not declared. */
export function createCodePlugin(context: CodeContext): Plugin {
  return definePlugin({
    agent: 'code',
    title: 'Code',
    summary: "Runs Python and JavaScript in a sandbox where they can't change anything or reach anyone.",
    tools: notOnWindows([createRunCodeTool(context)]),
  })
}
