import { isAbsolute } from 'node:path'
import type { Component } from '../../contract/component-schema.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { commandLineContract } from './contract.ts'

/** A command line without a shell: the words are what they are. */
export interface DispatchedCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Where relative paths start from; the home folder when left out. */
  readonly folder: string | undefined
}

export interface CommandOutcome {
  readonly output: string
  readonly exit_code: number
  readonly components?: Component[]
}

export interface CommandLineDeps {
  readonly runCommand: (command: DispatchedCommand, call: Call) => Promise<CommandOutcome>
}

export function commandLineHandlers({ runCommand }: CommandLineDeps): Handlers<typeof commandLineContract> {
  return {
    dispatch({ body: { command, args = [], cwd } }, call) {
      if (cwd !== undefined && !isAbsolute(cwd))
        throw new AppError('invalid_request', 'cwd must be an absolute path, e.g. /home/ada.')
      return runCommand({ command, args, folder: cwd }, call)
    },
  }
}
