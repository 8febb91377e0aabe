import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { namedPath } from '../files/held.ts'
import { codeFolder, installFolder, ownProgram } from '../files/own-code.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { startConfined, type ConfinedInput } from '../sandbox/confined-process.ts'
import { sandboxHere } from '../sandbox/find-sandbox.ts'
import { systemMounts } from '../sandbox/view.ts'
import { watchMemory } from './memory-watch.ts'
import type { ReaderTask } from './reader-orders.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

export interface ReaderProcess {
  readonly child: ChildProcess
  /** The files, by the paths under which the child finds them. */
  readonly paths: readonly string[]
  /** Ends it, and whatever is watched about it. */
  end(): void
}

export interface ReaderStart {
  readonly files: readonly string[]
  readonly onTooMuchMemory: () => void
}

const heapMegabytes = 512
const maxMegabytes = 768
/** Of the processor: ends what nobody waits for any more. */
const maxSeconds = 600
/** Its own, empty ones. */
export const privateFolders = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']
/** Tasks whose libraries are native: what they may do, Node's permissions do not bind, but the sandbox does. */
const native: ReadonlySet<ReaderTask> = new Set(['picture'])

/**
 * Starts the program that parses documents. It sees Node, its own code and the files it is to read, each of them open and
 * to be read only; it has no network and can start nothing. Where there is no sandbox, Node's own permissions keep it from
 * writing and from starting programs, and its memory is watched from here.
 */
export async function startReader(task: ReaderTask, start: ReaderStart): Promise<ReaderProcess> {
  const state = await sandboxHere()
  return state.works ? startInside(task, start, state.sandbox) : startOutside(task, start)
}

async function startInside(
  task: ReaderTask,
  { files }: ReaderStart,
  sandbox: Sandbox,
): Promise<ReaderProcess> {
  await using inputs = await openInputs(files)
  const bind = (paths: readonly string[]) => paths.flatMap((path) => ['--ro-bind-try', path, path])
  const system = native.has(task) ? systemMounts() : bind(sandbox.libraries)
  const child = startConfined(sandbox, {
    mounts: [...system, ...privateFolders, ...bind([...codeFolders(), process.execPath]), '--chdir', '/'],
    command: [process.execPath, ...nodeArguments(task)],
    environment: { [CHILD_MARK]: '1' },
    limits: `ulimit -c 0; ulimit -t ${maxSeconds}; ulimit -d ${sandbox.nodeKilobytes + maxMegabytes * 1024}`,
    stdin: 'pipe',
    inputs: inputs.all,
  })
  child.stderr?.resume()
  return { child, paths: inputs.all.map(({ path }) => path), end: () => endGroup(child) }
}

function startOutside(task: ReaderTask, { files, onTooMuchMemory }: ReaderStart): ReaderProcess {
  const child = spawn(process.execPath, nodeArguments(task), {
    // Nothing of the service's own environment: no secrets, and no options that would change how Node runs.
    env: { [CHILD_MARK]: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const stopWatching = watchMemory(child.pid, {
    maxBytes: maxMegabytes * 1024 * 1024,
    onExceeded: onTooMuchMemory,
  })
  return {
    child,
    paths: files,
    end() {
      stopWatching()
      child.kill('SIGKILL')
    },
  }
}

/** Files that a confined program is to read, open for as long as it takes to start it. */
export async function openInputs(
  files: readonly string[],
): Promise<{ readonly all: readonly ConfinedInput[] } & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const all: ConfinedInput[] = []
  for (const [index, file] of files.entries()) {
    const handle: FileHandle = opened.use(await open(file, 'r'))
    // Under its own name, which is what a sentence about it says; in a folder of its own, for two may have the same.
    all.push({ path: `/documents/${index}/${basename(namedPath(file))}`, descriptor: handle.fd })
  }
  const kept = opened.move()
  return { all, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The shell, the sandbox and what runs in it are one group. */
export function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function nodeArguments(task: ReaderTask): string[] {
  return [
    '--permission',
    '--allow-fs-read=*',
    ...(native.has(task) ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
    ownProgram('src/platform/documents/reader-child.ts'),
  ]
}

/** Our own code, and every folder in which it would look for a package. They do not change while the service runs. */
let known: readonly string[] | undefined

function codeFolders(): readonly string[] {
  if (known) return known
  const packages: string[] = []
  for (let folder = installFolder; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules')
    if (existsSync(path)) packages.push(path)
    if (dirname(folder) === folder) break
  }
  const linked = new Set(packages.flatMap(linkedFrom))
  known = [...packages.toReversed(), ...linked, join(installFolder, 'package.json'), codeFolder]
  return known
}

/** `npm link` and some package managers put links where packages are looked for. */
function linkedFrom(packages: string): string[] {
  return readdirSync(packages, { withFileTypes: true }).flatMap((entry) => {
    const path = join(packages, entry.name)
    if (entry.name.startsWith('@') && entry.isDirectory()) return linkedFrom(path)
    if (!entry.isSymbolicLink()) return []
    try {
      const real = realpathSync(path)
      // All of them beside it as well, among which are those that it needs itself.
      const [before, after] = real.split('/node_modules/', 2)
      return [after === undefined ? real : `${before}/node_modules`]
    } catch {
      return []
    }
  })
}
