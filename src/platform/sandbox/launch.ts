import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bubblewrapArguments, sandboxEnvironment, type Isolation } from './isolation.ts'
import { pluginLimits } from './limits.ts'

/** Where a plugin's code lies, and what of this machine it may see. */
export interface Cage {
  readonly isolation: Isolation
  /** A private copy of the plugin's folder. */
  readonly folder: string
  /** The module in it. */
  readonly entry: string
  /** Absolute paths that the user granted. */
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/** Starts the plugin's process. It reads and writes messages; it has loaded nothing yet. */
export function launch(cage: Cage): ChildProcessWithoutNullStreams {
  const node = [process.execPath, ...nodeArguments(cage)]
  const { isolation, folder } = cage
  const readable = [programInside(), folder, ...cage.read]
  const command =
    isolation.kind === 'bubblewrap'
      ? [
          isolation.program,
          ...bubblewrapArguments(isolation, { read: readable, write: cage.write }),
          '--chdir',
          folder,
          ...node,
        ]
      : node
  // The shell only sets the limits, which whatever it becomes then keeps. No core file: it would hold the memory.
  const { writableKilobytes, processorSeconds } = pluginLimits
  const limited = `ulimit -c 0; ulimit -d ${writableKilobytes}; ulimit -t ${processorSeconds}; exec "$@"`
  return spawn('/bin/sh', ['-c', limited, 'sh', ...command], {
    cwd: folder,
    env: sandboxEnvironment(),
    stdio: 'pipe',
    // A group of its own: a Ctrl-C at the terminal is for the service, which ends its children itself.
    detached: true,
  })
}

function nodeArguments({ folder, entry, read, write }: Cage): string[] {
  const readable = [programInside(), folder, ...read, ...write]
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...write.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${pluginLimits.heapMegabytes}`,
    // The permission model does not know it: it opens and creates database files anywhere.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    programInside(),
    join(folder, entry),
  ]
}

/** The extension is that of this file: TypeScript in a checkout, JavaScript once installed. */
function programInside(): string {
  const here = fileURLToPath(import.meta.url)
  return join(here, '..', `plugin-child${extname(here)}`)
}
