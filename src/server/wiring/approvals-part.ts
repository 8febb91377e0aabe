import { confirmationRequested, confirmationResolved } from '../../contract/event-types.ts'
import { questionActions } from '../../contract/question-actions.ts'
import type { Notifications } from '../../features/notifications/notifications.ts'
import { Allowances, type Allowance } from '../../features/tools/allowances.ts'
import { Approvals } from '../../features/tools/approvals.ts'
import { withMasks } from '../../platform/secrets/masked-arguments.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

/** Questions to a person and what they allowed for good: announced, and written to the audit log. */
export function createApprovalsPart(
  infrastructure: Pick<Infrastructure, 'database' | 'now' | 'log' | 'bus' | 'audit'>,
  notifications: Pick<Notifications, 'raise' | 'settle' | 'settleAbout'>,
): { approvals: Approvals; allowances: Allowances } {
  const { database, now, log, bus, audit } = infrastructure
  const approvals = new Approvals({
    database,
    now,
    onRequested: (question) => {
      const { confirmation_id, title, message, agent, action, risk, expires_at } = question
      bus.publish(confirmationRequested, { confirmation_id, title, message, agent, action, risk, expires_at })
      // A step that waits is announced by its workflow, which knows why.
      if (question.step_id !== undefined) return
      notifications
        .raise({
          type: 'approval',
          level: 'warning',
          title,
          message,
          ...questionActions(question),
          dedupe_key: confirmation_id,
        })
        .catch((error: unknown) => log.error({ err: error }, "Couldn't announce a question."))
    },
    onResolved: ({ confirmation, approved, by = 'local-client', act }) => {
      const status = approved ? 'approved' : 'rejected'
      bus.publish(confirmationResolved, { confirmation_id: confirmation.confirmation_id, status })
      settleQuestion(notifications, confirmation.confirmation_id).catch((error: unknown) =>
        log.error({ err: error }, "Couldn't remove the notification of a question."),
      )
      const entry = {
        kind: 'approval',
        provenance: by,
        subject: act.action,
        args: withMasks(act.args, act.concealed),
      }
      audit
        .append({ ...entry, detail: { confirmation_id: confirmation.confirmation_id, status } })
        .catch((error: unknown) => log.error({ err: error }, "Couldn't write the audit log."))
    },
  })
  const tell = (status: 'allowed' | 'revoked') => (allowance: Allowance) => {
    const { id, action, words, session_id } = allowance
    const entry = { kind: 'approval', provenance: 'local-client' as const, subject: action }
    audit
      .append({ ...entry, detail: { allowance_id: id, status, words, session_id } })
      .catch((error: unknown) => log.error({ err: error }, "Couldn't write the audit log."))
  }
  const allowances = new Allowances({
    database,
    now,
    onAllowed: tell('allowed'),
    onRevoked: tell('revoked'),
  })
  return { approvals, allowances }
}

/** A step that waits has a notification of its workflow, which is about the same question. */
async function settleQuestion(
  notifications: Pick<Notifications, 'settle' | 'settleAbout'>,
  confirmation_id: string,
): Promise<void> {
  await notifications.settle(confirmation_id)
  await notifications.settleAbout(({ kind, id }) => kind === 'confirmation' && id === confirmation_id)
}
