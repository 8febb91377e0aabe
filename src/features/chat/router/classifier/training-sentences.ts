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
import { expand, readExamples } from './expand-examples.ts'

/** What a sentence is an example of: an intent, or something that begins with `other.` and is not ours. */
export interface TrainingSentence {
  readonly label: string
  readonly lower: string
  /** Patterns count alike, however many sentences they stand for. */
  readonly weight: number
}

const SENTENCES_OF_A_PATTERN = 6

/** Made of the examples that people wrote down, of intents and of what is not ours. */
export async function writtenSentences(): Promise<TrainingSentence[]> {
  const fillers = (await readFillers()) as Readonly<Record<string, readonly string[]>>
  return (await writtenGroups()).flatMap(({ intent, patterns }) =>
    patterns.flatMap((pattern) =>
      labelled(intent, expand(pattern, { fillers, count: SENTENCES_OF_A_PATTERN, seed: intent })),
    ),
  )
}

/** Made of the templates of the intents that have no such examples. */
export async function declaredSentences(): Promise<TrainingSentence[]> {
  const fillers = await readFillers()
  return (await declaredGroups()).flatMap(({ intent, patterns }) =>
    patterns.flatMap((template) => {
      const drawn = drawSentences(template, { fillers, count: SENTENCES_OF_A_PATTERN, seed: intent })
      return labelled(
        intent,
        drawn.filter((said) => !meansAnother(said, intent)),
      )
    }),
  )
}

function labelled(label: string, made: readonly string[]): TrainingSentence[] {
  const weight = 1 / Math.sqrt(made.length)
  return made.map((said) => ({ label, lower: normalize(said, correct).lower, weight }))
}

/**
 * Changes with the examples and with the intents that have none, so that a test can tell when the weights are out of date.
 * Templates may change without: what they match they match by themselves.
 */
export async function trainingSha256(): Promise<string> {
  const named = (await declaredGroups()).map(({ intent }) => intent)
  return createHash('sha256')
    .update(JSON.stringify([await readFillers(), await writtenGroups(), named]))
    .digest('hex')
}

async function writtenGroups() {
  const files = await Array.fromAsync(glob('*.txt', { cwd: fileURLToPath(folder) }))
  const texts = await Promise.all(files.toSorted().map(read))
  return texts.flatMap(readExamples)
}

async function declaredGroups() {
  const written = new Set((await writtenGroups()).map(({ intent }) => intent))
  return [...declaredIntents.values()]
    .filter(({ name }) => !written.has(name))
    .map(({ name, example, templates }) => ({
      intent: name,
      patterns: [
        example.replaceAll(/[[\](){}<>|]/g, ' '),
        ...templates.map((one) => (typeof one === 'string' ? one : one[0])),
      ],
    }))
}

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'UTC' })
const correct = spellingCorrection(() => true)

/** What another intent is worded as is no example of this one. */
function meansAnother(said: string, label: string): boolean {
  const worded = matchIntent(asSentence(said), when)
  return worded !== undefined && worded.intent !== label
}

const folder = new URL('../examples/', import.meta.url)

async function readFillers(): Promise<Fillers> {
  return JSON.parse(await read('fillers.json')) as Fillers
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8')
}
