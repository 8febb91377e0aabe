import type { Duplex } from 'node:stream'
import type { ConfinedProgram } from './confined-process.ts'
import { isOfSystem } from './toolchains.ts'
import { systemMounts } from './view.ts'
import type { Sandbox } from './sandbox.ts'

/** A program in an empty world: the system's programs, what it is given, and a folder in memory. */
export interface ScratchProgram {
  readonly words: readonly string[]
  /** Folders that are shown where they are, to be read: those of a language that is installed elsewhere. */
  readonly read: readonly string[]
  /** Files and folders of this machine that are shown elsewhere, to be read. */
  readonly given: readonly { readonly from: string; readonly to: string }[]
  /** Files that are made inside, by path. */
  readonly files: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
  /** Gets the other end of descriptor 4, by which the program hands out what it leaves. */
  readonly onLeft: (way: Duplex) => void
}

export const NODE_INSIDE = '/run/node'
/** Where such a program begins, and all that it can write to. */
export const SCRATCH = '/scratch'
const SCRATCH_BYTES = 512 * 1024 * 1024
const SMALL_BYTES = 64 * 1024 * 1024

export function scratchMounts(
  { read, given }: Pick<ScratchProgram, 'read' | 'given'>,
  { libraries, limitsMemoryFolders }: Sandbox,
): Pick<ConfinedProgram, 'mounts' | 'closing'> {
  const memory = (path: string, bytes: number) => [
    ...(limitsMemoryFolders ? ['--size', String(bytes)] : []),
    '--tmpfs',
    path,
  ]
  // What the folders of the system hold is there already. To mount such a file once more fails where its name is a link to
  // an absolute path, as that of the loader is on some.
  const ownLibraries = libraries.filter((path) => !isOfSystem(path))
  return {
    mounts: [
      ...systemMounts(),
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      ...memory('/dev/shm', SMALL_BYTES),
      ...memory('/tmp', SMALL_BYTES),
      ...memory(SCRATCH, SCRATCH_BYTES),
      '--dir',
      `${SCRATCH}/out`,
      ...[...ownLibraries, ...read].flatMap((path) => ['--ro-bind-try', path, path]),
      '--ro-bind',
      process.execPath,
      NODE_INSIDE,
      ...given.flatMap(({ from, to }) => ['--ro-bind', from, to]),
      '--chdir',
      SCRATCH,
    ],
    // Beside the devices it is a folder in memory too, and one without a limit.
    closing: ['--remount-ro', '/dev'],
  }
}
