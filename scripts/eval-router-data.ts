import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Row {
  readonly source: Source
  readonly label: string
  readonly sentence: string
}

export const sources = ['clinc', 'slurp', 'massive'] as const
export type Source = (typeof sources)[number]

const files: Readonly<Record<Source, string>> = {
  clinc: 'clinc150-train-val.json',
  slurp: 'slurp-devel.json',
  massive: 'massive-en-train-val.jsonl',
}

export function hasEvalData(folder: string): boolean {
  return sources.every((source) => existsSync(join(folder, files[source])))
}

/**
 * The sentences of one half. A sentence pattern is held out for reporting when none of its sentences falls into the tuning
 * half: so what is reported tells about phrasing that nobody has looked at.
 */
export async function readHalf(folder: string, half: string): Promise<Row[]> {
  const rows = await readRows(folder)
  const patternOf = patternsIn(rows)
  const seen = new Set(rows.filter(({ sentence }) => isLookedAt(sentence)).map(patternOf))
  return rows.filter((row) => seen.has(patternOf(row)) === (half === 'tuning'))
}

async function readRows(folder: string): Promise<Row[]> {
  const read = (source: Source) => readFile(join(folder, files[source]), 'utf8')
  const clinc = JSON.parse(await read('clinc')) as Record<string, [string, string][]>
  const slurp = JSON.parse(await read('slurp')) as { sentence: string; intent: string }[]
  const massive = (await read('massive'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { text: string; intent: string })
  const known = new Set(slurp.map(({ sentence }) => sentence.toLowerCase()))
  return [
    ...Object.values(clinc)
      .flat()
      .map(([sentence, label]) => ({ source: 'clinc' as const, label: `clinc:${label}`, sentence })),
    ...slurp.map(({ sentence, intent }) => ({
      source: 'slurp' as const,
      label: `slurp:${intent}`,
      sentence,
    })),
    // MASSIVE was made of SLURP and has its labels: what is in both counts once.
    ...massive
      .filter(({ text }) => !known.has(text.toLowerCase()))
      .map(({ text, intent }) => ({ source: 'massive' as const, label: `slurp:${intent}`, sentence: text })),
  ]
}

/** In at least so many sentences a word is one of phrasing, and not of what is spoken about. */
const USUAL = 100
const unsaid: ReadonlySet<string> = new Set(['a', 'an', 'the', 'my', 'me', 'please'])

/** The usual words of a sentence in their order, with one sign for whatever stands between them. */
function patternsIn(rows: readonly Row[]): (row: Row) => string {
  const counts = new Map<string, number>()
  for (const { sentence } of rows)
    for (const word of new Set(wordsOf(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return ({ sentence }) =>
    wordsOf(sentence)
      .filter((word) => !unsaid.has(word))
      .map((word) => (counts.get(word)! >= USUAL && !/\d/.test(word) ? word : '_'))
      .filter((word, index, all) => word !== '_' || all[index - 1] !== '_')
      .join(' ')
}

function wordsOf(sentence: string): string[] {
  return sentence.toLowerCase().match(/[a-z']+|\d+/g) ?? []
}

/** FNV-1a of the sentence: the same half on every machine and in every run. */
function isLookedAt(sentence: string): boolean {
  let hash = 0x811c9dc5
  for (const letter of sentence) {
    hash ^= letter.codePointAt(0)!
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return (hash >>> 7) % 2 === 0
}
