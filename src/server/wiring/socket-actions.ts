import type { Static } from '../../contract/type.ts'
import { actionEndpoints } from '../../features/chat/action-endpoints.ts'
import { doAction } from '../../features/chat/actions/do-action.ts'
import { assertValid } from '../../platform/validation/validation.ts'
import { actionDoors } from './chat-part.ts'
import type { Authenticator } from '../http/authenticator.ts'
import type { EventSocketOptions } from '../../platform/sockets/socket-client.ts'
import type { Parts } from './services.ts'

const schema = actionEndpoints.act.body

/**
 * An action by the socket is what POST /chat/action takes, and does the same: what was sent with a component, no more. Who
 * is at the other end of the socket has no name: with the token it is the user, without it a program that asks.
 */
export function socketActions(
  parts: Parts,
  authenticator: Pick<Authenticator, 'accepts'>,
): NonNullable<EventSocketOptions['onAction']> {
  const doors = actionDoors(parts)
  return async ({ id: _id, token, ...body }, signal) => {
    const pressedBy = typeof token === 'string' && authenticator.accepts(token) ? 'local-client' : 'plugin'
    assertValid(body, { schema, part: 'body' })
    // Nobody is there to have seen the question, so nothing is approved here.
    const pressed = { ...(body as Static<typeof schema>), approved: false }
    return doAction(pressed, { chat: parts.chat, doors, signal, pressedBy })
  }
}
