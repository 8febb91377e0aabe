import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { asSentence } from '../as-sentence.ts'
import { declaredIntents } from '../declared-intents.ts'
import type { Intent } from '../define-intent.ts'
import { matchIntent } from '../match-intents.ts'
import { normalize } from '../normalize.ts'
import { whenOf } from '../readers/reader.ts'
import { spellingCorrection } from '../spelling.ts'
import { drawSentences, type Fillers } from './draw-sentences.ts'

/** What a sentence is an example of: an intent, or something that begins with `other.` and is not ours. */
export interface TrainingSentence {
  readonly label: string
  readonly lower: string
  /** Patterns count alike, however many sentences they stand for. */
  readonly weight: number
}

interface Group {
  readonly label: string
  readonly patterns: readonly string[]
  readonly templates?: readonly string[]
}

const SENTENCES_OF_A_PATTERN = 6
/** What a template matches is decided before anything is weighed, so it tells less of what comes here. */
const WEIGHT_OF_A_TEMPLATE = 0.4

/** Of the intents that give examples, and of what is not ours. */
export async function exampleSentences(): Promise<TrainingSentence[]> {
  return sentencesOf(await exampleGroups())
}

/** Of the intents that have nothing but their templates. */
export async function templateSentences(): Promise<TrainingSentence[]> {
  return sentencesOf(templateGroups())
}

/**
 * Changes with the examples and with the intents that have none, so that a test can tell when the weights are out of date.
 * Templates may change without: what they match they match by themselves.
 */
export async function trainingSha256(): Promise<string> {
  const examples = [...declaredIntents.values()].map(({ name, examples, counterExamples }) => [
    name,
    examples,
    counterExamples,
  ])
  return createHash('sha256')
    .update(JSON.stringify([await readFillers(), await elsewhere(), examples]))
    .digest('hex')
}

async function exampleGroups(): Promise<Group[]> {
  const intents = [...declaredIntents.values()]
  return [
    ...intents.filter(({ examples }) => examples !== undefined).map(groupOf),
    ...intents.flatMap(({ name, counterExamples }) =>
      counterExamples ? [{ label: `other.${name}`, patterns: counterExamples }] : [],
    ),
    ...(await elsewhere()),
  ]
}

function templateGroups(): Group[] {
  return [...declaredIntents.values()].filter(({ examples }) => examples === undefined).map(groupOf)
}

function groupOf({ name, example, examples = [], templates }: Intent): Group {
  return {
    label: name,
    patterns: [example.replaceAll(/[[\](){}<>|]/g, ' '), ...examples],
    templates: templates.map((one) => (typeof one === 'string' ? one : one[0])),
  }
}

async function sentencesOf(groups: readonly Group[]): Promise<TrainingSentence[]> {
  const fillers = await readFillers()
  return groups.flatMap(({ label, patterns, templates = [] }) => {
    const drawn = (pattern: string, weight: number): TrainingSentence[] => {
      const made = drawSentences(pattern, { fillers, count: SENTENCES_OF_A_PATTERN, seed: label }).filter(
        (said) => !meansAnother(said, label),
      )
      return made.map((said) => ({
        label,
        lower: normalize(said, correct).lower,
        weight: weight / Math.sqrt(made.length),
      }))
    }
    return [
      ...patterns.flatMap((pattern) => drawn(pattern, 1)),
      ...templates.flatMap((template) => drawn(template, WEIGHT_OF_A_TEMPLATE)),
    ]
  })
}

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'UTC' })
const correct = spellingCorrection(() => true)

/** What another intent is worded as is no example of this one. */
function meansAnother(said: string, label: string): boolean {
  const worded = matchIntent(asSentence(said), when)
  return worded !== undefined && worded.intent !== label
}

/** What no intent is about: a line that begins with `#` names what the lines below it are. */
async function elsewhere(): Promise<Group[]> {
  const sections = (await read('elsewhere.txt')).split(/^# /m).slice(1)
  return sections.map((section) => {
    const [label, ...patterns] = section.split('\n').filter((line) => line.trim() !== '')
    return { label: label!, patterns }
  })
}

async function readFillers(): Promise<Fillers> {
  return JSON.parse(await read('fillers.json')) as Fillers
}

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}
