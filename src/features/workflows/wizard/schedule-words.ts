/** When something recurs, as a schedule takes it. */
export interface ScheduleWish {
  readonly cron?: string
  readonly every?: string
  readonly timezone?: string
}

/** What was understood: a schedule, none, or what is missing, as a sentence. */
export type ReadSchedule = { readonly wish: ScheduleWish | null } | { readonly problem: string }

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const TIMES: Readonly<Record<string, string>> = {
  midnight: '0 0',
  noon: '0 12',
  midday: '0 12',
  morning: '0 8',
  afternoon: '0 14',
  evening: '0 18',
  night: '0 22',
}
const UNITS = { second: 's', minute: 'm', hour: 'h', day: 'd', week: 'w' } as const
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const EXAMPLES =
  'Say for example "every weekday at 9", "every 2 hours", "on the 1st of every month at 8:30", or no.'
const LONGEST = 200
const NONE =
  /^(?:no|nope|never|none|not|once|just once|only once|not now|no schedule|no thanks|n)\b[\s,.!]*(?:thanks|thank you|schedule|that is all)?$/

/** Reads "every weekday at 9" and the like; cron expressions and lengths such as 2h are taken as they are. */
export function readSchedule(words: string): ReadSchedule {
  const { text, timezone } = zoneIn(words.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST))
  const lower = text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim()
  if (NONE.test(lower)) return { wish: null }
  const zone = timezone === undefined ? {} : { timezone }
  const expression = /^(?:cron:? )?((?:[\d*/,-]+ ){4,5}[\w*/,#-]+)$/i.exec(lower)?.[1]
  if (expression !== undefined) return { wish: { cron: expression, ...zone } }
  const every = lengthIn(lower)
  if (every !== undefined) return { wish: { every } }
  const days = daysIn(lower)
  if (days === undefined)
    return { problem: `I do not understand "${words.trim().slice(0, 100)}" as times. ${EXAMPLES}` }
  const time = timeIn(lower)
  if (time === undefined) return { problem: `At what time? ${EXAMPLES}` }
  if (time === 'none') return { problem: `There is no such time of day. ${EXAMPLES}` }
  return { wish: { cron: `${time} ${days}`, ...zone } }
}

function zoneIn(text: string): { text: string; timezone?: string } {
  const match = /\s*(?:\bin |\()?\b(UTC|GMT|[A-Z][A-Za-z_]+\/[A-Z][A-Za-z_/+-]+)\)?(?: time)?\s*$/.exec(text)
  return match ? { text: text.slice(0, match.index), timezone: match[1]! } : { text }
}

function lengthIn(text: string): string | undefined {
  const short = /^(?:every )?(\d+) ?([smhdw])$/.exec(text)
  if (short) return short[1]! + short[2]!
  if (/^(?:hourly|every hour)$/.test(text)) return '1h'
  if (/^every minute$/.test(text)) return '1m'
  const match = /^every (\d+|other|[a-z]+) (second|minute|hour|day|week)s?$/.exec(text)
  if (!match) return undefined
  const count = match[1] === 'other' ? 2 : (numberOf(match[1]!) ?? 0)
  return count > 0 ? `${count}${UNITS[match[2] as keyof typeof UNITS]}` : undefined
}

function numberOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word)
  const index = NUMBERS.indexOf(word)
  return index === -1 ? undefined : index
}

/** The last three parts of a cron expression: day of the month, month, day of the week. */
const DAY_RULES: readonly [RegExp, string][] = [
  [/\blast day of (?:every|each|the) month\b/, 'L * *'],
  [/\b(?:monthly|every month|first of (?:every|each|the) month)\b/, '1 * *'],
  [/\b(?:weekdays?|working days?|workdays?)\b/, '* * 1-5'],
  [/\bweekends?\b/, '* * 0,6'],
]
const EVERY_DAY = /\b(?:every ?day|daily|each day|every (?:morning|afternoon|evening|night|noon|midnight))\b/
const DAY_OF_MONTH =
  /\b(\d{1,2})(?:st|nd|rd|th)?(?: day)? (?:of )?(?:every|each|the|a) month\b|\bmonthly on the (\d{1,2})/

function daysIn(text: string): string | undefined {
  const ofMonth = DAY_OF_MONTH.exec(text)
  const day = ofMonth && Number(ofMonth[1] ?? ofMonth[2])
  if (day !== null) return day >= 1 && day <= 31 ? `${day} * *` : undefined
  const rule = DAY_RULES.find(([pattern]) => pattern.test(text))
  if (rule) return rule[1]
  const named = DAYS.flatMap((name, index) =>
    new RegExp(`\\b${name.slice(0, 3)}(?:${name.slice(3)})?s?\\b`).test(text) ? [index] : [],
  )
  if (named.length > 0) return `* * ${named.join(',')}`
  return EVERY_DAY.test(text) ? '* * *' : undefined
}

/** "at 9", "at 7.30 pm", "19:30", "8pm". */
const CLOCK =
  /\b(?:at |@ ?)(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2}))?\s*(?<half>am|pm|a\.m|p\.m)?|\b(?<hour>\d{1,2}):(?<minute>\d{2})\s*(?<half>am|pm)?|\b(?<hour>\d{1,2})\s*(?<half>am|pm)\b/

/** Minute and hour; `none` for a time that no clock shows. */
function timeIn(text: string): string | undefined {
  const said = CLOCK.exec(text)?.groups
  if (!said) {
    const name = Object.keys(TIMES).find((word) => new RegExp(`\\b${word}\\b`).test(text))
    return name === undefined ? undefined : TIMES[name]
  }
  const hour = hourOf(Number(said['hour']), said['half']?.[0])
  const minute = Number(said['minute'] ?? 0)
  return hour === undefined || minute > 59 ? 'none' : `${minute} ${hour}`
}

/** Of 24, from what the clock says and whether that is before or after noon. */
function hourOf(said: number, half: string | undefined): number | undefined {
  if (half === undefined) return said > 23 ? undefined : said
  if (said < 1 || said > 12) return undefined
  return (said % 12) + (half === 'p' ? 12 : 0)
}
