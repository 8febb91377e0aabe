import { rename, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { computerRecorded } from '../../../contract/computer-events.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Publish } from '../../../contract/event.ts'
import type { Log } from '../../../contract/log.ts'
import type { Recording } from '../../../contract/recording.ts'
import type { DesktopDriver } from '../../../platform/desktop/desktop-driver.ts'
import { ensurePrivateFolder } from '../../../platform/files/atomic-file.ts'
import { fileError, isMissing } from '../../../platform/files/file-error.ts'
import type {
  ComputerRecordings,
  RecordingList,
  RecordingPicture,
} from '../../desktop/computer-recordings.ts'
import type { Settings } from '../../settings/settings-store.ts'
import {
  bytesIn,
  isPictureId,
  isTaskId,
  linesFile,
  namesIn,
  pictureFile,
  readRecording,
  tellRecording,
} from './recording-files.ts'
import { RecordingWriter, type SecretText } from './recording-writer.ts'
import { LiveRecorder, noRecorder, type TaskRecorder } from './task-recorder.ts'

export interface RecordingsDeps {
  readonly folder: string
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly publish: Publish
  readonly now: () => Date
  readonly log: Log
}

export interface RecordedTask {
  readonly taskId: string
  readonly task: string
  readonly driver: DesktopDriver
  readonly secrets: SecretText
  readonly signal: AbortSignal
}

const MB = 1024 * 1024
const SWEEP_MS = 6 * 3_600_000
const GONE = '.gone-'

/**
 * The recordings of tasks, each in a folder of its own: deleting the folder deletes all of it. They are no part of a backup:
 * they are large, and show more of a person's screen than they would want in copies.
 */
export class Recordings implements ComputerRecordings {
  readonly #deps: RecordingsDeps
  readonly #live = new Map<string, LiveRecorder>()
  /** What each one takes, in bytes. */
  readonly #sizes = new Map<string, number>()
  readonly #stopWatching: () => void
  readonly #timer: NodeJS.Timeout
  #sweeping: Promise<void> = Promise.resolve()
  readonly #ending = new Set<Promise<void>>()

  constructor(deps: RecordingsDeps) {
    this.#deps = deps
    this.#stopWatching = deps.settings.onChange((names) => {
      if (names.some((name) => name.startsWith('COMPUTER_RECORDING'))) void this.sweep()
    })
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref()
  }

  /** What tells of a task from now on. Where nothing can be written, nothing is recorded. */
  async begin({ taskId, task, driver, secrets, signal }: RecordedTask): Promise<TaskRecorder> {
    const { folder, now, log, settings } = this.#deps
    if (!this.#isOn()) return noRecorder
    const head = { version: 1 as const, task_id: taskId, task, started_at: now().toISOString() }
    const writer = new RecordingWriter({
      folder: join(folder, taskId),
      head,
      secrets,
      log,
      limit: () => settings.get('COMPUTER_RECORDING_TASK_MB') * MB,
      makeRoom: (bytes) => this.#makeRoom(bytes, taskId),
      onWritten: (bytes) => this.#sizes.set(taskId, (this.#sizes.get(taskId) ?? 0) + bytes),
    })
    const recorder = new LiveRecorder({
      driver,
      secrets,
      writer,
      now,
      log,
      signal,
      isOn: () => this.#isOn(),
      onMoment: () => this.#tell(taskId),
      onEnd: (written) => this.#end(taskId, written),
    })
    this.#live.set(taskId, recorder)
    try {
      await ensurePrivateFolder(folder)
      await writer.open()
    } catch (error) {
      this.#live.delete(taskId)
      log.warn({ err: error, task_id: taskId }, "Couldn't begin the recording of a computer control task.")
      return noRecorder
    }
    return recorder
  }

  /** Whoever records has written its last moment. */
  async #end(taskId: string, written: Promise<void>): Promise<void> {
    const ending = written.then(async () => {
      this.#live.delete(taskId)
      await this.sweep()
    })
    this.#ending.add(ending)
    await ending
    this.#ending.delete(ending)
  }

  async list(limit: number): Promise<RecordingList> {
    const { folder } = this.#deps
    const ids = (await namesIn(folder)).filter(isTaskId)
    const all = (await Promise.all(ids.map((id) => this.#find(id)))).filter((one) => one !== undefined)
    const recordings = all
      .toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1))
      .slice(0, limit)
      .map(({ moments: _moments, ...summary }) => summary)
    const bytes = all.reduce((sum, one) => sum + one.bytes, 0)
    return { recordings, total: all.length, bytes, is_on: this.#isOn() }
  }

  async read(taskId: string): Promise<Recording> {
    const found = await this.#find(taskId)
    if (found) return found
    throw noRecording()
  }

  async picture(taskId: string, pictureId: string): Promise<RecordingPicture> {
    if (!isTaskId(taskId)) throw noRecording()
    if (!isPictureId(pictureId)) throw noPicture()
    try {
      const bytes = await readFile(pictureFile(join(this.#deps.folder, taskId), pictureId))
      return { mime_type: 'image/webp', data: bytes.toString('base64') }
    } catch (error) {
      if (isMissing(error)) throw noPicture()
      throw error
    }
  }

  async remove(taskId: string): Promise<void> {
    if (!(await this.#find(taskId))) throw noRecording()
    await this.#remove(taskId)
  }

  async removeAll(): Promise<number> {
    const ids = (await namesIn(this.#deps.folder)).filter(isTaskId)
    for (const id of ids) await this.#remove(id)
    return ids.length
  }

  /** Removes what is too old or too much, and what a crash has left. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping
      .then(() => this.#sweep())
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, "Couldn't clean up the recordings of computer control tasks."),
      )
    return this.#sweeping
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopWatching()
    await Promise.all(this.#ending)
    await this.#sweeping
  }

  #isOn(): boolean {
    return this.#deps.settings.get('COMPUTER_RECORDING') === 'on'
  }

  #tell(taskId: string, deleted = false): void {
    this.#deps.publish(computerRecorded, { task_id: taskId, deleted })
  }

  async #find(taskId: string): Promise<Recording | undefined> {
    if (!isTaskId(taskId)) return undefined
    const folder = join(this.#deps.folder, taskId)
    // Before it is read: one that ends meanwhile has written its end by then.
    const isLive = this.#live.has(taskId)
    const stored = await readRecording(folder)
    if (!stored) return undefined
    return tellRecording(stored, { bytes: await bytesIn(folder), isLive })
  }

  async #remove(taskId: string): Promise<void> {
    const { folder } = this.#deps
    await this.#live.get(taskId)?.discard()
    const path = join(folder, taskId)
    // At once for whoever lists them, also when the machine stops in the middle.
    const gone = join(folder, `${GONE}${taskId}-${randomBytes(4).toString('hex')}`)
    try {
      await rename(path, gone)
      await rm(gone, { recursive: true, force: true })
    } catch (error) {
      if (!isMissing(error)) throw fileError(error, path)
    }
    this.#sizes.delete(taskId)
    this.#tell(taskId, true)
  }

  async #sweep(): Promise<void> {
    const { folder, settings, now } = this.#deps
    const oldest = now().getTime() - settings.get('COMPUTER_RECORDING_DAYS') * 86_400_000
    const sizes = new Map<string, number>()
    for (const name of await namesIn(folder)) {
      if (this.#live.has(name)) continue
      const path = join(folder, name)
      const stored = isTaskId(name) ? await readRecording(path) : undefined
      if (!stored) await rm(path, { recursive: true, force: true })
      else if (Date.parse(stored.head.started_at) < oldest) await this.#remove(name)
      else {
        await removeStrayFiles(
          path,
          stored.moments.map(({ picture }) => picture?.id),
        )
        sizes.set(name, await bytesIn(path))
      }
    }
    for (const name of this.#sizes.keys()) if (!this.#live.has(name)) this.#sizes.delete(name)
    for (const [name, bytes] of sizes) this.#sizes.set(name, bytes)
    await this.#makeRoom(0, undefined)
  }

  /** The oldest go first, the one that is being written never. */
  async #makeRoom(bytes: number, writing: string | undefined): Promise<boolean> {
    const limit = this.#deps.settings.get('COMPUTER_RECORDING_MB') * MB
    const total = () => [...this.#sizes.values()].reduce((sum, one) => sum + one, bytes)
    if (total() <= limit) return true
    const others = [...this.#sizes.keys()].filter((name) => name !== writing && !this.#live.has(name))
    const found = await Promise.all(others.map((name) => this.#find(name)))
    const byAge = found
      .filter((one) => one !== undefined)
      .toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))
    for (const { task_id } of byAge) {
      await this.#remove(task_id)
      if (total() <= limit) return true
    }
    return total() <= limit
  }
}

/** A picture that no moment names, and what a write that was broken off has left. */
async function removeStrayFiles(folder: string, ids: readonly (string | undefined)[]): Promise<void> {
  const known = new Set([linesFile(folder), ...ids.flatMap((id) => (id ? [pictureFile(folder, id)] : []))])
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (!known.has(path)) await rm(path, { recursive: true, force: true })
  }
}

function noRecording(): AppError {
  return new AppError(
    'not_found',
    'No recording of this task: it was deleted, is too old, or was never made. GET /api/computer/recordings lists them.',
  )
}

function noPicture(): AppError {
  return new AppError('not_found', 'No such picture in this recording. Read the recording again.')
}
