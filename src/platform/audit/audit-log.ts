import { randomUUID } from 'node:crypto'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { silentLog, type Log } from '../../contract/log.ts'
import { syncFolder } from '../files/atomic-file.ts'
import { fileError } from '../files/file-error.ts'
import { CUT, lastRecords, verifyAuditLog, type AuditVerdict } from './audit-check.ts'
import { endOfLog, hashOf, tornEntry, type EndOfLog } from './audit-end.ts'
import { fullFileName } from './audit-files.ts'
import { HeadKeeper, type HeadPlace, type StoredHead } from './audit-heads.ts'
import { chainStart, writeLine, type AuditEntry, type AuditRecord, type ChainHead } from './audit-line.ts'

const MiB = 1024 * 1024

/** An append-only record of everything that had an effect or was refused one. */
export interface AuditLog {
  /** Done once it is on disk. What is appended in the same moment shares one write. */
  append(entry: AuditEntry): Promise<void>
  /** Records the intent, then runs the effect, then records how it ended. Nothing runs that could not be recorded. */
  effect<Result>(entry: Effect<Result>, run: () => Promise<Result>): Promise<Result>
  verify(): Promise<AuditVerdict>
  /** The newest entries, the newest last. */
  tail(count: number): Promise<AuditRecord[]>
  /** From now on what the newest entry is is kept there too, so that a cut end is noticed. */
  keepHeadsIn(places: readonly HeadPlace[]): void
  close(): Promise<void>
}

export interface Effect<Result> extends Omit<AuditEntry, 'id' | 'phase'> {
  /** What of the result is worth keeping; by default only that there was one. */
  readonly outcome?: (result: Result) => Readonly<Record<string, unknown>>
}

export interface AuditLogOptions {
  readonly path: string
  readonly now: () => Date
  readonly scrub: (text: string) => string
  readonly log?: Log
  /** Size at which a new file is begun. */
  readonly maxBytes?: number
}

export function createAuditLog({ log = silentLog, maxBytes = 32 * MiB, ...rest }: AuditLogOptions): AuditLog {
  return new ChainedFile({ ...rest, log, maxBytes })
}

interface Waiting {
  readonly entry: AuditEntry
  /** Made when it came, so that a long batch does not hold up everybody at once; all that wait have one, or none. */
  chained: ChainedLine | undefined
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

type ChainedLine = ReturnType<typeof writeLine>

interface OpenFile {
  readonly handle: FileHandle
  /** How much of it is known to be on disk, and whole. */
  size: number
}

class ChainedFile implements AuditLog {
  readonly #options: Required<AuditLogOptions>
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  #file: OpenFile | undefined
  /** Of the last line on disk, and of the last one that waits to be written. */
  #head: ChainHead | undefined
  #tip: ChainHead | undefined
  /** Of the last line that was there when the log was opened. */
  #found: ChainHead | undefined
  #heads: HeadKeeper | undefined
  /** The newest entry that the log says is missing. */
  #missingUpTo = 0
  #closed = false

  constructor(options: Required<AuditLogOptions>) {
    this.#options = options
  }

  append(entry: AuditEntry): Promise<void> {
    if (this.#closed)
      return Promise.reject(new AppError('unavailable', 'The service is stopping. Try again later.'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ entry, chained: this.#tip && this.#chain(entry, this.#tip), resolve, reject })
    this.#flushing ??= this.#flush()
    return promise
  }

  async effect<Result>(effect: Effect<Result>, run: () => Promise<Result>): Promise<Result> {
    const { outcome, ...entry } = effect
    const id = randomUUID()
    await this.append({ ...entry, id, phase: 'intent' })
    const { kind, provenance, subject } = entry
    const finish = (detail: AuditEntry['detail'] & object) =>
      this.#finish({ kind, provenance, subject, id, phase: 'outcome', detail })
    try {
      const result = await run()
      await finish({ success: true, ...outcome?.(result) })
      return result
    } catch (error) {
      await finish({ success: false, code: error instanceof AppError ? error.code : 'internal' })
      throw error
    }
  }

  async verify(): Promise<AuditVerdict> {
    await this.#flushing
    return verifyAuditLog(this.#options.path, { expected: this.#head })
  }

  async tail(count: number): Promise<AuditRecord[]> {
    await this.#flushing
    return lastRecords(this.#options.path, count)
  }

  keepHeadsIn(places: readonly HeadPlace[]): void {
    const { now, log } = this.#options
    const compare = (kept: StoredHead) => this.#compare(kept)
    this.#heads = new HeadKeeper({ places, now, log, compare })
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#heads?.close()
    this.#closed = true
    await this.#flushing
    await this.#file?.handle.close()
    this.#file = undefined
  }

  /** What was kept outside names an entry that is not there: the log itself says so from now on. */
  async #compare({ seq, hash, at }: StoredHead): Promise<void> {
    const found = this.#found ?? chainStart
    if (seq <= found.seq && (await hashOf(this.#options.path, seq)) === hash) return
    if (seq <= this.#missingUpTo) return
    this.#missingUpTo = seq
    const missing = Math.max(0, seq - found.seq)
    this.#options.log.error({ missing, seq }, 'entries are missing at the end of the audit log')
    const detail = { missing, after: found.seq, kept: { seq, hash, at } }
    await this.append({ kind: CUT, provenance: 'service', subject: 'missing entries', detail })
  }

  /** The effect has happened whatever the disk says now; the next intent that cannot be written stops the next one. */
  async #finish(entry: AuditEntry): Promise<void> {
    try {
      await this.append(entry)
    } catch (error) {
      this.#options.log.error(
        { err: error, kind: entry.kind, subject: entry.subject },
        'an outcome was not audited',
      )
    }
  }

  async #flush(): Promise<void> {
    // Everything that is appended in this turn of the event loop goes into one write.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(fileError(error, this.#options.path))
      }
    }
    this.#flushing = undefined
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const file = await this.#openFile()
    // The end of the chain was not known before the file was opened.
    if (this.#tip === undefined) this.#chainAll([...batch, ...this.#waiting], this.#head ?? chainStart)
    const bytes = Buffer.from(batch.map(({ chained }) => `${chained!.line}\n`).join(''))
    try {
      await file.handle.appendFile(bytes)
      await file.handle.datasync()
    } catch (error) {
      await this.#giveUp(file)
      throw error
    }
    file.size += bytes.length
    this.#head = batch.at(-1)!.chained!.head
    this.#heads?.note(this.#head)
  }

  #chainAll(waiting: readonly Waiting[], from: ChainHead): void {
    let after = from
    for (const one of waiting) {
      one.chained = this.#chain(one.entry, after)
      after = one.chained.head
    }
  }

  #chain(entry: AuditEntry, head: ChainHead): ChainedLine {
    const { now, scrub } = this.#options
    const chained = writeLine(entry, { head, at: now(), scrub })
    this.#tip = chained.head
    return chained
  }

  /** What was refused must not stand in the log. A file whose disk failed is opened anew, and looked at, next time. */
  async #giveUp({ handle, size }: OpenFile): Promise<void> {
    this.#file = undefined
    this.#tip = undefined
    await handle.truncate(size).catch(() => {})
    await handle.close().catch(() => {})
  }

  async #openFile(): Promise<OpenFile> {
    if (this.#file && this.#file.size < this.#options.maxBytes) return this.#file
    this.#tip = undefined
    if (this.#file) await this.#putAway(this.#file)
    const { path } = this.#options
    const end = await endOfLog(path)
    const handle = await open(path, 'a', 0o600)
    try {
      const { size, mode } = await handle.stat()
      if ((mode & 0o077) !== 0) await handle.chmod(0o600)
      await syncFolder(dirname(path))
      this.#head = end.head
      this.#found ??= end.head
      const file = { handle, size }
      await this.#repair(end, file)
      this.#file = file
      return file
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async #putAway({ handle }: OpenFile): Promise<void> {
    this.#file = undefined
    await handle.close()
    await rename(this.#options.path, fullFileName(this.#options.path, this.#head?.seq ?? 0))
  }

  /** A crash may have cut the last line off. It stays, on a line of its own, and the log itself says so. */
  async #repair({ head, fragments, needsLineEnd }: EndOfLog, file: OpenFile): Promise<void> {
    if (fragments.length === 0 && !needsLineEnd) return
    const { now, scrub } = this.#options
    const vouching =
      fragments.length === 0
        ? { line: '', head }
        : writeLine(tornEntry(fragments), { head, at: now(), scrub })
    const bytes = Buffer.from(`${needsLineEnd ? '\n' : ''}${vouching.line && `${vouching.line}\n`}`)
    await file.handle.appendFile(bytes)
    await file.handle.datasync()
    file.size += bytes.length
    this.#head = vouching.head
    this.#options.log.warn(
      { lines: fragments.length },
      'the audit log was cut off by a crash and continues after that',
    )
  }
}
