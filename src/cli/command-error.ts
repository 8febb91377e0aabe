import type { ErrorIssue } from '../contract/errors.ts'
import { exitCode, type ExitCode } from './exit-codes.ts'
import { printable } from './terminal/text-width.ts'

/** A failure of a command that the user can mend, with the exit code that tells a script which. */
export class CommandError extends Error {
  readonly exit: ExitCode
  /** What exactly does not fit, where the service says so. */
  readonly errors: readonly ErrorIssue[] | undefined

  constructor(message: string, exit: ExitCode, errors?: readonly ErrorIssue[]) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
    this.errors = errors
  }
}

/** Every reason on a line of its own; a single one is in the sentence already. */
export function reasonLines(reasons: readonly ErrorIssue[]): string[] {
  return reasons.length < 2 ? [] : reasons.map(({ path, message }) => printable(`  ${path} ${message}`))
}

/** What `parseArgs` has against a command line, in one sentence, with advice of ours. */
export function flagError(error: unknown, advice: string): CommandError {
  const given = error instanceof Error ? error.message : String(error)
  const [first = given] = given.split(/\. |\.?\n/)
  const flag = /^Option '(--[\w-]+)' argument is ambiguous/.exec(given)?.[1]
  const what = flag ? `${flag} needs a value (if it starts with a dash, write ${flag}=-value)` : first
  return new CommandError(`${what}. ${advice}`, exitCode.usage)
}
