import { Confirmation } from '../../contract/confirmation.ts'
import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'

// The contract declares the request for approval whole, for it is also an answer of its own.
const { type: _type, ...members } = Confirmation.properties

export const confirmation = defineComponent({
  type: 'confirmation',
  tier: 0,
  summary: 'Asks a person to approve one exact tool call; only the service makes it.',
  props: closed(members),
  example: {
    confirmation_id: 'cnf_7t2m9xkq4b',
    title: 'Send an email?',
    message: 'The assistant wants to send an email to grace@example.com.',
    agent: 'email',
    action: 'SEND_EMAIL',
    args: { to: ['grace@example.com'], subject: 'Lunch', body: 'Today at one?' },
    risk: 'external',
    expires_at: '2026-03-02T09:45:00Z',
  },
})
