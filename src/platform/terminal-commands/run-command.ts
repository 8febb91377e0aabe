import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Launcher, Rights } from '../sandbox/launcher.ts'
import { CappedOutput } from './capped-output.ts'

export interface CommandToRun {
  /** As it was asked for; a shell reads it when there are no words. */
  readonly command: string
  /** The words to start it with; null when only a shell can read it. */
  readonly argv: readonly string[] | null
  readonly folder: string
  /** Whether a person chose the folder; else it must be one that commands may see. */
  readonly isFolderGranted: boolean
  readonly rights: Rights
  readonly timeoutMs: number
}

export type RunCommand = (wanted: CommandToRun, signal: AbortSignal) => Promise<CommandResult>

export interface CommandResult {
  readonly exit_code: number | null
  /** What it wrote to both of its outputs, as it came; the middle is left out when it is too much. */
  readonly output: string
  readonly truncated: boolean
  readonly timed_out: boolean
}

/** How long a command that was told to end may take before it is ended: not long when somebody waits for the stop. */
const STOP_GRACE_MS = 80
const TIMEOUT_GRACE_MS = 1_000
/** How long its outputs may stay open after it, held by what it left behind. */
const DRAIN_MS = 100
/** The same after a stop. Only what left the group of the command holds them longer than a moment. */
const STOPPED_MS = 1_000
const MAX_BYTES = 64 * 1024

/** What runs without a question is not worth waiting for longer. */
const LOOK_MS = 20_000

export function timeAllowed(wantedMs: number, rights: Rights): number {
  return rights === 'look' ? Math.min(wantedMs, LOOK_MS) : wantedMs
}

/**
 * Runs a command in a process group of its own and ends all of it when the signal or the time says so. Resolves with
 * what it printed, whatever its exit code.
 */
export function createRunCommand(launcher: Pick<Launcher, 'start'>): RunCommand {
  return async (wanted, signal) => {
    if (signal.aborted) throw stopped()
    const { command, argv, folder, isFolderGranted, rights, timeoutMs } = wanted
    const words = argv ?? ['bash', '-c', command]
    const child = await launcher.start({ words, folder, isFolderGranted, rights })
    return outcomeOf(child, {
      timeoutMs: timeAllowed(timeoutMs, rights),
      signal,
    })
  }
}

async function outcomeOf(
  child: ChildProcess,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<CommandResult> {
  const output = new CappedOutput(MAX_BYTES)
  const reading = [child.stdout, child.stderr].map((stream) => drain(stream!, output))
  let timedOut = false
  const end = () => void endGroup(child, STOP_GRACE_MS)
  const timer = setTimeout(() => {
    timedOut = true
    void endGroup(child, TIMEOUT_GRACE_MS)
  }, timeoutMs)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  try {
    const [code] = (await exitOf(child)) as [number | null]
    // What the command started dies after it, and holds its outputs until then: a stop is over when all of it is.
    await Promise.race([Promise.all(reading), sleep(signal.aborted ? STOPPED_MS : DRAIN_MS)])
    if (signal.aborted) throw stopped()
    return { exit_code: code, ...output.read(), timed_out: timedOut }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

async function exitOf(child: ChildProcess): Promise<unknown[]> {
  try {
    return await once(child, 'exit')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new AppError('not_found', `Couldn't start the command${code === undefined ? '' : ` (${code})`}.`, {
      cause: error,
    })
  }
}

async function drain(stream: Readable, output: CappedOutput): Promise<void> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) output.add(chunk)
  } catch {
    // It was closed while something that the command left behind still held it.
  }
}

async function endGroup({ pid }: ChildProcess, graceMs: number): Promise<void> {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  await sleep(graceMs)
  signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // All of it has ended.
  }
}

function stopped(): AppError {
  return new AppError('cancelled', 'The command was stopped before it finished.')
}
