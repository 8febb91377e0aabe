import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import { namedPath } from '../files/held.ts'
import { missingCode } from '../files/replaced-program.ts'
import { LineSplitter } from '../sockets/line-splitter.ts'
import { Places } from './places.ts'
import {
  maxDocumentBytes,
  type AnswerOf,
  type OrderOf,
  type ReaderMessage,
  type ReaderTask,
} from './reader-orders.ts'
import { startReader, type ReaderProcess } from './reader-process.ts'

export interface ReaderOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (fraction: number) => void
  /** After this, for one document, the child is killed. */
  readonly seconds?: number
}

const defaultSeconds = 30
/** The longest text, each character of which may need some bytes, and its quotes. */
const maxAnswerLength = 128 * 1024 * 1024

/** Children at a time: each may take as much memory as the limit allows. */
const places = new Places(3)

/**
 * Has a document parsed by a child process in the sandbox, which can neither write, start programs, reach a network nor
 * stay: it is killed when it takes too long or too much memory. Whatever is wrong with the document ends as a sentence.
 */
export async function runReader<Task extends ReaderTask>(
  task: Task,
  order: OrderOf<Task>,
  options: ReaderOptions,
): Promise<AnswerOf<Task>> {
  const [outcome] = await runReaders(task, [order], options)
  if (outcome!.status === 'rejected') throw outcome!.reason
  return outcome!.value
}

/**
 * The same for several documents, one after the other in the same child: starting one takes longer than reading a letter.
 * What one of them does to the child can change what is read of those after it, so they must be equally trusted. One that
 * ends the child costs only itself.
 */
export async function runReaders<Task extends ReaderTask>(
  task: Task,
  orders: readonly OrderOf<Task>[],
  options: ReaderOptions,
): Promise<PromiseSettledResult<AnswerOf<Task>>[]> {
  const outcomes: PromiseSettledResult<AnswerOf<Task>>[] = []
  const jobs: Job[] = []
  for (const [index, order] of orders.entries()) {
    const label = `"${basename(namedPath(order.path))}"`
    try {
      await assertReadable(order.path, label)
      jobs.push({ index, order, label })
    } catch (reason) {
      outcomes[index] = { status: 'rejected', reason }
    }
  }
  await using _ = await places.take(options.signal)
  while (jobs.length > 0) {
    for (const [index, outcome] of await oneChild(task, jobs, options)) {
      outcomes[index] = outcome as PromiseSettledResult<AnswerOf<Task>>
      jobs.shift()
    }
  }
  return outcomes
}

interface Job {
  readonly index: number
  readonly order: OrderOf<ReaderTask>
  readonly label: string
}

type Outcomes = [index: number, outcome: PromiseSettledResult<unknown>][]

/** As many as one child can read: all, or up to the one that ended it. */
async function oneChild(
  task: ReaderTask,
  jobs: readonly Job[],
  { signal, onProgress, seconds = defaultSeconds }: ReaderOptions,
): Promise<Outcomes> {
  signal.throwIfAborted()
  const channel = new Channel(onProgress)
  const reader = await startReader(task, {
    files: jobs.map(({ order }) => order.path),
    onTooMuchMemory: () => channel.fail(tooMuchMemory),
  })
  const onAbort = (): void => channel.fail(() => signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  const outcomes: Outcomes = []
  try {
    channel.listen(reader)
    const orders = jobs.map(({ order }, at) => ({ ...order, path: reader.paths[at]! }))
    reader.child.stdin!.end(JSON.stringify({ task, orders }))
    for (const { index, label } of jobs) {
      const message = await channel.next(seconds)
      signal.throwIfAborted()
      if (typeof message === 'function') {
        outcomes.push([index, { status: 'rejected', reason: message(label, seconds) }])
        break
      }
      outcomes.push([index, outcomeOf(message, label)])
    }
    return outcomes
  } finally {
    signal.removeEventListener('abort', onAbort)
    reader.end()
  }
}

type Answer = Exclude<ReaderMessage, { kind: 'progress' }>
/** Why there will be no more answers, as a sentence about the document whose turn it was. */
type Ending = (label: string, seconds: number) => Error

/** What a child says, one answer at a time, until it ends. */
class Channel {
  readonly #answers: Answer[] = []
  readonly #onProgress: ReaderOptions['onProgress']
  #ending: Ending | undefined
  #wake: (() => void) | undefined

  constructor(onProgress: ReaderOptions['onProgress']) {
    this.#onProgress = onProgress
  }

  listen({ child }: ReaderProcess): void {
    const lines = new LineSplitter(maxAnswerLength)
    // Writing to a child that has just ended fails; its end says why.
    child.stdin!.on('error', () => {})
    child.stdout!.on('data', (piece: Buffer) => {
      for (const line of lines.push(piece)) {
        if (line.kind === 'text') this.#hear(JSON.parse(line.text) as ReaderMessage)
        else this.fail(tooMuchMemory)
        if (this.#ending) return
      }
    })
    child.once('error', (error) => this.fail(() => error))
    child.once('close', (code, killedBy) => this.fail((label) => endedEarly(label, { code, killedBy })))
  }

  fail(ending: Ending): void {
    this.#ending ??= ending
    this.#wake?.()
  }

  async next(seconds: number): Promise<Answer | Ending> {
    const timer = setTimeout(() => this.fail(tooSlow), seconds * 1000)
    try {
      for (;;) {
        const answer = this.#answers.shift()
        if (answer) return answer
        if (this.#ending) return this.#ending
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        await promise
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #hear(message: ReaderMessage): void {
    if (message.kind === 'progress') return this.#onProgress?.(message.fraction)
    this.#answers.push(message)
    this.#wake?.()
  }
}

async function assertReadable(path: string, label: string): Promise<void> {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    if (found.size === 0) throw new AppError('invalid_request', `${label} is empty.`)
    if (found.size > maxDocumentBytes) {
      throw new AppError('too_large', `${label} is larger than 100 MB, the most Deskhand reads.`)
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

function outcomeOf(message: Answer, label: string): PromiseSettledResult<unknown> {
  if (message.kind === 'answer') return { status: 'fulfilled', value: message.answer }
  return { status: 'rejected', reason: errorOf(message, label) }
}

function errorOf(message: Exclude<Answer, { kind: 'answer' }>, label: string): AppError {
  if (message.kind === 'refused') return new AppError(message.code, message.message)
  return new AppError(
    'invalid_request',
    `Couldn't read ${label}: it is damaged or uses unsupported features.`,
    { cause: new Error(message.reason) },
  )
}

function tooMuchMemory(label: string): AppError {
  return new AppError('too_large', `${label} needs too much memory to read, so reading was stopped.`)
}

function tooSlow(label: string, seconds: number): AppError {
  return new AppError(
    'timeout',
    `${label} took longer than ${seconds} seconds to read, so reading was stopped.`,
  )
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
  const message = `Couldn't read ${label}: the reader ended without an answer.`
  return missingCode(cause) ?? new AppError('invalid_request', message, { cause })
}
