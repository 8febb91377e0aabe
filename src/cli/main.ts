import { parseArgs } from 'node:util'
import { fileError } from '../platform/files/file-error.ts'
import { closestName } from './closest-name.ts'
import { flagError } from './command-error.ts'
import type { Command, CommandCall } from './command.ts'
import { commands } from './commands.ts'
import { exitCode } from './exit-codes.ts'
import { Terminal } from './terminal.ts'

const HELP: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h'])
const VERSION: ReadonlySet<string | undefined> = new Set(['version', '--version', '-v'])

/** Runs one command line and returns its exit code. Nothing is imported that the command does not need. */
export async function main(words: readonly string[]): Promise<number> {
  const environment = process.env
  const json = words.includes('--json')
  const { stdin: input, stdout: out, stderr: error } = process
  const terminal = new Terminal({ json, input, out, error, environment })
  const [name, ...rest] = words
  if (name === undefined || HELP.has(name)) return help(rest, terminal)
  if (VERSION.has(name)) return printVersion(terminal)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return unknownCommand(name, terminal)
  if (asksForHelp(command, rest)) return helpFor(command, terminal)
  mindReaderThatLeaves(command)
  try {
    const parsed = parse(command, rest)
    const { run } = await command.load()
    return await run({ ...parsed, words: rest, environment, terminal })
  } catch (failure) {
    return report(failure, terminal)
  }
}

function unknownCommand(name: string, terminal: Terminal): number {
  const closest = closestName(
    name,
    commands.map((command) => command.name),
  )
  terminal.problem(
    name.startsWith('-')
      ? `Name the command first, then its flags, for example "deskhand status ${name}".`
      : `There is no command "${name}".${closest ? ` Did you mean "${closest}"?` : ''} "deskhand help" lists them.`,
  )
  return exitCode.usage
}

/** An operation of `api` has help of its own, so there only the first word counts. */
function asksForHelp(command: Command, words: readonly string[]): boolean {
  const looked = command.ownFlags ? words.slice(0, 1) : words
  return looked.includes('--help') || looked.includes('-h')
}

function parse(command: Command, words: readonly string[]): Pick<CommandCall, 'positionals' | 'flags'> {
  if (command.ownFlags) return { positionals: [], flags: {} }
  const { maxWords = 0 } = command
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      options: command.options,
      allowPositionals: true,
    })
    const [tooMuch] = positionals.slice(maxWords)
    if (tooMuch !== undefined) throw new Error(`Unexpected argument '${tooMuch}'`)
    return { positionals, flags: values }
  } catch (error) {
    throw flagError(error, `"deskhand ${command.name} --help" says what it takes.`)
  }
}

/** A sentence for what the user can mend; the whole stack for a bug, because someone must read it. */
function report(failure: unknown, terminal: Terminal): number {
  const path = (failure as NodeJS.ErrnoException).path
  const error = path === undefined ? failure : fileError(failure, path)
  if (!(error instanceof Error)) throw error
  const { code, exit, errors } = error as Error & {
    code?: string
    exit?: number
    errors?: { path: string; message: string }[]
  }
  const isKnown = error.name === 'AppError' || error.name === 'CommandError'
  terminal.problem(isKnown ? error.message : (error.stack ?? error.message))
  if (isKnown && Array.isArray(errors))
    for (const issue of errors) terminal.hint(`  ${issue.path} ${issue.message}`)
  if (exit !== undefined) return exit
  return code === 'invalid_request' ? exitCode.usage : exitCode.failed
}

function help(words: readonly string[], terminal: Terminal): number {
  const topic = words.find((word) => !word.startsWith('-'))
  const command = commands.find(({ name }) => name === topic)
  if (command) return helpFor(command, terminal)
  if (topic !== undefined) return unknownCommand(topic, terminal)
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary])
  terminal.result(
    commands.map(({ name, usage, summary }) => ({ name, usage, summary })),
    () =>
      [
        `${terminal.style('bold', 'deskhand')} – a local agent service`,
        '',
        terminal.table(['Commands', ''], rows, { wrapLast: true }),
        '',
        '"deskhand COMMAND --help" says more. --json prints data for scripts, --home chooses the data folder.',
      ].join('\n'),
  )
  return exitCode.ok
}

function helpFor({ name, usage, summary, options }: Command, terminal: Terminal): number {
  const rows = Object.entries(options).map(([option, { short, value, about }]) => [
    `  ${short ? `-${short}, ` : '    '}--${option}${value ? ` ${value}` : ''}`,
    about,
  ])
  terminal.result({ name, usage, summary, options }, () =>
    [`${summary}.`, '', `Usage: ${usage}`, '', terminal.table(['Flags', ''], rows, { wrapLast: true })].join(
      '\n',
    ),
  )
  return exitCode.ok
}

async function printVersion(terminal: Terminal): Promise<number> {
  const { default: packageJson } = await import('../../package.json', { with: { type: 'json' } })
  terminal.result({ version: packageJson.version }, () => packageJson.version)
  return exitCode.ok
}

/** `deskhand logs | head` must not end in a stack trace, and a service must not end with the program that read it. */
function mindReaderThatLeaves({ outlivesReader }: Command): void {
  const onError = (error: NodeJS.ErrnoException) => {
    // EIO is what a terminal that was closed says.
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    if (!outlivesReader) process.exit(exitCode.ok)
  }
  process.stdout.on('error', onError)
  process.stderr.on('error', onError)
}
