import type { Component } from '../contract/component-schema.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal
}

/** As much of an answer as commands look at. */
export interface ServiceResponse {
  readonly status: number
  readonly ok: boolean
  readonly headers: { get(name: string): string | null }
  readonly text: () => Promise<string>
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Where a command runs: in a terminal, or inside the service for a client. */
export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
  /** The folder that relative paths start from. */
  readonly folder: string
  /** What is piped into the command. */
  readonly readInput: () => Promise<string>
  /** The text of a file that was named on the command line. */
  readonly readFile: (path: string) => Promise<string>
  /** Asks the service from inside of it; without it, the one that runs is asked over HTTP. */
  readonly reach?: (request: ServiceRequest) => Promise<ServiceResponse>
  /** Gets what the answer is made of, beside the text of it. */
  readonly onComponents?: (components: readonly Component[]) => void
  /** The code of what starts the service or opens its database. */
  readonly loadProgram?: (name: string) => Promise<LoadedCommand>
}

/** What a command gets: its words and flags, already parsed by its own declaration. */
export interface CommandCall extends CommandContext {
  readonly positionals: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Which of its verbs, for a command that has some. */
  readonly verb?: string
  /** The words as typed, for a command that reads them itself. */
  readonly words: readonly string[]
  /** Every command that there is. */
  readonly commands: readonly Command[]
}

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands for the value on the help page, e.g. `N`. */
  readonly value?: string
  /** What the value can be, where that is a closed list. */
  readonly choices?: readonly string[]
  /** What the help page says about it. */
  readonly about: string
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** What the first word after a command can be, e.g. `list` in `deskhand store list`. */
export interface Verb {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options?: CommandOptions
  /** How many words it takes besides the flags; none unless told. */
  readonly maxWords?: number
  /** What its words are, so that a shell can complete them. */
  readonly completes?: Completes
}

/** Names that only the service knows. */
export type Completes =
  | 'tool'
  | 'approval'
  | 'store key'
  | 'setting'
  | 'workflow'
  | 'schedule'
  | 'timer'
  | 'recording'
  | 'operation'
  | 'plugin'
  | 'skill'

/** A command of the program, declared once; its code is loaded when it is called. */
export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly options: CommandOptions
  /** The first one is meant when none is named. */
  readonly verbs?: readonly [Verb, ...Verb[]]
  /** Words that it takes, where they are a closed list. */
  readonly choices?: readonly string[]
  /** What its words are, behind such a choice where there is one. */
  readonly completes?: Completes
  /** How many words it takes besides the flags; none unless told. */
  readonly maxWords?: number
  /** The command reads its own flags, because they depend on what is called. */
  readonly ownFlags?: true
  /** The command goes on when nobody reads its output any more. */
  readonly outlivesReader?: true
  /** It does nothing but ask the service, so that it can run inside of it for POST /cli/dispatch. */
  readonly insideService?: true
  /** Its code; left out for what starts the service or opens its database, which `src/program` has under the name. */
  readonly load?: () => Promise<LoadedCommand>
}

export interface LoadedCommand {
  run(call: CommandCall): Promise<number>
}
