import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { loose } from '../../contract/schema.ts'

const Event = loose({}, { description: "An event in the provider's own format" })
const Answer = loose(
  {},
  { description: "A reply in the provider's own format; empty if there is nothing to say" },
)

// Each provider proves itself with its own signature, so the token of the service is not asked for.
export const webhooksContract = defineContract({
  receiveWorkspaceChat: {
    method: 'POST',
    path: '/webhook/workspace-chat',
    summary: 'Receive an event from the workspace chat provider',
    description:
      "Needs the provider's signed bearer token, whose audience is the WORKSPACE_CHAT_AUDIENCE setting; 503 until that " +
      'is set. A message is handled as a chat; anything risky waits for approval on this machine.',
    body: Event,
    bodyKind: 'raw',
    bodyLimit: limits.webhook_body_bytes.value,
    result: Answer,
    open: true,
    errors: ['not_configured'],
    example: {
      body: {
        type: 'MESSAGE',
        eventTime: '2026-03-02T09:30:00Z',
        space: { name: 'spaces/AAAA', type: 'DM' },
        message: { name: 'spaces/AAAA/messages/BBBB', text: 'what is running?' },
        user: { name: 'users/1', displayName: 'Ada', email: 'ada@example.com' },
      },
      result: { text: 'Nothing is running.' },
    },
  },

  receiveOfficeChat: {
    method: 'POST',
    path: '/webhook/office-chat',
    summary: 'Receive an event from the office chat provider',
    description:
      'Needs the HMAC-SHA256 of the raw body under the OFFICE_CHAT_SECRET setting in the Authorization header, or the ' +
      "provider's signed bearer token for the bot in OFFICE_CHAT_APP_ID; 503 until one of them is set. A message is handled as a " +
      'chat; anything risky waits for approval on this machine. A bot gets its answer in a separate message.',
    body: Event,
    bodyKind: 'raw',
    bodyLimit: limits.webhook_body_bytes.value,
    result: Answer,
    open: true,
    errors: ['not_configured'],
    example: {
      body: {
        type: 'message',
        id: '1772443800000',
        timestamp: '2026-03-02T09:30:00Z',
        text: '<at>Deskhand</at> what is running?',
        from: { id: '29:1', name: 'Ada' },
      },
      result: { type: 'message', text: 'Nothing is running.' },
    },
  },
})
