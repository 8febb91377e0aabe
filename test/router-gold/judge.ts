import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from './gold-router.ts'
import type { GoldRow, Wish } from './gold.ts'

/** `silent`: something is wanted, and nothing was understood. */
export type Verdict = 'right' | 'wrong' | 'silent'

export function judge({ wishes, isForModel }: GoldRow, outcome: Outcome): Verdict {
  if (isForModel) return outcome.isForModel ? 'right' : 'wrong'
  if (isDeepStrictEqual(outcome.wishes, wishes)) return 'right'
  return outcome.wishes.length === 0 ? 'silent' : 'wrong'
}

/** Undefined where a row is answered as it says; else what a person must read. */
export function difference(row: GoldRow, outcome: Outcome): string | undefined {
  const verdict = judge(row, outcome)
  if (verdict === (row.today ?? 'right')) return undefined
  const head = verdict === 'right' ? `right now, take its mark "${row.today}" away` : verdict
  return `${head}: ${row.say}\n    gold  ${meant(row)}\n    now   ${told(outcome.wishes)}`
}

export function meant({ wishes, isForModel }: GoldRow): string {
  return isForModel ? 'for the model' : told(wishes)
}

export function told(wishes: readonly Wish[]): string {
  if (wishes.length === 0) return 'nothing'
  return wishes
    .map((wish) =>
      'said' in wish ? `not understood: "${wish.said}"` : `${wish.intent} ${inOrder(wish.slots)}`,
    )
    .join('\n          ')
}

/** The names in one order, so that the eye finds what differs. */
function inOrder(slots: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(slots).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
