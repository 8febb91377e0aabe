import { parseArgs } from 'node:util'
import { fileError } from '../platform/files/file-error.ts'
import { closestName } from './terminal/closest-name.ts'
import { CommandError, flagError, reasonLines } from './command-error.ts'
import type { Command, CommandCall, LoadedCommand, CommandContext, Verb } from './command.ts'
import { commands } from './commands.ts'
import { exitCode } from './exit-codes.ts'
import { helpFor } from './help.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The command that the words mean, and the words for it: a sentence in place of a command is a question. */
export function commandFor(
  words: readonly string[],
): { readonly command: Command; readonly words: readonly string[] } | undefined {
  const [name = '', ...rest] = words
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return { command, words: rest }
  const ask = commands.find((candidate) => candidate.name === 'ask')
  const isQuestion = !name.startsWith('-') && (/\S\s+\S/.test(name) || name.endsWith('?'))
  return ask && isQuestion ? { command: ask, words } : undefined
}

/** Runs one command to its end. Whatever goes wrong is told in a sentence, and in the exit code. */
export async function runCommand(
  command: Command,
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { terminal } = context
  if (asksForHelp(command, words)) return helpFor(command, words[0], terminal)
  try {
    const parsed = parse(command, words)
    const { run } = await loaded(command, context)
    return await run({ ...context, ...parsed, words, commands })
  } catch (failure) {
    return report(failure, context)
  }
}

function loaded({ name, load }: Command, { loadProgram }: CommandContext): Promise<LoadedCommand> {
  if (load) return load()
  if (loadProgram) return loadProgram(name)
  throw new CommandError(`"deskhand ${name}" works only in a terminal on the machine itself.`, exitCode.usage)
}

/** What a tool or an operation takes is told by the command itself, so there only the first word counts. */
function asksForHelp(command: Command, words: readonly string[]): boolean {
  const looked = command.ownFlags ? words.slice(0, 1) : words
  return looked.includes('--help') || looked.includes('-h')
}

type Parsed = Pick<CommandCall, 'positionals' | 'flags' | 'verb'>

function parse(command: Command, words: readonly string[]): Parsed {
  if (command.ownFlags) return { positionals: [], flags: {} }
  if (!command.verbs) return parseWords(words, command, `deskhand ${command.name}`)
  const verb = verbOf(command, words[0])
  const isNamed = words[0] === verb.name
  const { maxWords = 0, options = {} } = verb
  const taken = { maxWords, options: { ...options, ...command.options } }
  const parsed = parseWords(isNamed ? words.slice(1) : words, taken, `deskhand ${command.name} ${verb.name}`)
  return { ...parsed, verb: verb.name }
}

function verbOf({ name, verbs }: Command, word: string | undefined): Verb {
  const [first] = verbs!
  if (word === undefined || word.startsWith('-')) return first
  const verb = verbs!.find((candidate) => candidate.name === word)
  if (verb) return verb
  const names = verbs!.map((candidate) => candidate.name)
  const closest = closestName(word, names)
  throw new CommandError(
    `"deskhand ${name}" has no "${word}".${closest ? ` Did you mean "${closest}"?` : ` It has ${names.join(', ')}.`}`,
    exitCode.usage,
  )
}

function parseWords(
  words: readonly string[],
  { options, maxWords = 0 }: Pick<Command, 'options' | 'maxWords'>,
  called: string,
): Parsed {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [tooMuch] = positionals.slice(maxWords)
    if (tooMuch !== undefined) throw new Error(`Unexpected argument '${tooMuch}'`)
    return { positionals, flags: values }
  } catch (error) {
    throw flagError(error, `"${called} --help" shows what it takes.`)
  }
}

/** A sentence for what the user can mend; the whole stack for a bug, because someone must read it. */
function report(failure: unknown, { terminal, reach }: CommandContext): number {
  const path = (failure as NodeJS.ErrnoException).path
  const error = path === undefined ? failure : fileError(failure, path)
  if (!(error instanceof Error)) throw error
  if (isForTheUser(error)) return tell(error, terminal)
  // Inside the service a bug belongs to its log: a client is told no more than that there was one.
  if (reach) throw error
  terminal.problem(error.stack ?? error.message)
  return exitCode.failed
}

interface Told extends Error {
  readonly code?: string
  readonly exit?: number
  readonly errors?: readonly { path: string; message: string }[]
}

function isForTheUser(error: Error): error is Told {
  return error.name === 'AppError' || error.name === 'CommandError'
}

function tell({ message, code, exit, errors = [] }: Told, terminal: Terminal): number {
  terminal.problem(message)
  for (const line of reasonLines(errors)) terminal.hint(line)
  return exit ?? (code === 'invalid_request' ? exitCode.usage : exitCode.failed)
}
