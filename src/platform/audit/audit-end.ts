import { TORN } from './audit-check.ts'
import { auditFiles, linesFromEnd } from './audit-files.ts'
import { chainStart, readLine, sha256, type AuditEntry, type ChainHead } from './audit-line.ts'

/** Where a log ends, as it was left. */
export interface EndOfLog {
  readonly head: ChainHead
  /** Lines after the last entry that a crash cut off. */
  readonly fragments: readonly Buffer[]
  readonly needsLineEnd: boolean
}

export async function endOfLog(path: string): Promise<EndOfLog> {
  const fragments: Buffer[] = []
  let needsLineEnd = false
  for (const file of (await auditFiles(path)).toReversed()) {
    for await (const { line, ended } of linesFromEnd(file)) {
      needsLineEnd ||= !ended
      const record = readLine(line)
      if (record === 'cut_off') fragments.unshift(line)
      else if (record !== 'changed') return { head: record, fragments, needsLineEnd }
    }
  }
  return { head: chainStart, fragments, needsLineEnd }
}

/** Of one entry; those near the end are found at once. */
export async function hashOf(path: string, seq: number): Promise<string | undefined> {
  for (const file of (await auditFiles(path)).toReversed()) {
    for await (const { line } of linesFromEnd(file)) {
      const record = readLine(line)
      if (typeof record !== 'string' && record.seq <= seq) return record.seq === seq ? record.hash : undefined
    }
  }
  return undefined
}

/** What is said about lines that a crash cut off. */
export function tornEntry(fragments: readonly Buffer[]): AuditEntry {
  return {
    kind: TORN,
    provenance: 'service',
    subject: 'lines cut off by a crash',
    detail: { bytes: fragments.map(({ length }) => length), sha256: fragments.map((line) => sha256(line)) },
  }
}
