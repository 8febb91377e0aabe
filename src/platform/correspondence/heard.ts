import { AppError } from '../../contract/errors.ts'
import { fieldsOf, type Fields } from '../upstream/fields.ts'

/** What an event of either provider means to us. */
export interface Heard {
  /** `joined`: we were brought into a conversation. Whatever is `nothing` needs no answer. */
  readonly kind: 'message' | 'joined' | 'nothing'
  readonly text: string
  readonly space: string
  readonly sender: Sender
  /** What tells this event from every other one of its provider. */
  readonly event: readonly string[]
}

export interface Sender {
  /** By which the settings may name this person; the first one is what we call them by. */
  readonly ids: readonly string[]
  /** What they call themselves: good for a greeting, and for nothing else. */
  readonly name: string | undefined
  /** Bots talk to each other for ever, so they are not answered. */
  readonly isBot: boolean
}

/** The body of a verified request as an object. */
export function eventOf(body: Buffer): Fields {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return fieldsOf(JSON.parse(text))
  } catch (error) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause: error })
  }
}

/** A text as it is written; empty when there is none. */
export function rawText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A name as it can be said to whoever bears it; undefined when it is something else than a name. */
export function nameIn(value: unknown): string | undefined {
  const name = rawText(value).trim().normalize()
  return /^[\p{L}\p{M}\p{N} .,'’()-]{1,60}$/u.test(name) ? name : undefined
}

export function notUnderstood(): AppError {
  return new AppError(
    'invalid_request',
    'This is not an event from this chat: it lacks the fields that identify one.',
  )
}
