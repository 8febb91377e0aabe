import { readRecurring, recurringPattern } from '../../../../platform/language/values/recurring.ts'
import { timeWord } from '../../../../platform/language/values/when-words.ts'
import { readSchedule } from '../../wizard/schedule-words.ts'
import type { TriggerReading } from './trigger-reading.ts'

const SOMEWHERE = new RegExp(String.raw`(?<=^|[\s,])${recurringPattern}(?![\p{L}\d])`, 'giu')
/** What can follow times without being told by them: "the weekly report" is no time. */
const BEHIND = /^(?:$|[,.:;]|\s+(?:and|then|but|unless|if|except)\b)/i

const CLOCK = new RegExp(timeWord, 'i')
const ALSO = new RegExp(`^ and (${timeWord})(?![\\p{L}\\d])`, 'iu')

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
    if (!stands) continue
    const second = ALSO.exec(text.slice(end))
    if (!second) return { start, end, reading: timesReading(match[0]) }
    return { start, end: end + second[0].length, reading: bothTimes(match[0], second[1]!) }
  }
  return undefined
}

/** "every day at 9am and 5pm" */
function bothTimes(words: string, time: string): TriggerReading {
  const first = timesReading(words)
  const second = timesReading(words.replace(CLOCK, time.startsWith('at ') ? time : `at ${time}`))
  if ('question' in first || 'question' in second) return 'question' in first ? first : second
  return { triggers: [...first.triggers, ...second.triggers] }
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
