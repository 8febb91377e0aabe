import type { StoredOf } from '../schemas.ts'

type Journal = StoredOf<'journal'>
export type Entry = Journal['entries'][number]

export function dayAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

export function entryOf(entries: readonly Entry[], date: string): Entry | undefined {
  return entries.find((entry) => entry.date === date)
}

/** What was written on that day beside its first entry, by other clients or in the chat. */
export function furtherOf(entries: readonly Entry[], date: string): readonly Entry[] {
  return entries.filter((entry) => entry.date === date).slice(1)
}

/** Rewrites the entry of a day, or begins it. Its id is that of the day, so that two who begin it at once write one. */
export function withEntry(journal: Journal, date: string, rewrite: (entry: Entry) => Entry): Journal {
  const { entries } = journal
  if (entryOf(entries, date)) {
    let done = false
    const rewritten = entries.map((entry) => {
      if (done || entry.date !== date) return entry
      done = true
      return rewrite(entry)
    })
    return { ...journal, entries: rewritten }
  }
  const begun = rewrite({ id: `day-${date}`, date, text: '', created_at: new Date().toISOString() })
  return { ...journal, entries: [begun, ...entries] }
}
