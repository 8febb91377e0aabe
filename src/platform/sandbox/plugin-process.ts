import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { AppError, errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import type { ToolProgress } from '../../contract/tool.ts'
import { LineSplitter, type Line } from '../sockets/line-splitter.ts'
import { launch, type Cage } from './launch.ts'
import { pluginLimits } from './limits.ts'
import { Pace } from './pace.ts'
import {
  readMessage,
  writeMessage,
  type FromPlugin,
  type Members,
  type PluginFailure,
} from './plugin-message.ts'
import { PluginOutput } from './plugin-output.ts'
import { describeEnd } from './process-end.ts'

/** What a plugin may ask the service for while one of its tools runs. */
export type HostCalls = (request: HostRequest) => Promise<unknown>

export interface HostRequest {
  readonly method: string
  readonly params: Members
  readonly signal: AbortSignal
  /** Sends a piece of what the answer is about, as fast as it is read. */
  readonly sendChunk: (bytes: Uint8Array) => Promise<void>
}

export interface PluginProcessOptions {
  readonly agent: string
  readonly cage: Cage
  readonly hostCalls: HostCalls
  readonly log: Log
}

export interface PluginCall {
  readonly action: string
  readonly args: Members
  readonly settings: Members
  readonly signal: AbortSignal
  readonly progress: (progress: ToolProgress) => void
}

/** Why a process is no more: `crashed` is the plugin's doing, `hung` one that was told to stop and did not. */
export interface Ended {
  readonly how: 'stopped' | 'hung' | 'crashed'
  /** The rest of a sentence that begins with the name of the plugin. */
  readonly what: string
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly progress: (progress: ToolProgress) => void
  readonly ending: AbortController
}

const MAX_FIELDS_LENGTH = 2_000
const STOP_GRACE_MS = 500

/** One process of one plugin. It takes calls until it ends, and it ends only once. */
export class PluginProcess {
  readonly ended: Promise<Ended>
  readonly #options: PluginProcessOptions
  readonly #child: ChildProcessWithoutNullStreams
  readonly #output: PluginOutput
  readonly #pending = new Map<number, Pending>()
  readonly #pace = new Pace(pluginLimits.hostCallPace)
  #hostCalls = 0
  #lastId = 0
  #bytes = 0
  #end: Ended | undefined

  constructor(options: PluginProcessOptions) {
    this.#options = options
    this.#output = new PluginOutput(options.agent, options.log)
    this.#child = launch(options.cage)
    this.ended = this.#watch()
  }

  get isAlive(): boolean {
    return this.#end === undefined
  }

  get calls(): number {
    return this.#pending.size
  }

  /** The declarations of its tools, as the module gives them. */
  describe(signal: AbortSignal): Promise<unknown> {
    return this.#request('describe', {}, { signal, progress: () => {} })
  }

  call({ action, args, settings, signal, progress }: PluginCall): Promise<unknown> {
    const { read, write } = this.#options.cage
    return this.#request('call', { action, args, settings, paths: { read, write } }, { signal, progress })
  }

  /** Ends it: in the middle of whatever it is doing, and politely when it is doing nothing. */
  async stop(): Promise<void> {
    const end: Ended = { how: 'stopped', what: 'was stopped' }
    if (this.#pending.size > 0) this.#kill(end)
    this.#end ??= end
    this.#child.stdin.end()
    const timer = setTimeout(() => this.#sendKill(), STOP_GRACE_MS)
    await this.ended
    clearTimeout(timer)
  }

  async #request(
    method: string,
    params: object,
    { signal, progress }: Pick<PluginCall, 'signal' | 'progress'>,
  ): Promise<unknown> {
    signal.throwIfAborted()
    // Nobody would answer, not even with a failure.
    if (this.#end) throw this.#failure('upstream_failed', this.#end.what)
    if (this.#pending.size >= pluginLimits.callsAtOnce)
      throw this.#failure('overloaded', `is busy with ${this.#pending.size} calls: try again in a moment`)
    const id = (this.#lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#pending.size === 0) this.#bytes = 0
    const ending = new AbortController()
    this.#pending.set(id, { resolve, reject, progress, ending })
    const onAbort = () => this.#cancel(id, reject)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const line = writeMessage({ id, method, params })
      if (Buffer.byteLength(line) > pluginLimits.messageBytes)
        throw this.#failure('too_large', 'takes at most 1 MB of arguments')
      this.#child.stdin.write(line)
      const result = await promise
      signal.throwIfAborted()
      return result
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#pending.delete(id)
      ending.abort()
    }
  }

  /** The plugin is told first. One that goes on all the same is ended, for it cannot be waited for. */
  #cancel(id: number, reject: (error: Error) => void): void {
    this.#child.stdin.write(writeMessage({ method: 'cancel', params: { id } }))
    const timer = setTimeout(() => {
      reject(this.#failure('cancelled', 'was told to stop'))
      this.#kill({ how: 'hung', what: "didn't stop when told to, so its process was killed" })
    }, pluginLimits.cancelGraceMs)
    this.#pending.get(id)?.ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  async #watch(): Promise<Ended> {
    const child = this.#child
    const splitter = new LineSplitter(pluginLimits.messageBytes)
    // Writing to a process that has just ended fails; its end says all there is to say.
    child.stdin.on('error', () => {})
    child.stdout.on('data', (piece: Buffer) => {
      if (!this.#count(piece)) return
      for (const line of splitter.push(piece)) if (!this.#receive(line)) return
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (this.#count(piece)) this.#output.push(piece.toString('utf8'))
    })
    const { promise, resolve } = Promise.withResolvers<Ended>()
    child.on('error', (error) => resolve({ how: 'crashed', what: `couldn't be started: ${error.message}` }))
    child.on('close', (code, signal) =>
      resolve({ how: 'crashed', what: describeEnd({ code, signal, said: this.#output.tail }) }),
    )
    const seen = await promise
    this.#end ??= seen
    const { how, what } = this.#end
    for (const { reject } of this.#pending.values())
      reject(this.#failure(how === 'stopped' ? 'cancelled' : 'upstream_failed', what))
    return this.#end
  }

  /** False when it has written too much, and was ended for it. */
  #count({ length }: Buffer): boolean {
    this.#bytes += length
    if (this.#bytes <= pluginLimits.outputBytes) return this.isAlive
    const most = megabytesText(pluginLimits.outputBytes)
    this.#kill({ how: 'crashed', what: `wrote more than ${most} of output, so it was stopped` })
    return false
  }

  /** False when what follows is of no use. */
  #receive(line: Line): boolean {
    if (line.kind === 'too_long') {
      this.#kill({ how: 'crashed', what: 'sent a message of more than 1 MB, so it was stopped' })
      return false
    }
    const message = line.kind === 'text' ? readMessage(line.text) : undefined
    if (message && line.kind === 'text') this.#hear(message, line.text.length)
    else this.#kill({ how: 'crashed', what: 'wrote to the channel to the service, so it was stopped' })
    return this.isAlive
  }

  #hear(message: FromPlugin, size: number): void {
    if (message.kind === 'answer') this.#pending.get(message.id)?.resolve(message.result)
    else if (message.kind === 'failure') this.#fail(message)
    else if (message.kind === 'request') void this.#serve(message, size)
    else this.#note(message)
  }

  #fail({ id, failure }: { id: number; failure: PluginFailure }): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    if (failure.stack) this.#output.say(failure.message, { stack: failure.stack })
    pending.reject(new AppError(errorCodeFor(failure), failure.message))
  }

  #note({ call, method, params }: Extract<FromPlugin, { kind: 'notice' }>): void {
    if (method === 'progress') this.#pending.get(call)?.progress(progressOf(params['progress']))
    else if (method === 'log')
      this.#output.say(String(params['message']), {
        fields: JSON.stringify(params['fields'])?.slice(0, MAX_FIELDS_LENGTH),
      })
  }

  async #serve(
    { id, call, method, params }: Extract<FromPlugin, { kind: 'request' }>,
    size: number,
  ): Promise<void> {
    const pending = this.#pending.get(call)
    if (!pending) return
    this.#hostCalls += 1
    try {
      if (this.#hostCalls > pluginLimits.hostCallsAtOnce)
        throw new AppError(
          'overloaded',
          `A plugin may make ${pluginLimits.hostCallsAtOnce} requests at a time.`,
        )
      const { signal } = pending.ending
      await this.#pace.turn(signal)
      // What is asked for in turn is no flood, however much it is.
      this.#bytes -= size
      const sendChunk = (bytes: Uint8Array) => this.#sendChunk(id, { bytes, signal })
      const result = await this.#options.hostCalls({ method, params, signal, sendChunk })
      this.#child.stdin.write(writeMessage({ id, result: result ?? null }))
    } catch (error) {
      if (!pending.ending.signal.aborted)
        this.#child.stdin.write(writeMessage({ id, error: this.#refusalOf(error) }))
    } finally {
      this.#hostCalls -= 1
    }
  }

  async #sendChunk(id: number, { bytes, signal }: { bytes: Uint8Array; signal: AbortSignal }): Promise<void> {
    const data = Buffer.from(bytes).toString('base64')
    const { stdin } = this.#child
    if (!stdin.write(writeMessage({ method: 'chunk', params: { id, data } })))
      await once(stdin, 'drain', { signal })
  }

  #refusalOf(error: unknown): object {
    if (error instanceof AppError) return { code: -32000, message: error.message, data: { code: error.code } }
    const { agent, log } = this.#options
    log.warn({ err: error, plugin: agent }, "a plugin's request failed")
    const message = error instanceof Error ? error.message : String(error)
    return { code: -32000, message }
  }

  #failure(code: ErrorCode, what: string): AppError {
    return new AppError(code, `The plugin ${this.#options.agent} ${what}.`)
  }

  #kill(end: Ended): void {
    if (this.#end) return
    this.#end = end
    this.#sendKill()
  }

  #sendKill(): void {
    const { pid } = this.#child
    try {
      // Its whole group: the shell, the sandbox and Node are one.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

/** A plugin may use the service's own codes for its failures, so that a caller can tell them apart. */
function errorCodeFor({ code }: PluginFailure): ErrorCode {
  const usable = code !== undefined && Object.hasOwn(errorStatus, code) && code !== 'internal'
  return usable ? (code as ErrorCode) : 'upstream_failed'
}

function progressOf(value: unknown): ToolProgress {
  const { fraction, message } = (value ?? {}) as { fraction?: unknown; message?: unknown }
  return {
    ...(typeof fraction === 'number' && fraction >= 0 && fraction <= 1 && { fraction }),
    ...(typeof message === 'string' && { message: message.slice(0, 200) }),
  }
}
