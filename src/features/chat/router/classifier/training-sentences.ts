import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { asSentence } from '../as-sentence.ts'
import { declaredIntents } from '../declared-intents.ts'
import { matchIntent } from '../match-intents.ts'
import { normalize } from '../normalize.ts'
import { whenOf } from '../readers/reader.ts'
import { spellingCorrection } from '../spelling.ts'
import { drawSentences, type Fillers } from './draw-sentences.ts'

/** What a sentence is an example of: an intent, or something that begins with `other.` and is not ours. */
export interface TrainingSentence {
  readonly label: string
  readonly lower: string
  /** Templates count alike, however many sentences they stand for. */
  readonly weight: number
}

const SENTENCES_OF_A_TEMPLATE = 6

/** Every sentence that words and meaning are learnt from: examples of intents, and of what is meant for others. */
export async function trainingSentences(): Promise<TrainingSentence[]> {
  const fillers = JSON.parse(await read('fillers.json')) as Fillers
  const written = await writtenGroups()
  return [...written, ...declaredGroups(written)].flatMap(({ label, templates }) =>
    templates.flatMap((template) => {
      const drawn = drawSentences(template, { fillers, count: SENTENCES_OF_A_TEMPLATE, seed: label })
      const made = drawn.filter((said) => !meansAnother(said, label))
      return made.map((said) => ({
        label,
        lower: normalize(said, correct).lower,
        weight: 1 / Math.sqrt(made.length),
      }))
    }),
  )
}

/** Changes with whatever is learnt from, so that a test can tell when the weights are out of date. */
export async function trainingSha256(): Promise<string> {
  const written = await writtenGroups()
  return createHash('sha256')
    .update(await read('fillers.json'))
    .update(JSON.stringify([written, declaredGroups(written)]))
    .digest('hex')
}

interface Group {
  readonly label: string
  readonly templates: readonly string[]
}

async function writtenGroups(): Promise<Group[]> {
  const files = await Array.fromAsync(glob('*.txt', { cwd: fileURLToPath(folder) }))
  const texts = await Promise.all(files.toSorted().map(read))
  return texts.flatMap(readGroups)
}

/** What its templates stand for is enough to learn an intent by that has no examples of its own. */
function declaredGroups(written: readonly Group[]): Group[] {
  const known = new Set(written.map(({ label }) => label))
  return [...declaredIntents.values()]
    .filter(({ name }) => !known.has(name))
    .map(({ name, example, templates }) => ({
      label: name,
      templates: [
        example.replaceAll(/[[\](){}<>|]/g, ' '),
        ...templates.map((one) => (typeof one === 'string' ? one : one[0])),
      ],
    }))
}

/** A line that begins with `#` names what the lines below it are examples of. */
export function readGroups(text: string): Group[] {
  const groups: { label: string; templates: string[] }[] = []
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line.startsWith('# ')) groups.push({ label: line.slice(2), templates: [] })
    else if (line !== '') groups.at(-1)?.templates.push(line)
  }
  return groups
}

const when = whenOf({
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'UTC',
})
const correct = spellingCorrection(() => true)

/** What some intent is worded as is no example of another, nor of what is not ours. */
function meansAnother(said: string, label: string): boolean {
  const worded = matchIntent(asSentence(said), when)
  return worded !== undefined && worded.intent !== label
}

const folder = new URL('../examples/', import.meta.url)

function read(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8')
}
