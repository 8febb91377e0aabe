import { repetitionPattern } from './repetition.ts'
import { clockText, readTime } from './times.ts'
import { timeWord } from './when-words.ts'

/** When something recurs, as a part of patterns: "every monday at 9", "at 5pm on weekdays", "every 2 hours". */
export const recurringPattern = String.raw`(?:(?:${timeWord}[, ]+)?(?:every (?:noon|midnight)|${repetitionPattern})(?: (?:morning|afternoon|evening|night)s?)?(?:[, ]+(?:${timeWord}|in the (?:morning|afternoon|evening)))*)`

const whole = new RegExp(`^${recurringPattern}$`, 'i')

export interface RecurringTimes {
  /** In the words that a schedule takes: by the clock of 24 hours, so that "night at 11" is no morning. */
  readonly times: string
  /** "At 5" can be meant otherwise. */
  readonly doubtful_hour?: number
}

/** Undefined where the words say anything else. */
export function readRecurring(words: string): RecurringTimes | undefined {
  return whole.test(words) ? timesOf(words) : undefined
}

function timesOf(words: string): RecurringTimes {
  const said = new RegExp(timeWord, 'i').exec(words)?.[0]
  const days = words
    .replace(/\bnightly\b/i, 'every night')
    .replace(/\bin the (?:morning|afternoon|evening)\b/i, '')
  const time =
    said === undefined
      ? undefined
      : readTime(`at ${said.replace(/^(?:at|@|around|from) (?:about )?/i, '')} ${partOf(words)}`)
  if (said === undefined || !time) return { times: days.trim() }
  const isSmall = /\bnight/i.test(words) && time.hour % 12 < 6 && !/pm/i.test(said)
  const clock = clockText({ hour: isSmall ? time.hour % 12 : time.hour, minute: time.minute })
  const rest = days
    .replace(said, ' ')
    .replaceAll(/[,\s]+/g, ' ')
    .trim()
  const isDoubtful = !time.isExact && !/\d[:.]\d/.test(said) && time.hour >= 1 && time.hour <= 6
  return { times: `${rest} at ${clock}`, ...(isDoubtful && { doubtful_hour: time.hour }) }
}

function partOf(words: string): string {
  if (/\b(?:night|evening|nightly)\b/i.test(words)) return 'at night'
  return /\b(?:morning|afternoon)\b/i.exec(words)?.[0] ?? ''
}
