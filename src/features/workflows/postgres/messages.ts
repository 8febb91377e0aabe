import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../../../contract/log.ts'
import type { Notice } from '../engine/transaction.ts'

/** Stands for all agents, where it is not known which. */
export const ANY_AGENT = '*'

/** What processes tell each other. All of it may get lost: what must not get lost is in the tables. */
export interface Message {
  /** Agents that have new steps waiting. */
  readonly wake?: readonly string[]
  /** Workflows whose steps are to be stopped. */
  readonly abort?: readonly number[]
  readonly notices?: readonly Notice[]
}

export interface MessagesOptions {
  /** Anybody in the database may speak on a channel whose name they know: this one only our processes do. */
  readonly channel: string
  readonly openClient: () => Promise<Client>
  /** What the connection does first: as long as it is there, so is this process. */
  readonly prepare?: (client: Client) => Promise<void>
  readonly onMessage: (message: Message) => void
  /** Connected, for the first time or again: what was said before was not heard. */
  readonly onConnected: () => void
  readonly log: Log
}

/** PostgreSQL takes 8,000 bytes. */
const MAX_BYTES = 7_500
const MAX_TEXT_LENGTH = 500
const PATIENCE_MS = 3_000
const RECONNECT_MS = [100, 250, 500, 1_000, 2_000] as const

/** One connection that listens to the other processes and speaks to them. */
export class Messages {
  readonly #options: MessagesOptions
  readonly #self = randomUUID()
  readonly #stopping = new AbortController()
  readonly #unsaid: Entry[] = []
  #client: Client | undefined
  #isSpeaking = false

  constructor(options: MessagesOptions) {
    this.#options = options
  }

  /** Done when it listens; from then on it finds its way back by itself. */
  async start(): Promise<void> {
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#client) await hangUp(this.#client)
    this.#client = undefined
  }

  /** Tells the others as soon as it can be told; several are told at once when there is no time in between. */
  say(message: Message): void {
    for (const agent of message.wake ?? []) this.#unsaid.push({ wake: agent })
    for (const workflow of message.abort ?? []) this.#unsaid.push({ abort: workflow })
    for (const notice of message.notices ?? []) this.#unsaid.push({ notice: shortened(notice) })
    if (!this.#isSpeaking) void this.#speak()
  }

  /** Whether the connection still answers; one that does not is given up. */
  async ping(): Promise<void> {
    const client = this.#client
    if (!client) return
    const answered = client.query('SELECT 1').then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([answered, sleep(PATIENCE_MS, false, { ref: false })]))) await hangUp(client)
  }

  async #connect(): Promise<void> {
    const client = await this.#options.openClient()
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    await this.#options.prepare?.(client)
    await client.query(`LISTEN ${client.escapeIdentifier(this.#options.channel)}`)
    client.once('end', () => void this.#reconnect(client))
    this.#client = client
    this.#options.onConnected()
    if (this.#unsaid.length > 0 && !this.#isSpeaking) void this.#speak()
  }

  async #reconnect(lost: Client): Promise<void> {
    if (this.#client === lost) this.#client = undefined
    const { signal } = this.#stopping
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await sleep(RECONNECT_MS[attempt] ?? RECONNECT_MS.at(-1)!, undefined, { signal }).catch(() => {})
      if (signal.aborted || this.#client) return
      try {
        await this.#connect()
        return
      } catch (error) {
        this.#options.log.debug({ err: error }, 'the workflow database is still unavailable')
      }
    }
  }

  #hear(payload: string): void {
    const message = messageOf(payload)
    if (message && message.from !== this.#self) this.#options.onMessage(message)
  }

  async #speak(): Promise<void> {
    this.#isSpeaking = true
    try {
      while (this.#client && this.#unsaid.length > 0) await this.#sayNext(this.#client)
    } catch (error) {
      this.#options.log.debug({ err: error }, "couldn't notify other processes")
    } finally {
      this.#isSpeaking = false
    }
  }

  /** As much as one notification can hold. What could not be sent is dropped: the tables have it. */
  async #sayNext(client: Client): Promise<void> {
    const entries: Entry[] = []
    let bytes = 0
    while (this.#unsaid.length > 0) {
      bytes += Buffer.byteLength(JSON.stringify(this.#unsaid[0])) + 1
      if (entries.length > 0 && bytes > MAX_BYTES) break
      entries.push(this.#unsaid.shift()!)
    }
    const message: Message = {
      wake: [...new Set(entries.flatMap((entry) => ('wake' in entry ? [entry.wake] : [])))],
      abort: entries.flatMap((entry) => ('abort' in entry ? [entry.abort] : [])),
      notices: entries.flatMap((entry) => ('notice' in entry ? [entry.notice] : [])),
    }
    const payload = JSON.stringify({ from: this.#self, ...message })
    await client.query('SELECT pg_notify($1, $2)', [this.#options.channel, payload])
  }
}

/** In the middle of a query the driver drops the connection; otherwise it says goodbye, to which nobody may answer. */
async function hangUp(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(PATIENCE_MS, undefined, { ref: false })])
}

/** Undefined for what none of us has said. */
function messageOf(payload: string): (Message & { from: string }) | undefined {
  try {
    const { from, wake, abort, notices } = JSON.parse(payload) as Record<string, unknown>
    if (typeof from !== 'string') return undefined
    return {
      from,
      wake: listOf(wake).filter((agent) => typeof agent === 'string'),
      abort: listOf(abort).filter((workflow) => typeof workflow === 'number'),
      notices: listOf(notices) as Notice[],
    }
  } catch {
    return undefined
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

type Entry = { readonly wake: string } | { readonly abort: number } | { readonly notice: Notice }

/** Long messages are in the tables for whoever wants them whole. */
function shortened(notice: Notice): Notice {
  if (notice.about !== 'step.updated' || notice.message === null) return notice
  const { message } = notice
  if (message.length <= MAX_TEXT_LENGTH) return notice
  return { ...notice, message: `${message.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` }
}
