import type { Static } from '../contract/type.ts'
import { actionEndpoints } from '../features/chat/action-endpoints.ts'
import { doAction } from '../features/chat/actions/do-action.ts'
import type { EventSocketOptions } from '../platform/sockets/event-socket.ts'
import { assertValid } from '../platform/validation/validation.ts'
import { actionDoors } from './chat-part.ts'
import type { Parts } from './parts.ts'

const schema = actionEndpoints.act.body

/** An action by the socket is what POST /chat/action takes, and does the same: what was sent with a component, no more. */
export function socketActions(parts: Parts): NonNullable<EventSocketOptions['onAction']> {
  const doors = actionDoors(parts)
  return async ({ id: _id, ...body }, signal) => {
    assertValid(body, { schema, part: 'body' })
    // Nobody knows who is at the other end, so nothing is approved here.
    const pressed = { ...(body as Static<typeof schema>), approved: false }
    return doAction(pressed, { chat: parts.chat, doors, caller: 'local-client', signal })
  }
}
