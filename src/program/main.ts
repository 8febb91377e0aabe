import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command, LoadedCommand, CommandContext } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { help, unknownCommand } from '../cli/help.ts'
import { commandFor, runCommand } from '../cli/run-command.ts'
import { Terminal } from '../cli/terminal/terminal.ts'

const HELP: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h'])
/** What starts the service or opens its database: only here are both the command line and the service known. */
const programs: Readonly<Record<string, () => Promise<LoadedCommand>>> = {
  start: () => import('./start.ts'),
  serve: () => import('./start.ts'),
  worker: () => import('./worker.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'migrate-to-postgres': () => import('./migrate-to-postgres.ts'),
}
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
  const found = commandFor(words)
  if (!found) return unknownCommand(name, terminal)
  mindReaderThatLeaves(found.command)
  return runCommand(found.command, found.words, context(terminal))
}

function context(terminal: Terminal): CommandContext {
  return {
    environment: process.env,
    terminal,
    get folder() {
      return process.cwd()
    },
    readInput: () => text(process.stdin),
    readFile: (path) => readFile(resolve(path), 'utf8'),
    loadProgram: (name) => programs[name]!(),
  }
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
