import type { ExitCode } from './exit-codes.ts'

/** A failure of a command that the user can mend, with the exit code that tells a script which. */
export class CommandError extends Error {
  readonly exit: ExitCode

  constructor(message: string, exit: ExitCode) {
    super(message)
    this.name = 'CommandError'
    this.exit = exit
  }
}
