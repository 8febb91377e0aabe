import type { Act } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'
import { commandActs } from './commands.ts'
import { fileChangeActs } from './file-changes.ts'
import { fileActs } from './files.ts'

/** Files, documents and the machine itself. */
export function machineActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return { ...fileActs(deps), ...fileChangeActs(deps), ...commandActs(deps) }
}

/** A tool that the sentence named with all of its arguments. */
export function toolAct(deps: ToolDeps): Act {
  return async (understood) => {
    const args = (understood.slots['args'] ?? {}) as Record<string, unknown>
    await call(deps, understood, { action: understood.intent, args, says: true })
  }
}
