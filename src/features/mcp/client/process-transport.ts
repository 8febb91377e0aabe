import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@modelcontextprotocol/client'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { megabytesText } from '../../../contract/text/numbers.ts'
import { readFairly } from './fair-reading.ts'
import { LineReader, LineTooLongError } from './line-reader.ts'

export interface ProcessTransportOptions {
  readonly sdk: Pick<typeof Sdk, 'deserializeMessage' | 'serializeMessage'>
  /** Starts the server; the SDK's own way to do so knows no sandbox. */
  readonly start: () => Promise<ChildProcess>
  readonly maxMessageBytes: number
  /** Hears what it writes beside the protocol. */
  readonly onComplaint: (text: string) => void
}

/** How long a server may take to end by itself once nobody speaks to it, and after it was told to. */
const GRACE_MS = 1_500

/** Speaks MCP with a program over its standard input and output: one message a line. */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #options: ProcessTransportOptions
  readonly #lines: LineReader
  #child: ChildProcess | undefined
  #isClosed = false
  #ending: string | undefined

  constructor(options: ProcessTransportOptions) {
    this.#options = options
    this.#lines = new LineReader(options.maxMessageBytes)
  }

  /** Why it ended, where more is known than that it did. */
  get ending(): string | undefined {
    return this.#ending
  }

  async start(): Promise<void> {
    const child = await this.#options.start()
    this.#child = child
    // Closed while it was being started: it must not go on by itself.
    if (this.#isClosed) return this.close()
    child.stdin!.on('error', (error) => this.onerror?.(error))
    child.on('error', (error) => this.onerror?.(error))
    child.on('close', (code, signal) => this.#ended(endingOf(code, signal)))
    // What it left behind may hold its output open for ever.
    child.on('exit', (code, signal) => {
      setTimeout(() => {
        if (this.#isClosed) return
        endGroup(child, 'SIGKILL')
        this.#ended(endingOf(code, signal))
      }, GRACE_MS).unref()
    })
    readFairly(child.stdout!, {
      pieces: (chunk) => this.#lines.read(chunk),
      take: (line) => this.#take(line),
      onFailure: (error) => this.#giveUp(error as Error),
    })
    readFairly(child.stderr!, {
      pieces: (chunk) => [chunk.toString()],
      take: (text) => this.#options.onComplaint(text),
      onFailure: (error) => this.onerror?.(error as Error),
    })
    // A program that is not there says so instead.
    if (child.pid === undefined) await once(child, 'spawn')
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child
    const input = child?.stdin
    if (!input?.writable) throw new Error('The server is gone.')
    if (input.write(this.#options.sdk.serializeMessage(message))) return
    // One that reads nothing must not hold a sender that has long given up: what it did not read ends with it.
    const over = new AbortController()
    const { signal } = over
    await Promise.race([once(input, 'drain', { signal }), once(child!, 'close', { signal })]).finally(() =>
      over.abort(),
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#child
    if (!child) return this.#ended(undefined)
    const closed = isOver(child) ? Promise.resolve() : once(child, 'close').catch(() => {})
    child.stdin!.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })])
      if (isOver(child)) break
      endGroup(child, signal)
    }
    this.#ended(undefined)
  }

  #take(line: string): void {
    if (this.#isClosed) return
    let message: JSONRPCMessage
    try {
      message = this.#options.sdk.deserializeMessage(line)
    } catch (error) {
      // Many write a line for people first; it belongs in the log, not here.
      if (line.trim() !== '') this.#options.onComplaint(`${line}\n`)
      this.onerror?.(error as Error)
      return
    }
    this.onmessage?.(message)
  }

  /** It cannot be understood any more, so whoever waits for it is told now. */
  #giveUp(error: Error): void {
    const limit = megabytesText(this.#options.maxMessageBytes)
    this.#ending =
      error instanceof LineTooLongError ? `It sent a message of more than ${limit}.` : error.message
    if (this.#child) endGroup(this.#child, 'SIGKILL')
    this.#ended(undefined)
  }

  #ended(ending: string | undefined): void {
    this.#ending ??= ending
    this.#child = undefined
    this.#isClosed = true
    // Told once, whoever says it first.
    const { onclose } = this
    this.onclose = () => {}
    onclose?.()
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function endingOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `It ended with code ${code}.` : `It was ended by ${signal}.`
}

/** It leads a group of its own. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}
