import { dateToSerial } from './date-serial.ts'

/** What a text stands for when it is the way that people or programs write a number or a date. */
export type TextValue =
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'percent'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'currency'; readonly value: number; readonly decimals: number; readonly symbol: string }
  | { readonly kind: 'date'; readonly value: Date }
  | { readonly kind: 'datetime'; readonly value: Date; readonly offset: string }
  /** Digits that are a name: leading zeros, or more of them than a spreadsheet can count with. */
  | { readonly kind: 'digits' }
  | { readonly kind: 'text' }

const text: TextValue = { kind: 'text' }
const digits: TextValue = { kind: 'digits' }
/** Spreadsheets keep 15 significant digits; the rest would be lost without a word. */
const maxDigits = 15

const amount = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`
const plainNumber = new RegExp(`^-?${amount}$`)
const percentage = new RegExp(String.raw`^([+-]?)(${amount})\s?%$`)
// Only codes of real currencies: "ABC 100" is a part number.
const codes =
  'USD|EUR|GBP|JPY|CNY|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BRL|MXN|ARS|CLP|COP|ZAR|SGD|HKD|TWD|KRW|TRY|ILS|THB|IDR|MYR|PHP|VND|RUB|UAH|AED|SAR|EGP|NGN|KES'
const symbols = String.raw`[$€£¥₹₩₽₺₪₫₴₦฿]|R\$|US\$|A\$|C\$|${codes}`
const money = new RegExp(
  String.raw`^(-?)(\()?(-?)(?:(${symbols})\s?(-?)(${amount})|(${amount})\s?(${symbols}))(\))?$`,
)
const moment =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/

export function readText(value: string): TextValue {
  const day = isoDay(value)
  if (day !== undefined) return { kind: 'date', value: new Date(day) }
  const trimmed = value.trim()
  // Most text is told apart by its first character, without a look at the rest.
  if (!/^[\d(+\-$€£¥₹₩₽₺₪₫₴₦฿A-Z]/.test(trimmed) || trimmed.length > 40) return text
  if (plainNumber.test(trimmed)) return readNumber(trimmed)
  return readMoment(trimmed) ?? readPercent(trimmed) ?? readMoney(trimmed) ?? text
}

function readNumber(value: string): TextValue {
  const bare = value.replaceAll(',', '').replace('-', '')
  if (/^0\d/.test(bare) || significantDigits(bare) > maxDigits) return digits
  return { kind: 'number', ...numberOf(value) }
}

function readPercent(value: string): TextValue | undefined {
  const match = percentage.exec(value)
  if (!match) return undefined
  const { value: hundredfold, decimals } = numberOf(match[2]!)
  return { kind: 'percent', value: ((match[1] === '-' ? -1 : 1) * hundredfold) / 100, decimals }
}

function readMoney(value: string): TextValue | undefined {
  const match = money.exec(value)
  if (!match) return undefined
  const [, minus, open, minusInside, before, minusBetween, amountAfter, amountBefore, after, close] = match
  if ((open === undefined) !== (close === undefined)) return undefined
  const { value: size, decimals } = numberOf((amountAfter ?? amountBefore)!)
  const isNegative = [minus, open, minusInside, minusBetween].filter(Boolean).length === 1
  return { kind: 'currency', value: isNegative ? -size : size, decimals, symbol: (before ?? after)! }
}

function readMoment(value: string): TextValue | undefined {
  const match = moment.exec(value)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const milliseconds = Math.round(Number(`0.${match[7] ?? '0'}`) * 1000)
  const date = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second, milliseconds))
  const isReal =
    // Years before 100 are taken for those of the twentieth century.
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month! - 1 &&
    date.getUTCDate() === day &&
    hour! < 24 &&
    minute! < 60 &&
    second! < 60
  if (!isReal || dateToSerial(date) === undefined) return text
  return match[4] === undefined
    ? { kind: 'date', value: date }
    : { kind: 'datetime', value: date, offset: match[8] ?? '' }
}

/**
 * The beginning of a day that is written like 2025-03-01, in milliseconds. Large tables are full of these, so this looks
 * at the characters and makes nothing else of them.
 */
export function isoDay(text: string): number | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return undefined
  const year = digitsAt(text, 0, 4)
  const month = digitsAt(text, 5, 7)
  const day = digitsAt(text, 8, 10)
  const isDay = year >= 1901 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  return isDay ? Date.UTC(year, month - 1, day) : undefined
}

/** NaN when one of the characters is no digit. */
function digitsAt(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN
  }
  return number
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** The moment in UTC of a time that was written with its offset. */
export function inUtc(date: Date, offset: string): Date {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset)
  if (!match) return date
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return new Date(date.getTime() - (match[1] === '-' ? -minutes : minutes) * 60_000)
}

function numberOf(value: string): { value: number; decimals: number } {
  const bare = value.replaceAll(',', '')
  const point = bare.indexOf('.')
  return { value: Number(bare), decimals: point < 0 ? 0 : bare.length - point - 1 }
}

function significantDigits(bare: string): number {
  return bare.replace('.', '').replace(/^0+/, '').length
}
