import { countOf } from '../../../contract/text/counts.ts'
import { plainNumbers } from './notation.ts'
import { wordsToDigits } from './numbers.ts'

const secondsOf: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hr: 3_600,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
}

const unit = '(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|weeks?)'
const withNumber = new RegExp(
  String.raw`(\d+(?:\.\d+)?)(?:\s*|-)${unit}\b(?:\s+and\s+(?:a|1)\s+(half|quarter))?`,
  'gi',
)

export interface Duration {
  readonly seconds: number
  /** The sentence without the duration, to look for what it is for. */
  readonly rest: string
}

/** "1/2 hour", "1 1/2 hours", "3/4 of an hour" */
const fraction = new RegExp(
  String.raw`(?<![\d/])(?:(\d+) )?(\d+) ?[/⁄] ?([1-9]\d*)(?: of)?(?: an?| 1)? ?(?=${unit}\b)`,
  'gi',
)

/** "1h30m" is cut where the next number begins. */
const glued = /(?<=\d ?(?:h|hrs?|m|mins?|s|secs?))(?=\d)/gi

/** "5 min 30", "an hour and 15": the number at the end is of the next smaller unit. */
const hoursOpen = /\b(\d+) ?(?:h(?:ou)?rs?|hour|h)(?: and)? (\d{1,2})$/i
const minutesOpen = /\b(\d+) ?(?:m|mins?|minutes?)(?: and)? (\d{1,2})$/i

/** "5 or 10 minutes", "5 to 10 minutes" */
const eitherOf = new RegExp(String.raw`\b\d+ (?:or|to) \d+(?:\.\d+)? ?${unit}\b`, 'i')

/** "an hour and a half", "2h 30m", "ninety seconds", "5-minute": all of it added up; undefined where there are two. */
export function readDuration(text: string): Duration | undefined {
  const prepared = wordsToDigits(plainNumbers(text).text)
    .replaceAll(glued, ' ')
    .replaceAll(
      fraction,
      (...[, whole, a, b]: (string | undefined)[]) => `${Number(whole ?? 0) + Number(a) / Number(b)} `,
    )
    .replaceAll(/\b(?:a )?couple (?:of )?(?=seconds|minutes|hours|days|weeks)/gi, '2 ')
    .replaceAll(/\bhalf (?:of )?(?:an?|1) (hour|minute|day)\b/gi, '0.5 $1')
    .replaceAll(/\b(?:a |1 )?quarter (?:of )?(?:an?|1) hour\b/gi, '15 minutes')
    .replaceAll(/\b3 quarters of (?:an?|1) hour\b/gi, '45 minutes')
    .replaceAll(
      /\b(\d+) and (?:a|1) half[ -](hours?|minutes?|days?)\b/gi,
      (_, whole: string, name: string) => `${whole}.5 ${name}`,
    )
    .replaceAll(/\bhalf hour\b/gi, '30 minutes')
    .replaceAll(/\b(?:an?|1) (second|minute|hour|day|week)\b/gi, '1 $1')
    .replaceAll(
      /\b(\d+) ?h ?(\d{1,2})\b(?! ?(?:h|hours?|s|secs?|seconds?)\b)(?: ?m(?:in(?:ute)?s?)?\b)?/gi,
      '$1 hours $2 minutes',
    )
    .replace(hoursOpen, '$1 hours $2 minutes')
    .replace(minutesOpen, '$1 minutes $2 seconds')
  if (eitherOf.test(prepared)) return undefined
  let seconds = 0
  const sizes = new Set<number>()
  for (const match of prepared.matchAll(withNumber)) {
    const size = secondsOf[singular(match[2]!)]!
    // "5 minutes and 10 minutes" are two, and nobody knows which is meant.
    if (sizes.has(size)) return undefined
    sizes.add(size)
    seconds += Number(match[1]) * size
    if (match[3] === 'half') seconds += size / 2
    if (match[3] === 'quarter') seconds += size / 4
  }
  if (seconds <= 0) return undefined
  const rest = prepared
    .replaceAll(withNumber, ' ')
    .replaceAll(/(?<=\s)and(?=\s*$|\s+and\b)/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { seconds: Math.round(seconds), rest }
}

/** "90" is "1 minute 30 seconds". */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
    [Math.round(seconds % 60), 'second'],
  ] as const
  const shown = parts.flatMap(([count, name]) => (count > 0 ? [countOf(count, name)] : []))
  return shown.join(' ') || '0 seconds'
}

function singular(name: string): string {
  const lower = name.toLowerCase()
  return lower.length > 1 && lower.endsWith('s') ? lower.slice(0, -1) : lower
}
