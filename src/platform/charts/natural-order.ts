import { months, shortMonths } from '../language/values/calendar.ts'
const days = 'mon tue wed thu fri sat sun'.split(' ')
const levels = [
  ['very low', 'low', 'medium', 'high', 'very high'],
  ['none', 'low', 'medium', 'high', 'critical'],
  ['xs', 's', 'm', 'l', 'xl', 'xxl', '3xl'],
]

/** The places of texts that have an order of their own, like months; undefined when they have none. */
export function naturalOrder(texts: readonly string[]): number[] | undefined {
  for (const rank of ranks) {
    const places = texts.map((text) => rank(text.trim().toLowerCase()))
    const isOrder = places.every((place) => place !== undefined) && new Set(places).size === texts.length
    if (isOrder) return places
  }
  return undefined
}

type Rank = (text: string) => number | undefined

const ranks: readonly Rank[] = [
  (text) => placeIn(shortMonths, isMonth(text) ? text.slice(0, 3) : text),
  (text) => placeIn(days, isDay(text) ? text.slice(0, 3) : text),
  ...levels.map(
    (list): Rank =>
      (text) =>
        placeIn(list, text),
  ),
  quarterRank,
  leadingNumber,
]

function placeIn(list: readonly string[], text: string): number | undefined {
  const place = list.indexOf(text)
  return place === -1 ? undefined : place
}

function isMonth(text: string): boolean {
  const name = text.replace(/\.$/, '')
  return months.some((month) => month === name) || /^sept?$/.test(name)
}

function isDay(text: string): boolean {
  return /^(monday|tuesday|tues|wednesday|thursday|thurs?|friday|saturday|sunday)$/.test(
    text.replace(/\.$/, ''),
  )
}

function quarterRank(text: string): number | undefined {
  const match = /^(?:(\d{4})\s?)?q([1-4])(?:\s?(\d{4}))?$/.exec(text)
  return match ? Number(match[1] ?? match[3] ?? 0) * 4 + Number(match[2]) : undefined
}

/** `18-24`, `25 to 34`, `< 10 km`, `Week 7`, `65+`. */
function leadingNumber(text: string): number | undefined {
  const match =
    /^(?:week |day |grade |level |year |under |over |age )?([<≤>≥]=?\s?)?[$€£]?(\d[\d,]*(?:\.\d+)?)/.exec(
      text,
    )
  if (!match) return undefined
  const value = Number(match[2]!.replaceAll(',', ''))
  return match[1]?.startsWith('<') || text.startsWith('under ') ? value - 0.5 : value
}
