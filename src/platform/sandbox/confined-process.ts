import { spawn, type ChildProcess } from 'node:child_process'
import type { Duplex, Writable } from 'node:stream'
import { WAY_OUT } from './network-bridge.ts'
import { seccompProgram } from './seccomp.ts'
import type { Sandbox } from './sandbox.ts'

export interface ConfinedProgram {
  /** Options of bubblewrap that say what can be seen inside. */
  readonly mounts: readonly string[]
  /** More of them, after the files were made. */
  readonly closing?: readonly string[]
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly stdin: 'pipe' | 'ignore'
  /** Whether it may make Unix sockets; those of other programs must be out of its sight then. */
  readonly unixSockets?: boolean
  /** Shell commands that set limits on bubblewrap itself and all that comes after it. */
  readonly limits?: string
  /** Files that are made inside, by path. */
  readonly files?: Readonly<Record<string, string>>
  /** Open files that it finds under a path of its own, wherever they lie; it needs a `/proc` for that. */
  readonly inputs?: readonly ConfinedInput[]
  /** Gets the service's end of the only way out; without it there is none. */
  readonly onWayOut?: (way: Duplex) => void
}

export interface ConfinedInput {
  readonly path: string
  /** Of this process, open for reading. */
  readonly descriptor: number
}

/** Namespaces of its own, no rights, an empty environment. */
const WORLD =
  '--unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --hostname sandbox --clearenv'.split(
    ' ',
  )
const FILTER = 3
const OPTIONS = 5
const FIRST_FILE = 6

/**
 * The one place that starts a program inside the sandbox: namespaces of its own, no rights, the seccomp filter, and nothing
 * of this process's environment. Everything that it starts ends with it: the first process of its world takes all others
 * along, and dies with this one.
 */
export function startConfined(sandbox: Pick<Sandbox, 'program'>, program: ConfinedProgram): ChildProcess {
  const files = Object.entries(program.files ?? {})
  const { inputs = [] } = program
  const firstInput = FIRST_FILE + files.length
  const options = [
    ...WORLD,
    '--seccomp',
    String(FILTER),
    ...Object.entries(program.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...program.mounts,
    ...files.flatMap(([path], at) => ['--file', String(FIRST_FILE + at), path]),
    ...inputs.flatMap(({ path }, at) => ['--symlink', `/proc/self/fd/${firstInput + at}`, path]),
    ...(program.closing ?? []),
    '--remount-ro',
    '/',
  ]
  const words = [sandbox.program, '--args', String(OPTIONS), '--', ...program.command]
  const [first, ...rest] = program.limits
    ? ['/bin/sh', '-c', `${program.limits}; exec "$@"`, 'sh', ...words]
    : words
  const child = spawn(first!, rest, {
    cwd: '/',
    env: {},
    // A group of its own: a Ctrl-C at the terminal is for the service, which ends its children itself.
    detached: true,
    stdio: [
      ...([program.stdin, 'pipe', 'pipe', 'pipe', program.onWayOut ? 'pipe' : 'ignore', 'pipe'] as const),
      ...files.map(() => 'pipe' as const),
      ...inputs.map(({ descriptor }) => descriptor),
    ],
  })
  hand(child, FILTER, seccompProgram({ unixSockets: program.unixSockets }))
  // Not as words of the command: there may be more of them than a command can have.
  hand(child, OPTIONS, options.map((option) => `${option}\0`).join(''))
  files.forEach(([, text], at) => hand(child, FIRST_FILE + at, text))
  const way = child.stdio[WAY_OUT] as unknown as Duplex | null
  if (way) program.onWayOut?.(way)
  return child
}

function hand(child: ChildProcess, descriptor: number, content: Buffer | string): void {
  const pipe = child.stdio[descriptor] as Writable | null
  // It ended before it had read all: how it ended says why.
  pipe?.on('error', () => {})
  pipe?.end(content)
}
