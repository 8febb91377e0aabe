import { textOf, type Act } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'

/** What runs programs: always asked about first. */
export function commandActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    async OPEN_APP(understood) {
      const name =
        textOf((understood.slots['args'] ?? understood.slots) as Record<string, unknown>, 'name') ?? ''
      const askBecause = `${name} would be opened on this machine.`
      await call(deps, understood, { action: 'OPEN_APP', args: { name }, says: true, askBecause })
    },
    async RUN_TERMINAL(understood) {
      const given = (understood.slots['args'] ?? understood.slots) as Record<string, unknown>
      const command = textOf(given, 'command') ?? ''
      const askBecause = `The command ${command} would be run on this machine.`
      await call(deps, understood, { action: 'RUN_TERMINAL', args: { command }, says: true, askBecause })
    },
  }
}
