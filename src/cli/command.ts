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

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands for the value on the help page, e.g. `N`. */
  readonly value?: string
  /** What the help page says about it. */
  readonly about: string
}

/** A command of the program, declared once; its code is loaded when it is called. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** How many words it takes besides the flags; none unless told. */
  readonly maxWords?: number
  /** The command reads its own flags, because they depend on what is called. */
  readonly ownFlags?: true
  /** The command goes on when nobody reads its output any more. */
  readonly outlivesReader?: true
  readonly load: () => Promise<{ run(call: CommandCall): Promise<number> }>
}
