import { isoDay, monthWord, type Day } from './calendar.ts'
import { moved, readDate } from './dates.ts'
import { wordsToDigits } from './numbers.ts'

const weekday = '(?:sun|mon|tues|wednes|thurs|fri|satur)day'
const near = String.raw`(?:(?:next |this )?${weekday}|today|tomorrow)`
const count = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})'

/** "a week on friday", "two weeks today"; "for a week from monday" says how long, not when. */
const onFrom = new RegExp(
  String.raw`(?<!\b(?:for|every|each) )\b(${count}) (week|fortnight)s?(?: (?:on|from|after))? (${near})\b(?!'|,? a week off)`,
  'gi',
)
/** "friday week" */
const weekOn = new RegExp(
  String.raw`(?<!\b(?:every|each|the|last) )\b(${weekday}|tomorrow) (week|fortnight)\b(?! (?:\d|of\b|in\b|on\b|after\b|before\b|ending\b|starting\b))`,
  'gi',
)
/** "the friday after next" */
const afterNext = new RegExp(String.raw`\b(?:the )?(${weekday}) after next\b(?! \p{L}+day)`, 'giu')
/** "two days before christmas", "the day after 3 december" */
const beside = new RegExp(
  String.raw`\b(?:the|(${count})) (day|week|fortnight|month)s? (before|after) (?=(\S.*))`,
  'i',
)

/** Days that are told from another one, written as dates: a reader that saw only the other one would take that. */
export function withRelativeDays(text: string, today: Day): string {
  const later = (base: string, many: number, unit: string) => {
    const day = readDate(base, today)?.day
    return day && isoDay(moved(day, unit === 'fortnight' ? many * 2 : many, 'week'))
  }
  const plain = text
    .replaceAll(onFrom, (...found: string[]) => {
      const [said, many, unit, base] = found as [string, string, string, string]
      return later(base, numberOf(many), unit.toLowerCase()) ?? said
    })
    .replaceAll(weekOn, (said, base: string, unit: string) => later(base, 1, unit.toLowerCase()) ?? said)
    .replaceAll(afterNext, (said, base: string) => later(base, 1, 'week') ?? said)
  return besideDay(plain, today)
}

function besideDay(text: string, today: Day): string {
  const match = beside.exec(text)
  if (!match) return text
  const [said, many = 'a', unit, side, rest] = match as unknown as [
    string,
    string | undefined,
    string,
    string,
    string,
  ]
  const base = readDate(rest, today)
  // Only what stands right there: "a week before my exam on friday" is told from the exam.
  if (!base || !rest.toLowerCase().startsWith(base.text) || /^(?:tomorrow|yesterday)/i.test(rest)) return text
  const [times, of] = unit.toLowerCase() === 'fortnight' ? [2, 'week'] : [1, unit.toLowerCase()]
  const day = moved(base.day, numberOf(many) * times * (side.toLowerCase() === 'before' ? -1 : 1), of)
  return text.slice(0, match.index) + isoDay(day) + text.slice(match.index + said.length + base.text.length)
}

function numberOf(said: string): number {
  return /^an?$/i.test(said) ? 1 : Number(wordsToDigits(said.toLowerCase()))
}

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const inWords = new RegExp(
  String.raw`\b(on the|for the|to the|${monthWord}(?: the)?) (?:(twenty|thirty)[- ])?(${ordinals.join('|')}|thirtieth)\b(?= of ${monthWord}\b| at\b| from\b|,|$)`,
  'gi',
)

/** "On the twenty second of march" is on the 22nd: days of events are read in digits. */
export function withDaysInDigits(text: string): string {
  return text.replaceAll(inWords, (...found: (string | undefined)[]) => {
    const [, before, tens, ordinal] = found
    const ones = ordinal!.toLowerCase() === 'thirtieth' ? 30 : ordinals.indexOf(ordinal!.toLowerCase()) + 1
    const day = ones + (tens === undefined ? 0 : tens.toLowerCase() === 'twenty' ? 20 : 30)
    return `${before} ${day}${{ 1: 'st', 2: 'nd', 3: 'rd' }[day % 100 > 10 && day < 14 ? 0 : day % 10] ?? 'th'}`
  })
}
