import { AppError } from '../../contract/errors.ts'
import type { Outcome } from '../../contract/tool.ts'
import { inOneLine, membersOf } from './plugin-message.ts'

/** What a tool of a plugin answered, if it is an answer. */
export function readResult(action: string, value: unknown): Outcome<unknown> {
  const { message, data = null } = membersOf(value) ?? {}
  if (typeof message !== 'string' || message === '')
    throw new AppError(
      'upstream_failed',
      `${action} didn't answer with { message, data }, so it is unclear what it did.`,
    )
  return { message: inOneLine(message, 2000), data }
}
