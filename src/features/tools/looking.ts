import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { lookingCall, type JudgeDeps } from './judge-call.ts'
import { permissionsFor, type Permission } from './standing-permission.ts'
import type { ToolCatalog } from './tool-catalog.ts'
import type { Act } from './question.ts'

/** A call that nobody has made yet. */
type LookedAt = Pick<Act, 'action' | 'args' | 'provenance'>

/** What can be said of a call beforehand. Nothing is changed by looking. */
export function createLooking(deps: Pick<JudgeDeps, 'context'> & { readonly catalog: ToolCatalog }) {
  const { catalog } = deps
  const callOf = ({ provenance }: LookedAt): ToolCall =>
    lookingCall(deps, { provenance, signal: new AbortController().signal })
  return {
    /** Why the tool itself wants a person to be asked about it, or refuses it; undefined where it has no reason. */
    async ownReason(act: LookedAt): Promise<string | undefined> {
      try {
        return await catalog.find(act.action)?.tool.needsApproval?.(act.args, callOf(act))
      } catch (error) {
        if (error instanceof AppError) return error.message
        throw error
      }
    },

    /** What a person can allow from now on who says yes to it. */
    async permissionsOf(act: LookedAt): Promise<readonly Permission[]> {
      const entry = catalog.find(act.action)
      return entry ? permissionsFor(entry, act.args, callOf(act)) : []
    },
  }
}
