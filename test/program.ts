import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataFolder, type DataFolder } from '../src/platform/data-folder.ts'
import { findInstance } from '../src/platform/database/instance-lock.ts'

/** That of the checkout, or of an install that is tested by the same tests. */
export const programPath =
  process.env['TESTED_PROGRAM'] ?? fileURLToPath(new URL('../bin/deskhand.js', import.meta.url))

const PATIENCE_MS = 150_000

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv
  readonly input?: string
  /** Leaves the input open for `write`. */
  readonly keepInput?: boolean
  /** Another program in place of this one, e.g. a shell that runs it. */
  readonly command?: readonly [string, ...string[]]
  /** The folder it runs in. */
  readonly folder?: URL
  /** As a terminal does it: a signal to the group reaches whatever the program has started. */
  readonly ownGroup?: boolean
}

export interface RunningProgram {
  readonly pid: number
  readonly kill: (signal: NodeJS.Signals) => void
  readonly write: (text: string) => void
  /** Resolves as soon as what it wrote to its output matches. */
  wrote(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
}

export interface StartedService extends RunningProgram {
  readonly address: string
}

/** The real program, in a home and a data folder of its own. Whatever it started is ended with it. */
export interface Program extends AsyncDisposable {
  readonly home: string
  readonly folder: DataFolder
  readonly environment: NodeJS.ProcessEnv
  /** Runs to the end. */
  run(words: readonly string[], options?: RunOptions): Promise<Ended>
  launch(words: readonly string[], options?: RunOptions): RunningProgram
  /** `deskhand start` on a free port, once it is ready. */
  start(words?: readonly string[], options?: RunOptions): Promise<StartedService>
}

export async function newProgram(): Promise<Program> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-cli-'))
  const folder = dataFolder({ DESKHAND_HOME: join(home, 'data') })
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    DESKHAND_HOME: folder.root,
    DESKHAND_KEYRING: 'off',
    // What one of them has compiled the others need not compile again.
    XDG_CACHE_HOME: fileURLToPath(new URL('../node_modules/.cache', import.meta.url)),
  }
  const children = new Set<ChildProcessWithoutNullStreams>()
  const launch: Program['launch'] = (words, options = {}) => {
    const [command, ...before] = options.command ?? [process.execPath, programPath]
    const child = spawn(command, [...before, ...words], {
      env: { ...environment, ...options.environment },
      cwd: options.folder,
      detached: options.ownGroup ?? false,
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    // A program that ends without reading all of its input is no failure of the test.
    child.stdin.on('error', () => {})
    if (!options.keepInput) child.stdin.end(options.input ?? '')
    return watch(child)
  }
  return {
    home,
    folder,
    environment,
    launch,
    async run(words, options) {
      const program = launch(words, options)
      const overdue = setTimeout(() => program.kill('SIGKILL'), PATIENCE_MS)
      const end = await program.ended
      clearTimeout(overdue)
      return end
    },
    async start(words = [], options) {
      const program = launch(['start', '--port', '0', ...words], options)
      const match = await program.wrote(/"address":"(http:[^"]+)".*"msg":"ready"/)
      return { ...program, address: match[1]! }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL')
      await endHolder(folder)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A service in the background, or under npm, is not our child: whoever still holds the folder is ended. */
async function endHolder({ root }: DataFolder): Promise<void> {
  for (let holder = findInstance(root); holder !== null; holder = findInstance(root)) {
    try {
      if (holder.pid !== null) process.kill(holder.pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
    await sleep(20)
  }
}

function watch(child: ChildProcessWithoutNullStreams): RunningProgram {
  let output = ''
  let check = () => {}
  // A character may come in two pieces.
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
    check()
  })
  const complaints = text(child.stderr)
  const ended = once(child, 'close').then(async ([code, signal]: unknown[]) => ({
    code: code as Ended['code'],
    signal: signal as Ended['signal'],
    stdout: output,
    stderr: await complaints,
  }))
  return {
    pid: child.pid!,
    kill: (signal) => child.kill(signal),
    write: (typed) => child.stdin.write(typed),
    ended,
    async wrote(pattern) {
      const { promise, resolve } = Promise.withResolvers<RegExpExecArray>()
      check = () => {
        const match = pattern.exec(output)
        if (match) resolve(match)
      }
      check()
      const failed = ended.then(({ code, stdout, stderr }) => {
        throw new Error(`It ended with ${code} before it wrote ${pattern}:\n${stdout}\n${stderr}`)
      })
      return Promise.race([promise, failed])
    },
  }
}
