import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { auditFiles, linesFromEnd } from './audit-files.ts'
import { chainStart, readLine, sha256, type AuditRecord, type ChainHead } from './audit-line.ts'

export interface AuditVerdict {
  readonly ok: boolean
  /** Good lines, up to the first bad one. */
  readonly lines: number
  /** Lines that a crash cut off; each is vouched for by the line after it. */
  readonly torn: number
  readonly firstBadLine?: { readonly file: string; readonly line: number; readonly reason: string }
}

/** The kind of the entry that says which lines before it were cut off by a crash. */
export const TORN = 'audit.torn'

/** The kind of the entry that says that entries before it are missing. */
export const CUT = 'audit.cut'

interface VerifyOptions {
  /** Where the log must end. */
  readonly expected?: ChainHead | undefined
  readonly onRecord?: (record: AuditRecord) => void
}

/** Reads the whole log, without needing the service that writes it. */
export async function verifyAuditLog(
  path: string,
  { expected, onRecord }: VerifyOptions = {},
): Promise<AuditVerdict> {
  const state: State = { head: chainStart, lines: 0, torn: 0, fragments: [], onRecord }
  let last = { file: basename(path), line: 0 }
  for (const file of await auditFiles(path)) {
    let line = 0
    for await (const text of linesOf(file)) {
      line += 1
      last = { file: basename(file), line }
      // What is appended while this reads is not part of what was asked.
      if (expected && state.head.seq === expected.seq) break
      const reason = follow(state, text, last)
      if (reason !== undefined) return verdict(state, reason)
    }
  }
  if (state.fragments[0]) return verdict(state, state.fragments[0])
  if (expected && (state.head.seq !== expected.seq || state.head.hash !== expected.hash)) {
    return verdict(state, { ...last, line: last.line + 1, reason: 'the lines from here on are missing' })
  }
  return { ok: true, lines: state.lines, torn: state.torn }
}

/** The newest entries, the newest last. */
export async function lastRecords(path: string, count: number): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  for (const file of (await auditFiles(path)).toReversed()) {
    for await (const { line } of linesFromEnd(file)) {
      if (records.length >= count) return records.toReversed()
      const record = readLine(line)
      if (typeof record !== 'string') records.push(record)
    }
  }
  return records.toReversed()
}

type BadLine = NonNullable<AuditVerdict['firstBadLine']>

interface Fragment extends BadLine {
  readonly sha256: string
}

interface State {
  head: ChainHead
  readonly onRecord: VerifyOptions['onRecord']
  lines: number
  torn: number
  /** Lines that were cut off, until the next entry vouches for them. */
  fragments: readonly Fragment[]
}

function follow(state: State, text: Buffer, place: { file: string; line: number }): BadLine | undefined {
  const record = readLine(text)
  if (record === 'changed')
    return state.fragments[0] ?? { ...place, reason: 'it was changed after it was written' }
  if (record === 'cut_off') {
    state.fragments = [
      ...state.fragments,
      { ...place, reason: 'it is not a whole line', sha256: sha256(text) },
    ]
    return undefined
  }
  if (state.fragments.length > 0) {
    if (!vouchesFor(record, state.fragments)) return state.fragments[0]
    state.torn += state.fragments.length
    state.fragments = []
  }
  if (record.seq !== state.head.seq + 1 || record.prev !== state.head.hash) {
    return {
      ...place,
      reason: `it does not follow entry ${state.head.seq}: something was removed or inserted`,
    }
  }
  state.head = record
  state.lines += 1
  state.onRecord?.(record)
  return undefined
}

function vouchesFor(record: AuditRecord, fragments: readonly Fragment[]): boolean {
  const listed = record.kind === TORN ? record.detail?.['sha256'] : undefined
  return isDeepStrictEqual(
    listed,
    fragments.map(({ sha256 }) => sha256),
  )
}

function verdict({ lines, torn }: State, { file, line, reason }: BadLine): AuditVerdict {
  return { ok: false, lines, torn, firstBadLine: { file, line, reason } }
}

/** Lines by the byte: a line that was cut off may end in the middle of a character. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) yield rest
}
