import type { Confirmation } from './confirmation.ts'
import { RUN_CALLS } from './several-calls.ts'

const approve = { id: 'approve', label: 'Approve' } as const
const reject = { id: 'reject', label: 'Reject' } as const
const decline = { id: 'reject', label: 'Decline' } as const

/** Leads to the page. It is no action of the notification: whoever shows that adds it. */
export const SHOW = { id: 'show', label: 'Show' } as const

type Asking = Pick<Confirmation, 'confirmation_id' | 'action' | 'risk' | 'form'>

/** How a question is answered from its notification: this very one, and no other that comes after it. */
export function questionActions(question: Asking) {
  const { confirmation_id, form } = question
  const withoutLooking = form ? [decline] : [reject]
  return {
    actions: mayBeApprovedUnseen(question) ? [approve, reject] : withoutLooking,
    subject: { kind: 'confirmation', id: confirmation_id } as const,
  }
}

/**
 * What deletes, runs a program or changes files is looked at first. What runs when several calls are approved doesn't fit into a
 * notice, nor does a form.
 */
function mayBeApprovedUnseen({ action, risk, form }: Asking): boolean {
  return risk === 'external' && action !== RUN_CALLS && !form
}

/** A question that its notice can only turn down: a button leads to where it can be seen and approved. */
export function mustBeSeen(actions: readonly { readonly id: string }[]): boolean {
  const offers = (wanted: string) => actions.some(({ id }) => id === wanted)
  return offers(reject.id) && !offers(approve.id)
}

/** Whether an action answers a question. */
export function decides(actionId: string): boolean {
  return actionId === approve.id || actionId === reject.id
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['approval', 'A question is waiting for you'],
  ['workflow_waiting', 'A workflow is waiting for you'],
])

/** What the notification of a question says where what it is about must not go; undefined for any other notification. */
export function questionInGeneral({ type }: { readonly type: string }): string | undefined {
  return WORDS.get(type)
}
