import { readdir, readFile } from 'node:fs/promises'

/** One wish of a sentence: an intent with its values, or the words that nobody understands. */
export type Wish =
  | { readonly intent: string; readonly slots: Readonly<Record<string, unknown>> }
  | { readonly said: string }

/** One line of a gold file: a sentence, and what it means as somebody has read it. */
interface GoldLine {
  readonly say: string
  /** Null where the sentence is left alone. */
  readonly intent?: string | null
  readonly slots?: Readonly<Record<string, unknown>>
  /** Where it has several wishes, each of them in its order. */
  readonly wishes?: readonly Wish[]
  /** More is meant than the router has. It may understand some of it, but must not take it for the whole. */
  readonly for?: 'model'
  /** How it is known to be missed today. Nobody sets it to make a test pass: the marks are only ever taken away. */
  readonly today?: 'wrong' | 'silent'
  /** What differs from the usual: nothing is kept, 3/4 is the third of April, or something was said just before. */
  readonly with?: { readonly kept?: false; readonly dayFirst?: boolean; readonly after?: string }
}

export interface GoldRow extends Pick<GoldLine, 'say' | 'today' | 'with'> {
  readonly isForModel: boolean
  /** None where the sentence is left alone. */
  readonly wishes: readonly Wish[]
}

const folder = new URL('./', import.meta.url)
const ending = '.jsonl'

/** The names of the gold files. */
export async function goldDomains(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted()
}

export async function readGold(domain: string): Promise<GoldRow[]> {
  const text = await readFile(new URL(`${domain}${ending}`, folder), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowOf(JSON.parse(line) as GoldLine))
}

function rowOf({ say, intent, slots, wishes, for: whose, today, with: difference }: GoldLine): GoldRow {
  const one = intent === undefined || intent === null ? [] : [{ intent, slots: slots ?? {} }]
  return {
    say,
    isForModel: whose === 'model',
    wishes: wishes ?? one,
    ...(today && { today }),
    ...(difference && { with: difference }),
  }
}
