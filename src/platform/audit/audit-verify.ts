import { CUT, verifyAuditLog, type AuditVerdict } from './audit-check.ts'
import type { HeadPlace, StoredHead } from './audit-heads.ts'
import type { AuditRecord } from './audit-line.ts'

/** Entries that were there and are not any more. */
export interface MissingEntries {
  readonly count: number
  /** The last entry before them, and when that was written. */
  readonly after: { readonly seq: number; readonly at: string | null }
  /** The newest one that is known of was written before this moment. */
  readonly known_at: string
  /** The log goes on after them, and says so itself. */
  readonly recorded: boolean
}

export interface AnchoredVerdict extends AuditVerdict {
  /** Where the end of the log is kept outside of its folder; empty when nothing vouches for it. */
  readonly anchored_in: readonly string[]
  /** Entries that are newer than anything that was kept outside. */
  readonly unanchored: number
  readonly missing: readonly MissingEntries[]
  /** An entry that is not the one that was kept outside: the end was written anew. */
  readonly replaced: StoredHead | null
}

/** Checks the chain, and that it ends where those say who cannot be changed along with it. */
export async function verifyAnchoredLog(
  path: string,
  places: readonly HeadPlace[],
): Promise<AnchoredVerdict> {
  // Read first: what is appended meanwhile is newer than all of them.
  const kept = await Promise.all(places.map(headsIn))
  const heads = kept.flatMap((one) => one.heads)
  const seen = new LogSeen(heads)
  const verdict = await verifyAuditLog(path, { onRecord: (record) => seen.note(record) })
  const missing = verdict.ok ? [...seen.recordedCuts, ...seen.cutNow()] : []
  const newest = Math.max(0, ...heads.map(({ seq }) => seq))
  const replaced = verdict.ok ? seen.replaced() : null
  return {
    ...verdict,
    ok: verdict.ok && missing.length === 0 && replaced === null,
    anchored_in: kept.filter(({ heads: some }) => some.length > 0).map(({ name }) => name),
    unanchored: Math.max(0, seen.last.seq - newest),
    missing,
    replaced,
  }
}

/** A head a minute for two weeks. */
const MAX_HEADS = 20_000

async function headsIn({ name, read }: HeadPlace): Promise<{ name: string; heads: readonly StoredHead[] }> {
  try {
    return { name, heads: await read(MAX_HEADS) }
  } catch {
    // A place that cannot be asked vouches for nothing, and does not make the log a wrong one.
    return { name, heads: [] }
  }
}

interface CutEntry {
  readonly missing: number
  readonly after: number
  readonly kept: StoredHead
}

/** What matters of the log for comparing it with heads, taken while it is read once. */
class LogSeen {
  readonly recordedCuts: MissingEntries[] = []
  last: { seq: number; at: string | null } = { seq: 0, at: null }
  readonly #heads: ReadonlyMap<number, readonly StoredHead[]>
  readonly #mismatched: StoredHead[] = []
  readonly #explained: { readonly after: number; readonly upTo: number; readonly until: string }[] = []
  #before: { seq: number; at: string | null } = { seq: 0, at: null }

  constructor(heads: readonly StoredHead[]) {
    this.#heads = Map.groupBy(heads, ({ seq }) => seq)
  }

  note(record: AuditRecord): void {
    const { seq, at, hash, kind, detail } = record
    for (const head of this.#heads.get(seq) ?? []) if (head.hash !== hash) this.#mismatched.push(head)
    if (kind === CUT) this.#noteCut(detail as unknown as CutEntry, at)
    this.#before = this.last
    this.last = { seq, at }
  }

  /** Heads that name entries after the last one. */
  cutNow(): MissingEntries[] {
    const beyond = [...this.#heads.values()].flat().filter((head) => head.seq > this.last.seq)
    const unexplained = beyond.filter((head) => !this.#isExplained(head))
    if (unexplained.length === 0) return []
    const newest = unexplained.reduce((one, other) => (other.seq > one.seq ? other : one))
    const count = newest.seq - this.last.seq
    return [{ count, after: this.last, known_at: newest.at, recorded: false }]
  }

  /** An entry that is not the one that was kept: the end was written anew. */
  replaced(): StoredHead | null {
    return this.#mismatched.find((one) => !this.#isExplained(one)) ?? null
  }

  #noteCut({ missing, after, kept }: CutEntry, until: string): void {
    this.#explained.push({ after, upTo: kept.seq, until })
    const at = this.last.seq === after ? this.last.at : this.#before.seq === after ? this.#before.at : null
    const same = this.recordedCuts.findIndex((cut) => cut.after.seq === after)
    const cut = { count: missing, after: { seq: after, at }, known_at: kept.at, recorded: true }
    if (same === -1) this.recordedCuts.push(cut)
    else if (this.recordedCuts[same]!.count < missing) this.recordedCuts[same] = cut
  }

  /** The log says that it is missing. What was kept since then belongs to the log as it goes on. */
  #isExplained(head: StoredHead): boolean {
    return this.#explained.some(
      ({ after, upTo, until }) => head.seq > after && head.seq <= upTo && head.at <= until,
    )
  }
}
