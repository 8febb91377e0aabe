import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

/** What a command gets: its words and flags, already parsed by its own declaration. */
export interface CommandCall {
  readonly positionals: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** The words as typed, for a command that reads them itself. */
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
}

/** A command of the program, declared once; its code is loaded when it is called. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** The command reads its own flags, because they depend on what is called. */
  readonly ownFlags?: true
  readonly load: () => Promise<{ run(call: CommandCall): Promise<number> }>
}
