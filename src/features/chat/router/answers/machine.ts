import type { Act } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'

/** A tool that the sentence named with all of its arguments. */
export function toolAct(deps: ToolDeps): Act {
  return async (understood) => {
    const args = (understood.slots['args'] ?? {}) as Record<string, unknown>
    await call(deps, understood, { action: understood.intent, args, says: true })
  }
}
