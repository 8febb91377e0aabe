import {
  addDays,
  daysInMonth,
  isoDay,
  isRealDay,
  weekdayOf,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import {
  otherReading,
  readDateSum,
  readDayBehind,
  readStretch,
} from '../../../../platform/language/values/date-sums.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { present, type Slots, type SlotReader } from './reader.ts'

/** Sums with days: between two of them, since one, so many after one, an age. Undefined where the sentence has none. */
export const readDaySum: SlotReader = ({ text, lower }, { today }) => {
  const asked = text.replace(/[?.!]+$/, '')
  return (
    readAge(asked, today) ??
    readBetween(asked, today) ??
    readSince(asked, today) ??
    readSum(asked, today) ??
    readLeapYear(lower, today) ??
    readYearLength(lower) ??
    readLeft(lower, today)
  )
}

const ends = [/\bbetween (.+?) and (.+)$/i, /\b(?:from|starting) (.+?) (?:to|until|till|til|through) (.+)$/i]

export function readBetween(text: string, today: Day): Slots | undefined {
  for (const pattern of ends) {
    const match = pattern.exec(text)
    const stretch = match && readStretch(match[1]!, match[2]!, today)
    if (stretch)
      return present({
        asks: 'between',
        from: isoDay(stretch.from.day),
        to: isoDay(stretch.to.day),
        unit: unitIn(text),
      })
  }
  return undefined
}

function readSince(text: string, today: Day): Slots | undefined {
  const named =
    /\b(?:since|passed since|gone by since) (.+)$/i.exec(text)?.[1] ??
    /\bhow (?:long|many \w+) ago (?:was|is) (.+)$/i.exec(text)?.[1]
  const found = named === undefined ? undefined : readDayBehind(named, today)
  if (!found) return undefined
  const other = otherReading(found.text)
  return present({
    asks: 'since',
    from: isoDay(found.day),
    to: isoDay(today),
    label: found.label,
    unit: unitIn(text),
    said: other && found.text,
    other: other && isoDay(other),
  })
}

function readSum(text: string, today: Day): Slots | undefined {
  const sum = readDateSum(text, today)
  if (!sum) return undefined
  const { base, count, unit, result } = sum
  return present({
    asks: 'sum',
    date: isoDay(result),
    base: isoDay(base.day),
    count,
    unit,
    label: base.label,
  })
}

function readAge(text: string, today: Day): Slots | undefined {
  if (!/\bhow old\b|\bage\b/i.test(text)) return undefined
  const said = /\bborn (?:on |in )?(.+?)(?:,? (?:how old|what age|what is).*)?$/i.exec(text)?.[1]
  if (said === undefined) return undefined
  const year = /^(?:the year )?(\d{4})$/.exec(wordsToDigits(said).trim())?.[1]
  const at = ageAt(text.replace(said, ' '), today)
  if (year !== undefined)
    return Number(year) > 1_850 && Number(year) <= today.year
      ? present({ asks: 'age', year: Number(year), to: isoDay(at) })
      : undefined
  const born = readDate(said, today)
  if (!born || !/\d{4}|[./]\d{2}$/.test(born.text)) return undefined
  const other = otherReading(born.text)
  return present({
    asks: 'age',
    from: isoDay(born.day),
    to: isoDay(at),
    said: other && born.text,
    other: other && isoDay(other),
  })
}

/** "how old will I be in 2030": its last day, when the birthday has surely been. */
function ageAt(text: string, today: Day): Day {
  const year = /\b(?:in|by) (\d{4})\b/.exec(text)?.[1]
  if (year !== undefined) return { year: Number(year), month: 12, day: 31 }
  return /\bwill\b/i.test(text) ? (readDate(text, today)?.day ?? today) : today
}

export function readLeapYear(lower: string, today: Day): Slots | undefined {
  if (!/\bleap years?\b/.test(lower)) return undefined
  if (/\bhow (?:many|long)\b/.test(lower)) return { asks: 'leap.length' }
  const year = Number(/\b(\d{3,4})\b/.exec(lower)?.[1] ?? relativeYear(lower, today))
  if (/\b(?:when|which|what)\b.*\bnext\b|\bnext leap year\b/.test(lower)) return { asks: 'leap.next', year }
  return isRealDay({ year, month: 1, day: 1 }) ? { asks: 'leap', year } : undefined
}

function readYearLength(lower: string): Slots | undefined {
  const year = /\bhow many (?:days|weeks)(?: are)?(?: there)? in (?:the year )?(\d{4})$/.exec(lower)?.[1]
  return year === undefined ? undefined : { asks: 'year.length', year: Number(year) }
}

/** "how many days are left this year" */
function readLeft(lower: string, today: Day): Slots | undefined {
  const span =
    /\bhow (?:many|much) (day|week)s?\b.*\b(?:left|remain|remaining)\b.*\b(year|month|week)\b/.exec(lower)
  if (!span) return undefined
  const last = lastDayOf(span[2]!, today)
  return present({ asks: 'left', to: isoDay(last), unit: span[1], label: `this ${span[2]}` })
}

function lastDayOf(span: string, today: Day): Day {
  if (span === 'year') return { year: today.year, month: 12, day: 31 }
  if (span === 'month') return { ...today, day: daysInMonth(today.year, today.month) }
  return addDays(today, (7 - weekdayOf(today)) % 7)
}

function relativeYear(lower: string, { year }: Day): number {
  if (/\bnext year\b/.test(lower)) return year + 1
  return /\blast year\b/.test(lower) ? year - 1 : year
}

function unitIn(text: string): string | undefined {
  return (
    /\b(?:how many|number of|in) (day|week|month|year|working day|business day|weekday)s\b/i
      .exec(text)?.[1]
      ?.toLowerCase() ?? /^(day|week|month|year)s\b/i.exec(text)?.[1]?.toLowerCase()
  )
}
