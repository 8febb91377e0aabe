import { fork, type ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { watchMemory } from './memory-watch.ts'
import { Places } from './places.ts'
import {
  largestDocumentBytes,
  type AnswerOf,
  type OrderOf,
  type ReaderMessage,
  type ReaderTask,
} from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

export interface ReaderOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (fraction: number) => void
  /** After this the child is killed. */
  readonly seconds?: number
}

const defaultSeconds = 30
const heapMegabytes = 512
const mostBytes = 768 * 1024 * 1024

/** Children at a time: each may take as much memory as the limit allows. */
const places = new Places(3)

/**
 * Has a document parsed by a child process, which can neither write, start programs nor stay: it is killed when it takes
 * too long or too much memory. Whatever is wrong with the document ends as a sentence.
 */
export async function runReader<Task extends ReaderTask>(
  task: Task,
  order: OrderOf<Task>,
  options: ReaderOptions,
): Promise<AnswerOf<Task>> {
  const label = `"${basename(namedPath(order.path))}"`
  await assertReadable(order.path, label)
  await using _ = await places.take(options.signal)
  return (await outcomeOf({ task, order, label }, options)) as AnswerOf<Task>
}

async function assertReadable(path: string, label: string): Promise<void> {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    if (found.size === 0) throw new AppError('invalid_request', `${label} is empty.`)
    if (found.size > largestDocumentBytes) {
      throw new AppError('too_large', `${label} is larger than 100 MB, which is the most that is read.`)
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

interface Job {
  readonly task: ReaderTask
  readonly order: OrderOf<ReaderTask>
  readonly label: string
}

async function outcomeOf(job: Job, options: ReaderOptions): Promise<unknown> {
  const { signal, seconds = defaultSeconds } = options
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const child = startChild(job.task)
  const stopWatching = watchMemory(child.pid, {
    mostBytes,
    onExceeded: () => reject(tooMuchMemory(job.label)),
  })
  const timer = setTimeout(() => reject(tooSlow(job.label, seconds)), seconds * 1000)
  const onAbort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  child.on('message', (message: ReaderMessage) => {
    if (message.kind === 'progress') options.onProgress?.(message.fraction)
    else if (message.kind === 'answer') resolve(message.answer)
    else reject(errorOf(message, job.label))
  })
  child.once('error', reject)
  child.once('exit', (code, killedBy) => reject(endedEarly(job.label, { code, killedBy })))
  try {
    child.send({ task: job.task, order: job.order }, (error) => error && reject(error))
    return await promise
  } finally {
    clearTimeout(timer)
    stopWatching()
    signal.removeEventListener('abort', onAbort)
    child.kill('SIGKILL')
  }
}

/** Tasks whose libraries are native: what they may do, the permissions do not bind, but time and memory do. */
const native: ReadonlySet<ReaderTask> = new Set(['picture'])

function startChild(task: ReaderTask): ChildProcess {
  const script = new URL(`./reader-child${extname(import.meta.url)}`, import.meta.url)
  return fork(script, [], {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      ...(native.has(task) ? ['--allow-addons'] : []),
      `--max-old-space-size=${heapMegabytes}`,
      '--disable-warning=ExperimentalWarning',
    ],
    // Nothing of the service's own environment: no secrets, and no options that would change how Node runs.
    env: { [CHILD_MARK]: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

function errorOf(message: Extract<ReaderMessage, { kind: 'refused' | 'stumbled' }>, label: string): AppError {
  if (message.kind === 'refused') return new AppError(message.code, message.message)
  return new AppError(
    'invalid_request',
    `${label} could not be read: it is damaged, or made in a way that is not known here.`,
    { cause: new Error(message.reason) },
  )
}

function tooMuchMemory(label: string): AppError {
  return new AppError('too_large', `${label} needs too much memory to be read, so it was stopped.`)
}

function tooSlow(label: string, seconds: number): AppError {
  return new AppError('timeout', `${label} took longer than ${seconds} seconds to read, so it was stopped.`)
}

/** When the heap is full, V8 ends the program; the exit code differs by system. */
function endedEarly(
  label: string,
  { code, killedBy }: { code: number | null; killedBy: string | null },
): AppError {
  if (killedBy === 'SIGABRT' || killedBy === 'SIGTRAP' || killedBy === 'SIGILL' || (code ?? 0) >= 128) {
    return tooMuchMemory(label)
  }
  const cause = new Error(`The reader ended with ${killedBy ?? code}.`)
  return new AppError('invalid_request', `${label} could not be read: the reader ended without an answer.`, {
    cause,
  })
}
