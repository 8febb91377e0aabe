import type { Database } from '../../../platform/database/database.ts'

export interface Correction {
  readonly sentence: string
  readonly intent: string
}

export interface Corrections {
  find(sentence: string): string | undefined
  /** All of them, for those that compare meanings. */
  list(): readonly Correction[]
  keep(correction: Correction): Promise<void>
}

/** More would be habit rather than correction; the oldest go first. */
const KEPT = 2_000

/** What people said that a sentence meant, kept over restarts. The sentences are normalised and in lower case. */
export function storedCorrections({ database, now }: { database: Database; now: () => Date }): Corrections {
  let known: Map<string, string> | undefined
  const all = () => {
    known ??= new Map(
      database
        .prepare('SELECT sentence, intent FROM router_corrections ORDER BY corrected_at')
        .all()
        .map((row) => [row['sentence'] as string, row['intent'] as string]),
    )
    return known
  }
  return {
    find: (sentence) => all().get(sentence),
    list: () => [...all()].map(([sentence, intent]) => ({ sentence, intent })),
    async keep({ sentence, intent }) {
      await database.write(() => {
        database
          .prepare(
            `INSERT INTO router_corrections (sentence, intent, corrected_at) VALUES (?, ?, ?)
             ON CONFLICT (sentence) DO UPDATE SET intent = excluded.intent, corrected_at = excluded.corrected_at`,
          )
          .run(sentence, intent, now().toISOString())
        database
          .prepare(
            `DELETE FROM router_corrections WHERE sentence IN
             (SELECT sentence FROM router_corrections ORDER BY corrected_at DESC LIMIT -1 OFFSET ?)`,
          )
          .run(KEPT)
      })
      known = undefined
    },
  }
}
