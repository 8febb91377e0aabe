import { existsSync, statSync } from 'node:fs'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { removeIndexFile } from './index-file.ts'
import { noCounts, type ContentQuery, type FoundContents, type FromKeeper } from './index-messages.ts'
import { Searcher, startKeeper, type Keeper } from './index-programs.ts'
import { sentenceOf, type IndexState, type IndexStatus } from './index-status.ts'

export interface ContentIndexSettings {
  readonly isOn: boolean
  readonly allowedFolders: readonly string[]
  readonly leftOut: readonly string[]
}

export interface ContentIndexDeps {
  /** The file that it is kept in. */
  readonly path: string
  readonly home: string
  readonly dataFolder: string
  readonly settings: () => ContentIndexSettings
  /** Files that a tool brought from outside. */
  readonly fromOutside: () => readonly string[]
  /** Whether the machine runs on its battery. */
  readonly isOnBattery: () => Promise<boolean>
  readonly now: () => Date
  readonly log: Log
  /** Share of the time that is spent working, 0 to 1. */
  readonly share?: number
  /** How often the battery is looked at. */
  readonly batteryEveryMs?: number
}

const FIRST_LOOK_MS = 15_000
const LOOK_EVERY_MS = 10 * 60_000
const MAX_WAIT_MS = 60 * 60_000
/** A search looks for changes first, unless that was done just now. */
const FRESH_MS = 15_000
const SEARCH_PATIENCE_MS = 1_500
const BATTERY_EVERY_MS = 60_000
const REST_MS = 1_000
const REQUESTS = 'http.server.request.start'
const MAX_UNREAD = 20

/** What is in the person's files, found by words. Kept by a program of its own, from time to time, behind everything else. */
export class ContentIndex {
  readonly #deps: ContentIndexDeps
  readonly #searcher: Searcher
  #keeper: Keeper | undefined
  #working: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #battery: NodeJS.Timeout | undefined
  #isStarted = false
  #isPaused = false
  #isOnBattery = false
  #failures = 0
  #restedAt = 0
  #phase: 'waiting' | 'looking' | 'reading' | 'done' | 'disk_full' = 'waiting'
  #counts = noCounts
  #folders: readonly string[] = []
  #lookedAt: Date | undefined

  constructor(deps: ContentIndexDeps) {
    this.#deps = deps
    this.#searcher = new Searcher(deps.path)
  }

  /** Begins to keep it, in a while: the start of the service is not the time. */
  start(): void {
    this.#isStarted = true
    subscribe(REQUESTS, this.#onRequest)
    if (this.#deps.settings().isOn) this.#lookIn(FIRST_LOOK_MS)
    else removeIndexFile(this.#deps.path)
  }

  async close(): Promise<void> {
    this.#isStarted = false
    unsubscribe(REQUESTS, this.#onRequest)
    clearTimeout(this.#timer)
    await this.#stopKeeper()
    await this.#searcher.end()
  }

  /** The settings are others. Turned off, nothing of it is kept. */
  async settingsChanged(): Promise<void> {
    if (!this.#isStarted) return
    await this.#stopKeeper()
    if (this.#deps.settings().isOn) this.#look()
    else await this.#remove()
  }

  async pause(): Promise<void> {
    this.#assertOn()
    this.#isPaused = true
    clearTimeout(this.#timer)
    await this.#stopKeeper()
  }

  resume(): void {
    this.#assertOn()
    this.#isPaused = false
    this.#look()
  }

  /** Forgets everything and starts over. */
  async rebuild(): Promise<void> {
    this.#assertOn()
    await this.#stopKeeper()
    await this.#remove()
    this.#isPaused = false
    this.#look()
  }

  status(): IndexStatus {
    const { indexed, waiting, tooLarge, unreadable } = this.#counts
    const state = this.#state()
    const { path } = this.#deps
    const status = {
      state,
      files: indexed + waiting,
      indexed,
      waiting,
      too_large: tooLarge,
      unreadable,
      folders: [...this.#folders],
      bytes: existsSync(path) ? statSync(path).size : 0,
      looked_at: this.#lookedAt?.toISOString() ?? null,
    }
    return { ...status, message: sentenceOf(status) }
  }

  /** Those that could not be read, with the reason. */
  async unread(): Promise<{ path: string; reason: string }[]> {
    if (this.#state() === 'off' || !existsSync(this.#deps.path)) return []
    return [...(await this.#searcher.unread(MAX_UNREAD))]
  }

  /** What changed a moment ago is found too, if it takes no long time to look for it. */
  async search(query: ContentQuery, signal: AbortSignal): Promise<FoundContents> {
    this.#assertOn()
    await this.#freshen(signal)
    return this.#searcher.search(query)
  }

  #state(): IndexState {
    if (!this.#deps.settings().isOn) return 'off'
    if (this.#isPaused) return 'paused'
    if (this.#phase === 'disk_full') return 'disk_full'
    if (this.#phase === 'done') return 'ready'
    if (this.#keeper && this.#isOnBattery) return 'on_battery'
    return this.#keeper ? (this.#phase === 'reading' ? 'reading' : 'looking') : 'waiting'
  }

  #assertOn(): void {
    if (!this.#deps.settings().isOn)
      throw new AppError(
        'not_configured',
        'File contents are not indexed. Set CONTENT_INDEX to on to search them.',
      )
  }

  async #freshen(signal: AbortSignal): Promise<void> {
    const isFresh = this.#deps.now().getTime() - (this.#lookedAt?.getTime() ?? 0) < FRESH_MS
    if (!this.#isStarted || this.#isPaused || this.#keeper || isFresh) return
    this.#look()
    const enough = new AbortController()
    const patience = sleep(SEARCH_PATIENCE_MS, undefined, {
      signal: AbortSignal.any([signal, enough.signal]),
    })
    await Promise.race([this.#working, patience.catch(() => {})])
    enough.abort()
    signal.throwIfAborted()
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#look(), ms).unref()
  }

  #look(): void {
    if (!this.#isStarted || this.#keeper || this.#isPaused) return
    clearTimeout(this.#timer)
    const { path, home, dataFolder, settings, fromOutside, share = 0.5 } = this.#deps
    const { allowedFolders, leftOut } = settings()
    const plan = { index: path, home, dataFolder, allowedFolders, leftOut, fromOutside: fromOutside(), share }
    const keeper = startKeeper(plan, (message) => this.#hear(message))
    this.#keeper = keeper
    this.#phase = 'looking'
    void this.#minBattery(keeper, { isFirst: true })
    const { batteryEveryMs = BATTERY_EVERY_MS } = this.#deps
    this.#battery = setInterval(() => void this.#minBattery(keeper), batteryEveryMs).unref()
    this.#working = keeper.ended.then((isDone) => this.#ended(keeper, isDone))
  }

  #ended(keeper: Keeper, isDone: boolean): void {
    if (this.#keeper !== keeper) return
    this.#keeper = undefined
    clearInterval(this.#battery)
    const isFull = this.#phase === 'disk_full'
    if (!isDone && !isFull) {
      this.#phase = 'waiting'
      this.#deps.log.warn({ failures: this.#failures }, 'The indexing program ended unexpectedly.')
    }
    this.#failures = isDone ? 0 : this.#failures + 1
    const wait = isDone ? LOOK_EVERY_MS : Math.min(60_000 * 2 ** (this.#failures - 1), MAX_WAIT_MS)
    if (this.#isStarted) this.#lookIn(wait)
  }

  #hear(message: FromKeeper): void {
    this.#phase = message.kind
    if (message.kind === 'looking' || message.kind === 'disk_full') return
    this.#counts = message.counts
    this.#folders = message.folders
    if (message.kind === 'done') this.#lookedAt = this.#deps.now()
  }

  async #stopKeeper(): Promise<void> {
    const keeper = this.#keeper
    this.#keeper = undefined
    clearInterval(this.#battery)
    if (this.#phase !== 'done') this.#phase = 'waiting'
    await keeper?.stop()
  }

  async #remove(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#searcher.end()
    removeIndexFile(this.#deps.path)
    this.#phase = 'waiting'
    this.#counts = noCounts
    this.#lookedAt = undefined
  }

  /** A person comes first: whoever asks for something has the machine for a while. */
  readonly #onRequest = (message: unknown): void => {
    const { url = '' } = (message as { request?: IncomingMessage }).request ?? {}
    const now = performance.now()
    // Who looks how far it is does not want it to stop.
    if (!this.#keeper || now - this.#restedAt < REST_MS / 2 || /^\/(?:health|api\/content-index)\b/.test(url))
      return
    this.#restedAt = now
    this.#keeper.send({ kind: 'rest', ms: REST_MS })
  }

  /** It begins to read once it was told for the first time. */
  async #minBattery(keeper: Keeper, { isFirst = false } = {}): Promise<void> {
    const isOnBattery = await this.#deps.isOnBattery().catch(() => false)
    if (!isFirst && isOnBattery === this.#isOnBattery && !isOnBattery) return
    this.#isOnBattery = isOnBattery
    keeper.send({ kind: 'hold', isHeld: isOnBattery })
  }
}
