import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { Log } from '../../../contract/log.ts'
import type { RecordingMoment } from '../../../contract/recording.ts'
import type { Area } from '../../../platform/desktop/desktop-driver.ts'
import { writeFileAtomic } from '../../../platform/files/atomic-file.ts'
import { errorCodeOf } from '../../../platform/files/file-error.ts'
import { coversOf, encodePicture, type PictureFacts } from './picture-covers.ts'
import { lineOf, linesFile, pictureFile, type RecordingHead } from './recording-files.ts'

export interface SecretText {
  /** Grows with each secret that is learned. */
  readonly count: number
  mask(text: string): string
  holds(text: string): boolean
}

export interface WriterDeps {
  readonly folder: string
  readonly head: RecordingHead
  readonly secrets: SecretText
  readonly log: Log
  /** In bytes, for the whole recording. */
  readonly limit: () => number
  /** Makes room for so many bytes among all recordings; false where there is none. */
  readonly makeRoom: (bytes: number) => Promise<boolean>
  readonly onWritten: (bytes: number) => void
}

/** A picture to be stored, with what of it nobody may see. */
export interface SeenPicture {
  readonly key: string
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  readonly facts: PictureFacts
}

interface StoredPicture {
  readonly id: string
  readonly facts: PictureFacts
  covered: number
}

type Picture = Pick<RecordingMoment, 'picture' | 'no_picture'>

/**
 * Writes one recording: a picture before the line that names it, so that a crash leaves at most a picture without one. A
 * secret that is learned on the way is taken out of what was written before.
 */
export class RecordingWriter {
  readonly #deps: WriterDeps
  readonly #moments = new Map<number, RecordingMoment>()
  /** By the picture and what was black in it. */
  readonly #ids = new Map<string, string>()
  readonly #pictures = new Map<string, StoredPicture>()
  #known: number
  #bytes = 0
  /** A line could not be written: the next one brings all of them. */
  #isBehind = false

  constructor(deps: WriterDeps) {
    this.#deps = deps
    this.#known = deps.secrets.count
  }

  async open(): Promise<void> {
    const { folder } = this.#deps
    await mkdir(folder, { mode: 0o700, recursive: true })
    const line = lineOf(this.#head())
    await writeFile(linesFile(folder), line, { mode: 0o600, flag: 'wx' })
    this.#count(Buffer.byteLength(line))
  }

  /** A moment of the same number takes the place of the one before; without a picture of its own it keeps that one's. */
  async write(moment: RecordingMoment, seen: SeenPicture | string | null): Promise<void> {
    await this.#takeOutLearned()
    const before = this.#moments.get(moment.number) ?? moment
    const { picture, no_picture } = seen === null ? before : await this.#store(seen)
    const whole = this.#masked({ ...moment, picture, no_picture })
    this.#moments.set(whole.number, whole)
    await (this.#isBehind ? this.#rewrite() : this.#append(lineOf(whole)))
  }

  async #store(seen: SeenPicture | string): Promise<Picture> {
    if (typeof seen === 'string') return { picture: null, no_picture: seen }
    try {
      return await this.#storePicture(seen)
    } catch (error) {
      this.#deps.log.warn({ err: error }, "Couldn't store a picture of a recording.")
      return { picture: null, no_picture: "The picture couldn't be stored." }
    }
  }

  async #storePicture(seen: SeenPicture): Promise<Picture> {
    const { secrets } = this.#deps
    const { width, height, facts } = seen
    const covers = coversOf(facts, (text) => secrets.holds(text))
    const key = `${seen.key} ${JSON.stringify(covers)}`
    const known = this.#ids.get(key)
    if (known !== undefined) return { picture: { id: known, width, height }, no_picture: null }
    const { id, bytes } = await encodePicture(seen.bytes, covers)
    if (!this.#pictures.has(id)) {
      const problem = (await this.#reasonNotToKeep(bytes.length)) ?? (await this.#keep(id, bytes))
      if (problem !== null) return { picture: null, no_picture: problem }
      this.#pictures.set(id, { id, facts, covered: covers.length })
    }
    this.#ids.set(key, id)
    return { picture: { id, width, height }, no_picture: null }
  }

  /** Why it could not be kept, where the person can do something about that. */
  async #keep(id: string, bytes: Buffer): Promise<string | null> {
    const path = pictureFile(this.#deps.folder, id)
    try {
      await writeFile(path, bytes, { mode: 0o600 })
    } catch (error) {
      await rm(path, { force: true })
      const full = errorCodeOf(error) === 'ENOSPC' || errorCodeOf(error) === 'EDQUOT'
      if (!full) throw error
      return 'The disk was full.'
    }
    this.#count(bytes.length)
    return null
  }

  async #reasonNotToKeep(bytes: number): Promise<string | null> {
    const { limit, makeRoom } = this.#deps
    if (this.#bytes + bytes > limit())
      return 'This recording has reached its size (COMPUTER_RECORDING_TASK_MB).'
    return (await makeRoom(bytes)) ? null : 'The recordings have reached their size (COMPUTER_RECORDING_MB).'
  }

  /** What was written before a secret was known may hold it. */
  async #takeOutLearned(): Promise<void> {
    const { secrets } = this.#deps
    if (secrets.count === this.#known) return
    this.#known = secrets.count
    for (const picture of this.#pictures.values()) await this.#coverAgain(picture)
    let isChanged = secrets.mask(this.#deps.head.task) !== this.#deps.head.task
    for (const [number, moment] of this.#moments) {
      const masked = this.#masked(moment)
      isChanged ||= lineOf(masked) !== lineOf(moment)
      this.#moments.set(number, masked)
    }
    if (isChanged) await this.#rewrite()
  }

  async #coverAgain(picture: StoredPicture): Promise<void> {
    const { secrets, folder } = this.#deps
    const covers = coversOf(picture.facts, (text) => secrets.holds(text))
    if (covers.length === picture.covered) return
    picture.covered = covers.length
    await blacken(pictureFile(folder, picture.id), covers)
  }

  #head(): RecordingHead {
    const { head, secrets } = this.#deps
    return { ...head, task: secrets.mask(head.task) }
  }

  #masked(moment: RecordingMoment): RecordingMoment {
    const { secrets } = this.#deps
    const { words, reason, result, plan } = moment
    return {
      ...moment,
      plan: plan.map(({ text, state }) => ({ text: secrets.mask(text), state })),
      words: secrets.mask(words),
      reason: secrets.mask(reason),
      result: secrets.mask(result),
    }
  }

  async #append(line: string): Promise<void> {
    const path = linesFile(this.#deps.folder)
    const { size } = await stat(path)
    try {
      await appendFile(path, line, { mode: 0o600 })
    } catch (error) {
      this.#isBehind = true
      // The next line must not go on where half of this one stands.
      await truncate(path, size)
      throw error
    }
    this.#count(Buffer.byteLength(line))
  }

  async #rewrite(): Promise<void> {
    this.#isBehind = true
    const lines = [lineOf(this.#head()), ...[...this.#moments.values()].map(lineOf)]
    await writeFileAtomic(linesFile(this.#deps.folder), lines.join(''))
    this.#isBehind = false
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#deps.onWritten(bytes)
  }
}

/** Its name stays, because moments refer to it. */
async function blacken(path: string, covers: readonly Area[]): Promise<void> {
  const { bytes } = await encodePicture(await readFile(path), covers)
  await writeFileAtomic(path, bytes)
}
