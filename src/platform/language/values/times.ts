import { monthStart } from './calendar.ts'
import { wordsToDigits } from './numbers.ts'

export interface ClockTime {
  readonly hour: number
  readonly minute: number
  /** Said with am, pm, a part of the day or as 24 hours: there is no other reading. */
  readonly isExact: boolean
  readonly text: string
}

/** "half past seven", "quarter to 9 pm", "6:30", "19.15", "noon", "ten in the evening", "six thirty". */
export function readTime(text: string): ClockTime | undefined {
  const prepared = wordsToDigits(text.toLowerCase())
    .replaceAll(/\b([ap])\.\s?m\.?(?=\W|$)/g, '$1m')
    .replaceAll(/\ba m\b/g, 'am')
    .replaceAll(/\bp m\b/g, 'pm')
  return named(prepared) ?? spoken(prepared) ?? numeric(prepared)
}

const timeSaid = new RegExp(
  String.raw`\b(\d{1,2})[:.](\d{2})\b(?!\.\d|[./]\d)|\b(?:at|by) (\d{1,2})\b(?![:./-]\d| (?:of )?${monthStart})`,
  'gi',
)

/** The time that a text says although no clock shows it: "25:00". */
export function impossibleTime(text: string): string | undefined {
  for (const match of text.matchAll(timeSaid))
    if (Number(match[1] ?? match[3]) > 24 || Number(match[2] ?? 0) > 59)
      return match[0].replace(/^(?:at|by) /i, '')
  return /\b(?:1[3-9]|2[0-4])(?:[:.]\d{2})? ?a\.?m\b/i.exec(text)?.[0]
}

/** 7:05 */
export function clockText({ hour, minute }: Pick<ClockTime, 'hour' | 'minute'>): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function named(text: string): ClockTime | undefined {
  const match = /\b(noon|midday|mid day|midnight)\b/.exec(text)
  return match
    ? { hour: match[1] === 'midnight' ? 0 : 12, minute: 0, isExact: true, text: match[0] }
    : undefined
}

/** "half past 7", "quarter to 9", "10 past 6"; "at half 6" is half past 6 for the British. */
function spoken(said: string): ClockTime | undefined {
  const text = said.replace(
    /\b(at|by|for|until|till|around|about) half (?=(?:[1-9]|1[0-2])\b(?!\s*(?:%|[a-z]*(?:inch|minute|hour|day|week|year|percent))))/,
    '$1 half past ',
  )
  const match =
    /\b(half|(?:a )?quarter|\d{1,2})(?: minutes?)? (past|after|to|till|before|of) (\d{1,2})\b(?:\s*(?:o'?clock)?\s*(am|pm))?/.exec(
      text,
    )
  if (!match || (match[2] === 'of' && !match[1]!.endsWith('quarter'))) return undefined
  const minutes = match[1] === 'half' ? 30 : match[1]!.endsWith('quarter') ? 15 : Number(match[1])
  const isBefore = match[2] === 'to' || match[2] === 'till' || match[2] === 'before' || match[2] === 'of'
  const base = Number(match[3])
  if (base > 24 || minutes > 59) return undefined
  const total = base * 60 + (isBefore ? -minutes : minutes)
  return halved({ hour: Math.floor(total / 60), minute: ((total % 60) + 60) % 60 }, match[4], {
    text,
    match: match[0],
  })
}

function numeric(text: string): ClockTime | undefined {
  const match =
    /\b(\d{1,2})[:.](\d{2})\s*(am|pm)?\b(?!\s*%)/.exec(text) ??
    /\bat (\d{1,2})h(\d{2})\b/.exec(text) ??
    /\b(?:at|by|around) ([01]\d|2[0-3])([0-5]\d)\b(?!\s*(?:am|pm))/.exec(text) ??
    /\b(\d{1,2})(?: (\d{2}))?\s*(am|pm)\b/.exec(text) ??
    /\b(\d{1,2})(\d{2})\s*(am|pm)\b/.exec(text) ??
    /\b(\d{1,2})(?: (\d{2}))?\s*o'?\s?clock\b/.exec(text) ??
    /\b(?:at|by|for|to|until|past|around) (\d{1,2})(?: (\d{2}))?\b(?!\s*(?:minutes?|mins?|hours?|seconds?|secs?|days?|%|percent|st\b|nd\b|rd\b|th\b|items?|people))/.exec(
      text,
    ) ??
    /^(?:alarm )?(\d{1,2})(?: (\d{2}))?$/.exec(text) ??
    /\b(\d{1,2})(?: (\d{2}))? (?=in the (?:morning|afternoon|evening)|at night|this evening|tonight|tomorrow)/.exec(
      text,
    )
  if (!match) return undefined
  return halved({ hour: Number(match[1]), minute: Number(match[2] ?? 0) }, match[3], {
    text,
    match: match[0],
  })
}

function halved(
  { hour, minute }: { hour: number; minute: number },
  half: string | undefined,
  { text, match }: { text: string; match: string },
): ClockTime | undefined {
  if (hour > 24 || minute > 59) return undefined
  const part = half ?? partOfDay(text)
  if (part === 'night' && hour <= 12) return { hour: hourOfNight(hour), minute, isExact: true, text: match }
  if (part === 'pm' && hour < 12) return { hour: hour + 12, minute, isExact: true, text: match }
  if (part === 'am' && hour === 12) return { hour: 0, minute, isExact: true, text: match }
  const isExact = part !== undefined || hour > 12 || hour === 0
  return { hour: hour % 24, minute, isExact, text: match }
}

/** "12 tonight" is midnight, and "2 at night" is before the morning. */
export function hourOfNight(hour: number): number {
  if (hour === 12) return 0
  return hour < 5 ? hour : hour + 12
}

function partOfDay(text: string): string | undefined {
  if (/\b(?:tonight|at night)\b/.test(text)) return 'night'
  if (/\b(?:afternoon|evening)\b/.test(text)) return 'pm'
  return /\bmorning\b/.test(text) ? 'am' : undefined
}
