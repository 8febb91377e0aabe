import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { ownProgram } from '../files/own-code.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { startConfined } from './confined-process.ts'
import { pluginLimits } from './limits.ts'
import type { Sandbox } from './sandbox.ts'

/** Where a plugin's code lies, and what of this machine it may see. */
export interface Cage {
  readonly sandbox: Sandbox
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
  const { sandbox, folder, read, write } = cage
  const bind = (option: string, paths: readonly string[]) => paths.flatMap((path) => [option, path, path])
  const child = startConfined(sandbox, {
    mounts: [
      ...bind('--ro-bind-try', sandbox.libraries),
      ...bind('--ro-bind', [process.execPath]),
      // Missing ones are left out: the user may have moved a folder since it was granted.
      ...bind('--ro-bind-try', [programInside(), folder, ...read]),
      ...bind('--bind-try', write),
      '--chdir',
      folder,
    ],
    command: [process.execPath, ...nodeArguments(cage)],
    environment: { [CHILD_MARK]: '1', TZ: ownTimeZone() },
    limits: limitsOf(sandbox),
    stdin: 'pipe',
  })
  return child as ChildProcessWithoutNullStreams
}

/** Whatever the shell becomes keeps them. No core file: it would hold the memory. */
function limitsOf({ nodeKilobytes }: Sandbox): string {
  const { ownKilobytes, processorSeconds } = pluginLimits
  return `ulimit -c 0; ulimit -d ${nodeKilobytes + ownKilobytes}; ulimit -t ${processorSeconds}`
}

/** Node's own permissions are the second line: the sandbox does not depend on them. */
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

function programInside(): string {
  return ownProgram('src/platform/sandbox/plugin-child.ts')
}
