import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@modelcontextprotocol/client'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

export interface ProcessTransportOptions {
  readonly sdk: Pick<typeof Sdk, 'ReadBuffer' | 'serializeMessage'>
  /** Starts the server; the SDK's own way to do so knows no sandbox. */
  readonly start: () => Promise<ChildProcess>
  readonly maxMessageBytes: number
  /** Hears what it writes beside the protocol. */
  readonly onComplaint: (text: string) => void
}

/** How long a server may take to end by itself once nobody speaks to it, and after it was told to. */
const GRACE_MS = 2_000

/** Speaks MCP with a program over its standard input and output: one message a line. */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #options: ProcessTransportOptions
  readonly #buffer: InstanceType<typeof Sdk.ReadBuffer>
  #child: ChildProcess | undefined

  constructor(options: ProcessTransportOptions) {
    this.#options = options
    this.#buffer = new options.sdk.ReadBuffer({ maxBufferSize: options.maxMessageBytes })
  }

  async start(): Promise<void> {
    const child = await this.#options.start()
    this.#child = child
    child.stdin!.on('error', (error) => this.onerror?.(error))
    child.stdout!.on('data', (chunk: Buffer) => this.#receive(chunk))
    child.stderr!.on('data', (chunk: Buffer) => this.#options.onComplaint(chunk.toString()))
    child.on('close', () => {
      this.#child = undefined
      this.onclose?.()
    })
    child.on('error', (error) => this.onerror?.(error))
    // A program that is not there says so instead.
    if (child.pid === undefined) await once(child, 'spawn')
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin
    if (!input?.writable) throw new Error('The server is gone.')
    if (!input.write(this.#options.sdk.serializeMessage(message))) await once(input, 'drain')
  }

  async close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child) return
    const closed = once(child, 'close').catch(() => {})
    child.stdin!.end()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })])
      if (child.exitCode === null && child.signalCode === null) endGroup(child, signal)
    }
    this.#buffer.clear()
  }

  #receive(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk)
      for (let message = this.#buffer.readMessage(); message !== null; message = this.#buffer.readMessage())
        this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error as Error)
      void this.close()
    }
  }
}

/** It leads a group of its own. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}
