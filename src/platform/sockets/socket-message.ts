import { AppError } from '../../contract/errors.ts'

/** What a client asked to be done. `id` is its own, and comes back with the answer. */
export interface SocketAction {
  readonly id?: string | number
  readonly [member: string]: unknown
}

export type SocketMessage =
  | { readonly type: 'ping' }
  | { readonly type: 'subscribe'; readonly topics?: readonly string[]; readonly after?: number }
  | { readonly type: 'action'; readonly action: SocketAction }

/** Reads one line of a client; throws an AppError that says what would be right. */
export function readSocketMessage(text: string): SocketMessage {
  const { type, ...members } = readObject(text)
  switch (type) {
    case 'ping':
      return { type }
    case 'subscribe':
      return { type, ...readTopics(members['topics']), ...readAfter(members['after']) }
    case 'action':
      return { type, action: readAction(members) }
    default:
      throw new AppError(
        'invalid_request',
        'Unknown "type". Known types are "subscribe", "action" and "ping".',
      )
  }
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_request', 'This line is not JSON. Send one JSON object per line.', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_request', 'This line is not an object. Send one JSON object per line.')
  return value as Record<string, unknown>
}

function readTopics(topics: unknown): { topics?: readonly string[] } {
  if (topics === undefined) return {}
  if (Array.isArray(topics) && topics.length > 0 && topics.every((topic) => typeof topic === 'string'))
    return { topics }
  throw new AppError('invalid_request', '"topics" must be a list of event types, e.g. ["store.*"].')
}

function readAfter(after: unknown): { after?: number } {
  if (after === undefined) return {}
  if (typeof after === 'number' && Number.isSafeInteger(after) && after >= 0) return { after }
  throw new AppError('invalid_request', '"after" must be the seq of an event.')
}

function readAction(members: Record<string, unknown>): SocketAction {
  const { id, ...action } = members
  if (id === undefined) return action
  if (typeof id === 'string' || typeof id === 'number') return { id, ...action }
  throw new AppError('invalid_request', 'The "id" of an action must be a string or a number.')
}
