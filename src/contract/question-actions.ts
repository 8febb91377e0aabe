import type { Confirmation } from './confirmation.ts'
import { RUN_CALLS } from './several-calls.ts'

const approve = { id: 'approve', label: 'Approve' } as const
const reject = { id: 'reject', label: 'Reject' } as const
const decline = { id: 'reject', label: 'Decline' } as const

/** How a question is answered from its notification: this very one, and no other that comes after it. */
export function questionActions({
  confirmation_id,
  action,
  form,
}: Pick<Confirmation, 'confirmation_id' | 'action' | 'form'>) {
  // What runs when several calls are approved does not fit into a notice, nor does a form: it must be looked at.
  const withoutLooking = form ? [decline] : [reject]
  return {
    actions: action === RUN_CALLS || form ? withoutLooking : [approve, reject],
    subject: { kind: 'confirmation', id: confirmation_id } as const,
  }
}
