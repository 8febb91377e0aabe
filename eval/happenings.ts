import { EventEmitter, once } from 'node:events'
import type { Workspace } from './workspace.ts'

interface Happening {
  readonly type: string
  readonly run_id?: string
  readonly outcome?: string
  readonly message?: string
  readonly code?: string
}

export interface FailedRun {
  readonly code: string
  readonly message: string
}

/** Follows which answers are being given, from the service's own events. */
export class Happenings implements Disposable {
  readonly #emitter = new EventEmitter()
  readonly #leaving = new AbortController()
  readonly #running = new Set<string>()
  #started = 0
  #goesOn = false
  #isClosed = false
  failure: FailedRun | undefined

  static async follow({ address }: Pick<Workspace, 'address'>): Promise<Happenings> {
    const happenings = new Happenings()
    const response = await fetch(`${address}/api/events?topics=hello,run.*`, {
      headers: { accept: 'application/x-ndjson' },
      signal: happenings.#leaving.signal,
    })
    if (!response.ok || !response.body) throw new Error(`/api/events answered ${response.status}.`)
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    void happenings.#read(response.body, resolve)
    await begun
    return happenings
  }

  /** How many answers have begun. */
  get started(): number {
    return this.#started
  }

  get isQuiet(): boolean {
    return this.#running.size === 0
  }

  /** Whether the last answer ended to go on in another one, once a person has decided or a workflow has ended. */
  get goesOn(): boolean {
    return this.#goesOn
  }

  /** Resolves when more answers than these have begun, and all of them are over. */
  async quietAfter(started: number, signal: AbortSignal): Promise<void> {
    while (this.#started <= started || this.#running.size > 0) {
      if (this.#isClosed) throw new Error('The service closed its events.')
      await once(this.#emitter, 'change', { signal })
    }
  }

  [Symbol.dispose](): void {
    this.#leaving.abort()
  }

  async #read(body: AsyncIterable<Uint8Array>, begin: () => void): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of body) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        this.#takeAll(lines)
        begin()
      }
    } catch {
      // It ends with the service, or because nobody listens any more.
    }
    this.#isClosed = true
    begin()
    this.#emitter.emit('change')
  }

  #takeAll(lines: readonly string[]): void {
    for (const line of lines) if (line.trim() !== '') this.#take(JSON.parse(line) as Happening)
  }

  #take({ type, run_id = '', outcome, code = '', message = '' }: Happening): void {
    if (type === 'run.start') {
      this.#started += 1
      this.#running.add(run_id)
      this.#goesOn = false
    }
    if (type === 'run.end') this.#goesOn = outcome === 'interrupt'
    if (type === 'run.error') this.failure ??= { code, message }
    if (type === 'run.end' || type === 'run.error') this.#running.delete(run_id)
    this.#emitter.emit('change')
  }
}
