import { resolve } from 'node:path'
import { readFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import type { Component } from '../contract/component-schema.ts'
import { limits } from '../contract/limits.ts'
import type { CommandOutcome, DispatchedCommand } from '../features/command-line/handlers.ts'
import { openInput } from '../platform/files/input-file.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './command.ts'
import { commands } from './commands.ts'
import { exitCode } from './exit-codes.ts'
import { help, unknownCommand } from './help.ts'
import { commandFor, runCommand } from './run-command.ts'
import { Terminal } from './terminal/terminal.ts'

export interface Inside {
  readonly reach: NonNullable<CommandContext['reach']>
  readonly home: string
  /** The service's own folder, which no command may read for a client. */
  readonly dataFolder: string
}

/** Runs a command inside the service, for POST /cli/dispatch. Only those that do nothing but ask the service. */
export async function dispatch(given: DispatchedCommand, inside: Inside): Promise<CommandOutcome> {
  const words = wordsOf(given)
  const { terminal, output } = recorded(words)
  let components: readonly Component[] = []
  const context = {
    ...surroundingsOf(given, inside),
    terminal,
    onComponents: (shown: readonly Component[]) => void (components = shown),
  }
  const exit = await runInside(words, context)
  return {
    output: output(),
    exit_code: exit,
    ...(components.length > 0 && { components: [...components] }),
  }
}

/** A command is split at spaces and never by a shell; a sentence without further words stays whole: it is a question. */
function wordsOf({ command, args }: DispatchedCommand): string[] {
  const words = command.trim().split(/\s+/)
  const isCommand = words[0] === 'help' || commands.some(({ name }) => name === words[0])
  const isSentence = !isCommand && args.every((word) => word.startsWith('-'))
  return isSentence ? [command.trim(), ...args] : [...words, ...args]
}

async function runInside(words: readonly string[], context: CommandContext): Promise<number> {
  const [name = '', ...rest] = words
  const { terminal } = context
  if (name === 'help') return help(rest, terminal)
  const found = commandFor(words)
  if (!found) return unknownCommand(name, terminal)
  if (!found.command.insideService) {
    terminal.problem(`"deskhand ${name}" works only in a terminal on the machine itself.`)
    return exitCode.usage
  }
  if (rest.some((word) => word === '--home' || word.startsWith('--home='))) {
    terminal.problem('--home is for the terminal: this is already the service that was asked.')
    return exitCode.usage
  }
  return runCommand(found.command, found.words, context)
}

/** What a person would have seen, both outputs in their order. */
function recorded(words: readonly string[]): { terminal: Terminal; output: () => string } {
  const chunks: string[] = []
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const input = Readable.from([])
  const terminal = new Terminal({
    json: words.includes('--json'),
    input,
    out,
    error: out,
    environment: { NO_COLOR: '1' },
  })
  return { terminal, output: () => chunks.join('') }
}

function surroundingsOf(
  { folder }: DispatchedCommand,
  { reach, home, dataFolder }: Inside,
): Omit<CommandContext, 'terminal'> {
  const from = folder ?? home
  return {
    environment: {},
    folder: from,
    reach,
    readInput: () =>
      Promise.reject(new CommandError('Nothing piped in. Give the text as an argument.', exitCode.usage)),
    readFile: (path) => readAllowed(path, { from, home, dataFolder }),
  }
}

/** What a tool would have to ask about is not read at all: here nobody can be asked. */
async function readAllowed(
  path: string,
  { from, home, dataFolder }: { from: string; home: string; dataFolder: string },
): Promise<string> {
  const whole = path.startsWith('~') ? path : resolve(from, path)
  const caller = { home, dataFolder, provenance: 'local-client', isApproved: false } as const
  await using file = await openInput(whole, { ...caller, setting: () => undefined })
  if (file.held.stats.size > limits.body_bytes.value)
    throw new CommandError(`${path} is larger than ${limits.body_bytes.value} bytes.`, exitCode.failed)
  return await readFile(file.through, 'utf8')
}
