import { readRecurring, recurringPattern } from '../../../../platform/language/values/recurring.ts'
import { readSchedule } from '../../wizard/schedule-words.ts'
import type { TriggerReading } from './trigger-reading.ts'

const SOMEWHERE = new RegExp(String.raw`(?<=^|[\s,])${recurringPattern}(?![\p{L}\d])`, 'giu')
/** What can follow times without being told by them: "the weekly report" is no time. */
const BEHIND = /^(?:$|[,.:;]|\s+(?:and|then|but|unless|if|except)\b)/i

export interface FoundTimes {
  readonly start: number
  readonly end: number
  readonly reading: TriggerReading
}

/** The words of a sentence that say when it recurs: at its beginning, at its end, or where a part of it ends. */
export function findTimes(text: string): FoundTimes | undefined {
  for (const match of text.matchAll(SOMEWHERE)) {
    const start = match.index
    const end = start + match[0].length
    const stands = start === 0 || BEHIND.test(text.slice(end))
    if (stands) return { start, end, reading: timesReading(match[0]) }
  }
  return undefined
}

function timesReading(words: string): TriggerReading {
  const said = readRecurring(words)
  const read = readSchedule(said?.times ?? words)
  if ('problem' in read || read.wish === null)
    return { question: 'problem' in read ? read.problem : 'When should it run?' }
  const hour = said?.doubtful_hour
  return {
    triggers: [{ type: 'schedule', ...read.wish }],
    ...(hour !== undefined && { notes: [`"${words.trim()}" was taken as ${hour} o'clock in the morning.`] }),
  }
}
