import { createHash } from 'node:crypto'

const MAX_KEY_LENGTH = 500

/** What tells an event from all others, as short as a key must be: paths and names may be longer. */
export function eventKey(text: string): string {
  return text.length <= MAX_KEY_LENGTH ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
