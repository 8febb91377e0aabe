import { stemOf } from '../../../../platform/language/word-stems.ts'
import { readCalendarTrigger } from './calendar-triggers.ts'
import { readFileTrigger } from './file-triggers.ts'
import { readMailTrigger } from './mail-triggers.ts'
import type { MarkedText } from './marked-text.ts'
import { readMetricTrigger } from './metric-triggers.ts'
import {
  readChatTrigger,
  readFeedTrigger,
  readNotificationTrigger,
  readStoreTrigger,
  readWebhookTrigger,
  readWorkflowTrigger,
} from './other-triggers.ts'
import { findRelativeTrigger } from './relative-triggers.ts'
import { findTimes } from './recurring-trigger.ts'
import type { FoundTrigger, TriggerReading } from './trigger-reading.ts'

const INTRO =
  /(?<=^|[\s,;])(?:whenever|when|as soon as|(?:every|each) (?:single )?time(?: that)?|any ?time(?: that)?|once|the moment(?: that)?|if(?: ever)?|in case|after|(?:up)?on(?= (?:an? )?(?:new|incoming)\b))\s+/gi
const AHEAD =
  /(?<=^|[\s,])(?:(?:\d+|an?|one|two|three|five|ten|fifteen|twenty|thirty|half an?|a quarter of an) [a-z ]{1,25}? |shortly |right |just )?(?:before|ahead of|prior to|in advance of) (?:every|each|any|all|my|an?|the) /gi
const OR_WHEN = /,? or (?:when(?:ever)?|if|as soon as|after) /i
/** Nobody says more of them in one sentence, and each is tried with every other. */
const MAX_TRIED = 8

/** Reads an event that words tell of from beginning to end. */
export function readTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const words = text.trim().replace(/[\s,.:;!]+$/, '')
  const several = words.split(OR_WHEN)
  if (several.length > MAX_TRIED) return undefined
  if (several.length > 1) return together(several.map((one) => readTrigger(one, marks)))
  return (
    readMetricTrigger(words) ??
    readFeedTrigger(words, marks) ??
    readCalendarTrigger(words, marks) ??
    readNotificationTrigger(words, marks) ??
    readWorkflowTrigger(words, marks) ??
    readMailTrigger(words, marks) ??
    readFileTrigger(words, marks) ??
    readStoreTrigger(words) ??
    readChatTrigger(words, marks) ??
    readWebhookTrigger(words)
  )
}

/** Any of several starts it. What "it" is, is known where all tell of the same. */
function together(readings: readonly (TriggerReading | undefined)[]): TriggerReading | undefined {
  const read = readings.filter((reading) => reading !== undefined)
  if (read.length < readings.length) return undefined
  const known: Extract<TriggerReading, { triggers: unknown }>[] = []
  for (const reading of read) {
    if ('question' in reading) return reading
    known.push(reading)
  }
  const [first] = known.map(({ thing }) => thing)
  const isSame = known.every(({ thing }) => thing?.type === first?.type && thing?.ending === first?.ending)
  return { triggers: known.flatMap(({ triggers }) => triggers), ...(isSame && { thing: first }) }
}

/** The first event or time that a sentence tells of. `verbs` are stems of words that begin something to do. */
export function findTrigger(
  marks: MarkedText,
  { verbs, readsCondition }: { verbs: ReadonlySet<string>; readsCondition: ReadsCondition },
): FoundTrigger | undefined {
  const { text } = marks
  const starts = [...text.matchAll(INTRO)].map((match) => ({
    at: match.index,
    from: match.index + match[0].length,
  }))
  const ahead = [...text.matchAll(AHEAD)].map((match) => ({ at: match.index, from: match.index }))
  for (const start of [...ahead, ...starts].slice(0, MAX_TRIED)) {
    const found = eventAt(start, { marks, verbs, readsCondition })
    if (found) return found
  }
  const relative = findRelativeTrigger(marks)
  if (relative) return relative
  const times = findTimes(text)
  if (!times) return undefined
  const before = text.slice(0, times.start)
  const after = text.slice(times.end)
  return { reading: times.reading, said: text.slice(times.start, times.end), actions: parts(before, after) }
}

/** Whether words are a condition about what an event brings. */
export type ReadsCondition = (text: string, reading: TriggerReading) => boolean

function eventAt(
  { at, from }: { at: number; from: number },
  context: { marks: MarkedText; verbs: ReadonlySet<string>; readsCondition: ReadsCondition },
): FoundTrigger | undefined {
  const { marks, verbs } = context
  const { text } = marks
  const before = text.slice(0, at)
  const behind = text.slice(from)
  for (const { end, next } of boundaries(behind, { verbs, isLeading: before.trim() === '' })) {
    const event = eventOf(behind.slice(0, end), context)
    if (event)
      return { ...event, said: text.slice(at, from + end), actions: parts(before, behind.slice(next)) }
  }
  return undefined
}

const AND_IF = /,? (?:and|but)(?: only)?(?: (?:if|when))? |,? (?:only )?if /gi

function eventOf(
  words: string,
  { marks, readsCondition }: { marks: MarkedText; readsCondition: ReadsCondition },
): Pick<FoundTrigger, 'reading' | 'condition'> | undefined {
  const reading = readTrigger(words, marks)
  if (reading) return { reading }
  for (const match of words.matchAll(AND_IF).take(MAX_TRIED)) {
    const event = readTrigger(words.slice(0, match.index), marks)
    const condition = words.slice(match.index + match[0].length)
    if (event && readsCondition(condition, event)) return { reading: event, condition }
  }
  return undefined
}

/** Where an event may end: at a comma, before "and" with something to do, at the end, or before something to do. */
function boundaries(
  text: string,
  { verbs, isLeading }: { verbs: ReadonlySet<string>; isLeading: boolean },
): { end: number; next: number }[] {
  const at = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => ({ end: match.index, next: match.index + match[0].length }))
  const isVerb = ({ next }: { next: number }) => {
    const word = /^[\p{L}-]+/u.exec(text.slice(next))?.[0]
    return word !== undefined && verbs.has(stemOf(word.toLowerCase()))
  }
  const strong = at(/,? then |[,;:]\s*(?:then )?|[.!] +| [-–—] /gi)
  const joined = at(/,? and (?:then )?/gi).filter(isVerb)
  const whole = { end: text.length, next: text.length }
  const plain = isLeading ? at(/ +(?:please )?/g).filter(isVerb) : []
  return [...strong, ...[...joined, ...plain].toSorted((a, b) => a.end - b.end), whole]
}

function parts(...texts: readonly string[]): string[] {
  return texts
    .map((text) =>
      text.replace(/^[\s,:;.–—-]+(?:then |and )?/i, '').replace(/(?:[\s,:;.–—-]|\b(?:and|then|but))+$/i, ''),
    )
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
}
