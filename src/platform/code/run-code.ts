import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import type { Launcher } from '../sandbox/launcher.ts'
import { processLimit } from '../sandbox/program-environment.ts'
import { NODE_INSIDE, SCRATCH } from '../sandbox/scratch.ts'
import { CappedOutput } from '../terminal-commands/capped-output.ts'
import { collector, inside, javascriptDriver, pythonDriver } from './drivers.ts'
import { findPython, type FoundPython } from './find-python.ts'
import { readLeft, type Left } from './left-files.ts'
import { watchUsage } from './watch-usage.ts'

export type CodeLanguage = 'python' | 'javascript' | 'shell'

export interface CodeToRun {
  readonly language: CodeLanguage
  readonly code: string
  /** Files that it gets to read: where they lie, and where the code finds them. */
  readonly given: readonly { readonly from: string; readonly to: string }[]
  /** An empty folder of ours for what the code leaves. */
  readonly folder: string
  readonly timeoutMs: number
}

export interface CodeResult extends Left {
  /** Null when it was ended. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  readonly ended: EndedBy | undefined
}

export type EndedBy = 'time' | 'memory' | 'processes' | 'output'

export type RunCode = (wanted: CodeToRun, signal: AbortSignal) => Promise<CodeResult>

export const codeLimits = {
  /** Processes and threads, as the kernel counts them for whoever is not root. */
  processes: 64,
  /** Of all processes together, the sandbox's own among them. */
  usage: { bytes: 1536 * 1024 * 1024, processes: 80 },
  /** Of one process, beside what Node maps without using it. */
  ownKilobytes: 1024 * 1024,
  heapMegabytes: 512,
  shownBytes: 64 * 1024,
  outputBytes: 64 * 1024 * 1024,
}

/**
 * Runs code where it can change nothing and reach nobody: no network, no file of this person but those that are given, and
 * a folder in memory that is gone with it.
 */
export function createRunCode(
  launcher: Launcher,
  places: { readonly home: string; readonly dataFolder: string },
): RunCode {
  let python: Promise<FoundPython | undefined> | undefined
  const pythonHere = async (): Promise<FoundPython> => {
    python ??= findPython(launcher, places)
    const found = await python
    if (found) return found
    // It may be installed by the next time.
    python = undefined
    throw new AppError('unavailable', 'Python 3 is not installed. Install it, or use JavaScript.')
  }
  return async (wanted, signal) => {
    const { language, code, given, folder, timeoutMs } = wanted
    const state = await launcher.state()
    const programs: Readonly<Record<CodeLanguage, () => Promise<Program> | Program>> = {
      python: async () => pythonProgram(await pythonHere()),
      javascript: () =>
        javascriptProgram(
          given.map(({ to }) => to),
          state.works ? state.sandbox.nodeKilobytes : 0,
        ),
      shell: () => shellProgram,
    }
    const program = await programs[language]()
    signal.throwIfAborted()
    let left: Promise<Left> | undefined
    const child = await launcher.startInScratch({
      words: ['/bin/sh', '-c', script(program.kilobytes, timeoutMs), 'sh', ...program.words],
      read: program.read,
      given,
      files: { ...program.files(code), [inside.collector]: collector },
      variables: { HOME: SCRATCH, PATH: '/usr/local/bin:/usr/bin:/bin', ...program.variables },
      onLeft: (way) => {
        left = readLeft(way, folder)
        // Nobody waits for it when the call was stopped.
        left.catch(() => {})
      },
    })
    return { ...(await outcomeOf(child, { timeoutMs, signal })), ...(await left!) }
  }
}

interface Program {
  readonly words: readonly string[]
  readonly read: readonly string[]
  readonly kilobytes: number
  readonly variables: Readonly<Record<string, string>>
  readonly files: (code: string) => Readonly<Record<string, string>>
}

function pythonProgram({ program, read, packages }: FoundPython): Program {
  return {
    words: [program, inside.pythonDriver],
    read,
    kilobytes: codeLimits.ownKilobytes,
    variables: {
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf-8',
      MPLBACKEND: 'Agg',
    },
    files: (code) => ({ [inside.pythonDriver]: pythonDriver, [inside.python]: code }),
  }
}

const shellProgram: Program = {
  words: ['/bin/sh', inside.shell],
  read: [],
  kilobytes: codeLimits.ownKilobytes,
  variables: {},
  files: (code) => ({ [inside.shell]: code }),
}

/** Node's own permissions are the second line: the sandbox does not depend on them. */
function javascriptProgram(given: readonly string[], nodeKilobytes: number): Program {
  return {
    words: [
      NODE_INSIDE,
      '--permission',
      ...[SCRATCH, '/tmp', '/run', ...given].map((path) => `--allow-fs-read=${path}`),
      ...[SCRATCH, '/tmp'].map((path) => `--allow-fs-write=${path}`),
      `--max-old-space-size=${codeLimits.heapMegabytes}`,
      // The permission model does not know it.
      '--no-experimental-sqlite',
      '--disable-warning=ExperimentalWarning',
      '--stack-trace-limit=4',
      inside.javascriptDriver,
    ],
    read: [],
    kilobytes: nodeKilobytes + codeLimits.ownKilobytes,
    variables: {},
    files: (code) => ({
      [inside.javascriptDriver]: javascriptDriver,
      [inside.javascript]: code,
      [inside.module]: code,
    }),
  }
}

/**
 * The code with its limits and without the way out, then the collector with neither. Where memory runs out on the machine,
 * the kernel takes this first.
 */
function script(kilobytes: number, timeoutMs: number): string {
  const limits = [
    'ulimit -c 0',
    `ulimit -d ${kilobytes}`,
    `ulimit -t ${Math.ceil(timeoutMs / 1000) + 5}`,
    'ulimit -f 524288',
    ...processLimit(codeLimits.processes),
  ]
  return [
    'echo 1000 2>/dev/null >/proc/self/oom_score_adj',
    `(${limits.join('; ')}; exec "$@") 4>&-`,
    `exec ${NODE_INSIDE} ${inside.collector} $?`,
  ].join('\n')
}

type Outcome = Omit<CodeResult, keyof Left>

async function outcomeOf(
  child: ChildProcess,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const closed = once(child, 'close') as Promise<[number | null]>
  let ended: EndedBy | undefined
  const end = (by: EndedBy) => {
    ended ??= by
    endGroup(child)
  }
  const onAbort = () => endGroup(child)
  const stopWatching = watchUsage(child.pid!, codeLimits.usage, end)
  const timer = setTimeout(() => end('time'), timeoutMs)
  const outputs = [child.stdout!, child.stderr!].map((stream) => gather(stream, () => end('output')))
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    const [code] = await closed
    if (signal.aborted) throw new AppError('cancelled', 'The code was stopped before it finished.')
    const [out, errors] = outputs.map((output) => output.read())
    return {
      exitCode: ended ? null : code,
      stdout: out!.output,
      stderr: errors!.output,
      truncated: out!.truncated || errors!.truncated,
      ended,
    }
  } finally {
    stopWatching()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function gather(stream: Readable, onTooMuch: () => void): CappedOutput {
  const output = new CappedOutput(codeLimits.shownBytes)
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > codeLimits.outputBytes) onTooMuch()
    else output.add(chunk)
  })
  return output
}

/** All of it at once: nothing there has anything to put in order. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
