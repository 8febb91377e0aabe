import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { exitCode } from './exit-codes.ts'
import { Terminal } from './terminal.ts'

const HELP: ReadonlySet<string | undefined> = new Set([undefined, 'help', '--help', '-h'])
const VERSION: ReadonlySet<string | undefined> = new Set(['version', '--version', '-v'])

/** Runs one command line and returns its exit code. Nothing is imported that the command does not need. */
export async function main(words: readonly string[]): Promise<number> {
  const environment = process.env
  const json = words.includes('--json')
  const terminal = new Terminal({ json, out: process.stdout, error: process.stderr, environment })
  quietWhenReaderLeaves()
  const [name, ...rest] = words
  if (HELP.has(name)) return help(terminal)
  if (VERSION.has(name)) return printVersion(terminal)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    terminal.problem(`There is no command "${name}". "deskhand help" lists them.`)
    return exitCode.usage
  }
  if (!command.ownFlags && (rest.includes('--help') || rest.includes('-h'))) return helpFor(command, terminal)
  const parsed = parse(command, rest, terminal)
  if (!parsed) return exitCode.usage
  try {
    const { run } = await command.load()
    return await run({ ...parsed, words: rest, environment, terminal })
  } catch (error) {
    return report(error, terminal)
  }
}

function parse(command: Command, words: readonly string[], terminal: Terminal) {
  if (command.ownFlags) return { positionals: [], flags: {} }
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      options: command.options,
      allowPositionals: true,
    })
    return { positionals, flags: values as Record<string, string | boolean | undefined> }
  } catch (error) {
    terminal.problem((error as Error).message)
    terminal.hint(`Usage: ${command.usage}`)
    return undefined
  }
}

/** A sentence for what the user can mend; the whole stack for a bug, because someone must read it. */
function report(error: unknown, terminal: Terminal): number {
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

function help(terminal: Terminal): number {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary])
  terminal.result(
    commands.map(({ name, usage, summary }) => ({ name, usage, summary })),
    () =>
      [
        `${terminal.style('bold', 'deskhand')} – a local agent service`,
        '',
        terminal.table(['Commands', ''], rows),
        '',
        '"deskhand COMMAND --help" says more. --json prints data for scripts, --home chooses the data folder.',
      ].join('\n'),
  )
  return exitCode.ok
}

function helpFor({ usage, summary }: Command, terminal: Terminal): number {
  terminal.print(`${summary}\n\nUsage: ${usage}`)
  return exitCode.ok
}

async function printVersion(terminal: Terminal): Promise<number> {
  const { default: packageJson } = await import('../../package.json', { with: { type: 'json' } })
  terminal.result({ version: packageJson.version }, () => packageJson.version)
  return exitCode.ok
}

/** `deskhand logs | head` must not end in a stack trace. */
function quietWhenReaderLeaves(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCode.ok)
    throw error
  })
}
