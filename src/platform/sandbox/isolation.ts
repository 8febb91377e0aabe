import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { CHILD_MARK } from '../processes/own-children.ts'

/** How far a plugin's process is shut off from this machine. */
export type Isolation =
  | {
      /** Namespaces of its own: no network, no other process, no file but those bound into it. */
      readonly kind: 'bubblewrap'
      readonly program: string
      /** What Node needs to start, and all that is there beside it. */
      readonly libraries: readonly string[]
    }
  | {
      /** Node's permission model alone: no files and no programs, but the network is open. */
      readonly kind: 'permission_model'
      readonly reason: string
    }

/** A fixed list: a program that stands in for the sandbox must not be found by way of PATH. */
const PROGRAMS = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap']

/** Tries the sandbox for real: where it is installed it may still be forbidden, as in many containers. */
export async function findIsolation(programs: readonly string[] = PROGRAMS): Promise<Isolation> {
  if (process.platform !== 'linux')
    return { kind: 'permission_model', reason: 'bubblewrap exists only on Linux' }
  const program = await firstExecutable(programs)
  if (program === undefined) return { kind: 'permission_model', reason: 'bubblewrap is not installed' }
  const isolation: Isolation = { kind: 'bubblewrap', program, libraries: sharedLibraries() }
  try {
    const command = [...bubblewrapArguments(isolation, { read: [], write: [] }), process.execPath, '-e', '0']
    await promisify(execFile)(program, command, { env: {}, timeout: 10_000 })
    return isolation
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const [line = ''] = (stderr.trim() || message).split('\n')
    return { kind: 'permission_model', reason: `bubblewrap does not work here (${line})` }
  }
}

/** What can be seen inside the sandbox, beside Node. */
export interface Mounts {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

export function bubblewrapArguments(
  { libraries }: Extract<Isolation, { kind: 'bubblewrap' }>,
  { read, write }: Mounts,
): string[] {
  const environment = Object.entries(sandboxEnvironment()).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ])
  const bind = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path])
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--clearenv',
    ...environment,
    ...bind('--ro-bind-try', libraries),
    ...bind('--ro-bind', [process.execPath]),
    // Missing ones are left out: the user may have moved a folder since it was granted.
    ...bind('--ro-bind-try', read),
    ...bind('--bind-try', write),
    '--remount-ro',
    '/',
  ]
}

/** Nothing of the service's own environment, but the mark of its children and the clock's zone. */
export function sandboxEnvironment(): Record<string, string> {
  return { [CHILD_MARK]: '1', TZ: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** By the names under which the loader found them for this process, which runs the same program. */
function sharedLibraries(): string[] {
  // Without this the report looks up the name of every peer this process talks to.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { sharedObjects } = report.getReport() as { sharedObjects: string[] }
  return sharedObjects.filter((path) => path.startsWith('/') && !path.endsWith('.node'))
}

async function firstExecutable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    try {
      await access(path, constants.X_OK)
      return path
    } catch {
      // The next one may be there.
    }
  }
  return undefined
}
