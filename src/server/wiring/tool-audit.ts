import type { Log } from '../../contract/log.ts'
import { withMasks } from '../../platform/secrets/masked-arguments.ts'
import type { ToolAudit } from '../../features/tools/tool-runner.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Act } from '../../features/tools/question.ts'

/**
 * Tool calls in the audit log. What changes something waits until its intent is on disk; a call that only reads has no
 * effect to account for, so it is recorded without making anyone wait.
 */
export function toolAudit(audit: AuditLog, log: Log): ToolAudit {
  const entryOf = (act: Act) => ({ kind: 'tool.call', provenance: act.provenance, subject: act.action })
  const later = (written: Promise<void>) => {
    written.catch((error: unknown) => log.error({ err: error }, "Couldn't write the audit log."))
  }
  return {
    async intent({ id, act, allowedBy }) {
      const detail = allowedBy.length > 0 && { detail: { allowed_by: [...allowedBy] } }
      const args = withMasks(act.args, act.concealed)
      const written = audit.append({ ...entryOf(act), id, phase: 'intent', args, ...detail })
      if (act.risk === 'read') later(written)
      else await written
    },
    async outcome({ id, act, success, code, ms }) {
      later(audit.append({ ...entryOf(act), id, phase: 'outcome', detail: { success, code, ms } }))
    },
  }
}
