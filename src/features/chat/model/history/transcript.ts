import type { Turn } from '../../../models/language-model.ts'
import { withoutContext } from '../system-prompt.ts'
import { cutInTheMiddle } from './token-room.ts'

const MAX_ARGUMENTS = 600
/** How much of one entry is told, the most first: what is long loses before what is short. */
const entryLengths = [20_000, 8_000, 3_000, 1_200, 500, 200] as const

/** What was said and called, one entry each, for whoever summarises it. */
export function entriesOf(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) => {
    if (turn.role === 'tool') return [`Result of ${turn.name}: ${quoted(plain(turn.result))}`]
    if (turn.role === 'user') return [`User: ${quoted(withoutContext(turn.text))}`]
    const calls = (turn.calls ?? []).map(({ name, args }) => {
      const given = cutInTheMiddle(plain(args), MAX_ARGUMENTS)
      return `Assistant called ${name} with ${given}`
    })
    return [...(turn.text.trim() === '' ? [] : [`Assistant: ${quoted(turn.text)}`]), ...calls]
  })
}

export interface FittedEntries {
  /** Entries that there is no room for even in their shortest form, the oldest. */
  readonly left: readonly string[]
  readonly text: string
}

/** Entries in so many characters. */
export function fitEntries(entries: readonly string[], characters: number): FittedEntries {
  for (const most of entryLengths) {
    const text = entries.map((entry) => cutInTheMiddle(entry, most)).join('\n\n')
    if (text.length <= characters) return { left: [], text }
  }
  const shortest = entries.map((entry) => cutInTheMiddle(entry, entryLengths.at(-1)!))
  let from = shortest.length
  for (let size = 0; from > 0; from -= 1) {
    size += shortest[from - 1]!.length + 2
    if (size > characters) break
  }
  return { left: entries.slice(0, from), text: shortest.slice(from).join('\n\n') }
}

/** Nothing that was read can look like an entry of its own. */
function quoted(text: string): string {
  return text.replaceAll(/^(?=(?:User|Assistant|Result)\b)/gm, '> ')
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
