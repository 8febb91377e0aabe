import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { ownProgram } from '../../platform/files/own-code.ts'
import { AppError } from '../../contract/errors.ts'
import { CHILD_MARK } from '../../platform/processes/own-children.ts'
import type {
  ContentQuery,
  FoundContents,
  FromKeeper,
  FromSearcher,
  IndexPlan,
  ToKeeper,
  ToSearcher,
  UnreadFile,
} from './index-messages.ts'

/** The program that keeps the index, while it runs. */
export interface Keeper {
  send(message: ToKeeper): void
  /** How it ended: true when it did all that it had to. */
  readonly ended: Promise<boolean>
  /** Lets it put down what it has in hand. */
  stop(): Promise<void>
}

const heapMegabytes = 256
const stopGraceMs = 5_000

/** Behind everything else on this machine, unless it may have all of it. */
export function startKeeper(plan: IndexPlan, onMessage: (message: FromKeeper) => void): Keeper {
  const child = start(['keep'])
  let isDone = false
  child.on('message', (message: FromKeeper) => {
    if (message.kind === 'done') isDone = true
    onMessage(message)
  })
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  child.once('error', () => resolve(false))
  child.once('exit', () => resolve(isDone))
  try {
    if (child.pid !== undefined && plan.share < 1) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or this system knows no priorities.
  }
  const send = (message: ToKeeper): void => {
    if (child.connected) child.send(message, () => {})
  }
  send({ kind: 'plan', plan })
  return {
    send,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

const unusedMs = 60_000

/** The program that searches: started when somebody asks, and ended when nobody has asked for a while. */
export class Searcher {
  readonly #path: string
  readonly #waiting = new Map<number, PromiseWithResolvers<FromSearcher>>()
  #child: ChildProcess | undefined
  #unused: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(path: string) {
    this.#path = path
  }

  async search(search: ContentQuery): Promise<FoundContents> {
    const answer = await this.#ask((id) => ({ id, search }))
    return 'found' in answer ? answer.found : { files: [], hasAllWords: true }
  }

  async unread(most: number): Promise<readonly UnreadFile[]> {
    const answer = await this.#ask((id) => ({ id, unread: most }))
    return 'files' in answer ? answer.files : []
  }

  async end(): Promise<void> {
    clearTimeout(this.#unused)
    const last = this.#child
    this.#child = undefined
    if (!last || last.exitCode !== null) return
    const exited = new Promise((resolve) => last.once('exit', resolve))
    last.kill('SIGKILL')
    await exited
  }

  async #ask(question: (id: number) => ToSearcher): Promise<FromSearcher> {
    clearTimeout(this.#unused)
    const id = (this.#lastId += 1)
    const waiting = Promise.withResolvers<FromSearcher>()
    this.#waiting.set(id, waiting)
    const child = (this.#child ??= this.#start())
    child.ref()
    child.channel?.ref()
    child.send(question(id), (error) => error && waiting.reject(unavailable(error)))
    try {
      const answer = await waiting.promise
      if ('failure' in answer) throw unavailable(new Error(answer.failure))
      return answer
    } finally {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) {
        // Nobody waits: it must not keep a program alive that has nothing else to do.
        child.unref()
        child.channel?.unref()
        this.#unused = setTimeout(() => void this.end(), unusedMs).unref()
      }
    }
  }

  #start(): ChildProcess {
    const child = start(['search', this.#path])
    child.on('message', (answer: FromSearcher) => this.#waiting.get(answer.id)?.resolve(answer))
    const lost = (reason: unknown): void => {
      if (this.#child === child) this.#child = undefined
      for (const { reject } of this.#waiting.values()) reject(unavailable(reason))
    }
    child.once('error', lost)
    child.once('exit', (code) => lost(new Error(`The search ended with ${code}.`)))
    return child
  }
}

function start(args: readonly string[]): ChildProcess {
  const script = ownProgram('src/features/content-index/index-child.ts')
  return fork(script, [...args], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
    // Nothing of the service's own environment; what it must know, it is told.
    env: { [CHILD_MARK]: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', "Can't search file contents right now. Try again.", { cause })
}
