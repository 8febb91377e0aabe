import { addDays, daysBetween, weekdayOf, type Day } from './calendar.ts'

interface Holiday {
  readonly label: string
  readonly pattern: RegExp
  readonly in: (year: number) => Day
}

const fixed = (month: number, day: number) => (year: number) => ({ year, month, day })

/** The nth weekday of a month, from its end when n is negative. */
const nth = (month: number, weekday: number, n: number) => (year: number) => {
  if (n < 0) {
    const last = addDays({ year, month: month + 1, day: 1 }, -1)
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
  }
  const first = { year, month, day: 1 }
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7)
}

const easterPlus = (days: number) => (year: number) => addDays(easter(year), days)

const holidays: readonly Holiday[] = [
  { label: 'Christmas Eve', pattern: /\bchristmas eve\b/, in: fixed(12, 24) },
  { label: 'Boxing Day', pattern: /\bboxing day\b/, in: fixed(12, 26) },
  { label: 'Christmas', pattern: /\b(?:christmas|xmas|chrismas)\b/, in: fixed(12, 25) },
  { label: "New Year's Eve", pattern: /\bnew year'?s eve\b/, in: fixed(12, 31) },
  { label: 'New Year', pattern: /\bnew year'?s?(?: day)?\b/, in: fixed(1, 1) },
  { label: "Valentine's Day", pattern: /\bvalentine'?s?(?: day)?\b/, in: fixed(2, 14) },
  { label: "St. Patrick's Day", pattern: /\bst\.? patrick'?s(?: day)?\b/, in: fixed(3, 17) },
  { label: 'April Fools’ Day', pattern: /\bapril fools?'?(?: day)?\b/, in: fixed(4, 1) },
  { label: 'Good Friday', pattern: /\bgood friday\b/, in: easterPlus(-2) },
  { label: 'Easter Monday', pattern: /\beaster monday\b/, in: easterPlus(1) },
  { label: 'Easter', pattern: /\beaster(?: sunday)?\b/, in: easterPlus(0) },
  { label: 'Pentecost', pattern: /\b(?:pentecost|whitsun)\b/, in: easterPlus(49) },
  { label: 'Cinco de Mayo', pattern: /\bcinco de mayo\b/, in: fixed(5, 5) },
  { label: "Mother's Day", pattern: /\bmother'?s day\b/, in: nth(5, 0, 2) },
  { label: 'Memorial Day', pattern: /\bmemorial day\b/, in: nth(5, 1, -1) },
  { label: "Father's Day", pattern: /\bfather'?s day\b/, in: nth(6, 0, 3) },
  {
    label: 'Independence Day',
    pattern: /\b(?:independence day|(?:the )?4th of july|july 4th)\b/,
    in: fixed(7, 4),
  },
  { label: 'Labor Day', pattern: /\blabou?r day\b/, in: nth(9, 1, 1) },
  { label: 'Columbus Day', pattern: /\bcolumbus day\b/, in: nth(10, 1, 2) },
  { label: 'Halloween', pattern: /\bhall?oween\b/, in: fixed(10, 31) },
  { label: 'Veterans Day', pattern: /\bveterans'? day\b/, in: fixed(11, 11) },
  { label: 'Thanksgiving', pattern: /\bthanksgiving\b/, in: nth(11, 4, 4) },
  { label: 'Black Friday', pattern: /\bblack friday\b/, in: (year) => addDays(nth(11, 4, 4)(year), 1) },
  {
    label: 'Martin Luther King Day',
    pattern: /\b(?:mlk|martin luther king)(?: jr\.?)? day\b/,
    in: nth(1, 1, 3),
  },
  { label: "Presidents' Day", pattern: /\bpresident'?s'? day\b/, in: nth(2, 1, 3) },
  { label: 'Spring', pattern: /\b(?:first day of spring|spring)\b/, in: fixed(3, 20) },
  { label: 'Summer', pattern: /\b(?:first day of summer|summer)\b/, in: fixed(6, 21) },
  { label: 'Autumn', pattern: /\b(?:first day of (?:fall|autumn)|autumn)\b/, in: fixed(9, 22) },
  { label: 'Winter', pattern: /\b(?:first day of winter|winter)\b/, in: fixed(12, 21) },
]

/** The next feast or season of that name, today included. */
export function holidayNamed(
  text: string,
  today: Day,
): { day: Day; label: string; text: string } | undefined {
  for (const holiday of holidays) {
    const match = holiday.pattern.exec(text)
    if (!match) continue
    const year = Number(/\b(20\d{2})\b/.exec(text)?.[1] ?? today.year)
    const day = holiday.in(year)
    const isPast = year === today.year && daysBetween(today, day) < 0
    return { day: isPast ? holiday.in(year + 1) : day, label: holiday.label, text: match[0] }
  }
  return undefined
}

/** By the Gregorian rule of Meeus, Jones and Butcher. */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return { year, month: Math.floor(n / 31), day: (n % 31) + 1 }
}
