import { monthStart, shortMonths } from '../language/values/calendar.ts'
/** One way to write dates. A column is read in one way only, or 03/04 would be March in one row and April in another. */
export interface DateStyle {
  /** Milliseconds since 1970 in UTC; NaN when the text is no date of this style. */
  read(text: string): number
}

/** The style that most of the texts are written in; undefined when fewer than four of five are dates. */
export function dateStyleOf(texts: readonly string[]): DateStyle | undefined {
  // Most columns are no dates at all, which a few of their texts tell.
  const few = texts.slice(0, 25)
  const candidates = styles.filter((style) => countDates(style, few) >= few.length / 2)
  let best: DateStyle | undefined
  let most = 0
  for (const style of candidates) {
    const count = countDates(style, texts)
    if (count > most) [best, most] = [style, count]
  }
  return most > 0 && most >= texts.length * 0.8 ? best : undefined
}

function countDates(style: DateStyle, texts: readonly string[]): number {
  return texts.reduce((count, text) => (Number.isNaN(style.read(text)) ? count : count + 1), 0)
}

const clock = String.raw`(?:[T ,]\s?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?([AaPp]\.?[Mm]\.?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?`
const monthWord = `(${monthStart}[a-z]*)`

type Part = 'year' | 'month' | 'day'

/** The style of the international standard, which most files have. */
export const isoDates = style(String.raw`(\d{4})-(\d{1,2})-(\d{1,2})`, ['year', 'month', 'day'])

/** In order of preference: of two styles that read the same texts, the first one counts. */
const styles: readonly DateStyle[] = [
  isoDates,
  style(String.raw`(\d{4})\/(\d{1,2})\/(\d{1,2})`, ['year', 'month', 'day']),
  style(String.raw`(\d{4})[-/](\d{2})`, ['year', 'month']),
  style(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`, ['day', 'month', 'year']),
  style(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4})`, ['month', 'day', 'year']),
  style(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4})`, ['day', 'month', 'year']),
  style(String.raw`${monthWord}\.?[ -](\d{4})`, ['month', 'year']),
  style(String.raw`${monthWord}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`, ['month', 'day', 'year']),
  style(String.raw`(\d{1,2})\.?[ -]${monthWord}\.?,?[ -](\d{4})`, ['day', 'month', 'year']),
  { read: quarterStart },
]

function style(pattern: string, parts: readonly Part[]): DateStyle {
  const whole = new RegExp(`^${pattern}${clock}$`, 'i')
  return {
    read(text) {
      // A date begins with a digit or a month, and is never long: most texts are told apart by that.
      if (text.length > 40 || text.length < 6) return Number.NaN
      const match = whole.exec(text)
      if (!match) return Number.NaN
      const found = { year: 1970, month: 1, day: 1 }
      parts.forEach((part, index) => (found[part] = partValue(match[index + 1]!)))
      return moment(found, match.slice(parts.length + 1))
    },
  }
}

function partValue(text: string): number {
  const month = shortMonths.indexOf(text.slice(0, 3).toLowerCase())
  return month === -1 ? Number(text) : month + 1
}

function moment(
  { year, month, day }: Record<Part, number>,
  [hour, minute, second, fraction, half, zone]: (string | undefined)[],
): number {
  const hours = Number(hour ?? 0)
  const inDay = half === undefined ? hours : (hours % 12) + (/^p/i.test(half) ? 12 : 0)
  const milliseconds = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000)
  const time = Date.UTC(year, month - 1, day, inDay, Number(minute ?? 0), Number(second ?? 0), milliseconds)
  const date = new Date(time)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && inDay < 24
  return isReal ? time - offsetOf(zone) : Number.NaN
}

function offsetOf(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

/** `2024-Q3`, `2024 Q3` or `Q3 2024`. */
function quarterStart(text: string): number {
  const match = /^(?:(\d{4})[- ]?q([1-4])|q([1-4])[- /]?(\d{4}))$/i.exec(text)
  if (!match) return Number.NaN
  return Date.UTC(Number(match[1] ?? match[4]), (Number(match[2] ?? match[3]) - 1) * 3, 1)
}
