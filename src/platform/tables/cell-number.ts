import { readText } from '../spreadsheets/text-value.ts'

/** How the numbers of a column are written: `1,234.5` or `1.234,5`. */
export type NumberStyle = 'point' | 'comma'

export interface CellNumber {
  readonly value: number
  /** `%` or a currency, where one is written beside the number. */
  readonly unit: string
}

const missingWords = new Set([
  'na',
  'n/a',
  '#n/a',
  'nan',
  'null',
  'none',
  'nil',
  '-',
  '--',
  '—',
  '.',
  '?',
  '#value!',
  '#ref!',
  '#div/0!',
  '#num!',
  '#null!',
  '#name?',
])

/** Whether a cell says in words that it has no value. */
export function isMissing(text: string): boolean {
  return text === '' || (text.length <= 8 && missingWords.has(text.toLowerCase()))
}

/** The number that a trimmed text is; undefined when it is none, as with names that consist of digits. */
export function cellNumber(text: string, style: NumberStyle): CellNumber | undefined {
  const plain = plainNumber(text)
  if (plain !== undefined && !(style === 'comma' && text.includes('.'))) return { value: plain, unit: '' }
  const inBrackets = text.startsWith('(') && text.endsWith(')')
  const written = readText(inPointStyle(inBrackets ? text.slice(1, -1) : text, style))
  if (!('decimals' in written)) return undefined
  return { value: inBrackets ? -written.value : written.value, unit: unitOf(written) }
}

function unitOf(written: ReturnType<typeof readText>): string {
  if (written.kind === 'percent') return '%'
  return written.kind === 'currency' ? written.symbol : ''
}

/** Digits with at most a sign, a point and an exponent: what nearly every number in a file looks like. */
export function plainNumber(text: string): number | undefined {
  const first = text.charCodeAt(0)
  const digitAt = first === 0x2d || first === 0x2b ? 1 : 0
  const digit = text.charCodeAt(digitAt)
  const isDigit = digit >= 0x30 && digit <= 0x39
  if (!isDigit && digit !== 0x2e) return undefined
  if (digit === 0x30 && isNameOfDigits(text.charCodeAt(digitAt + 1))) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** What may not follow a first zero: another digit (a code like 007), or the letter of another number system. */
function isNameOfDigits(next: number): boolean {
  return (next >= 0x30 && next <= 0x39) || next === 0x78 || next === 0x58 || next === 0x62 || next === 0x6f
}

/** Commas before exactly two or one or four digits, or after a point, cannot stand for thousands. */
export function numberStyleOf(texts: readonly string[]): NumberStyle {
  let comma = 0
  let point = 0
  for (const text of texts) {
    if (/\d,\d{3}\.\d|\d\.\d{1,2}(?:\D|$)|\d\.\d{4}/.test(text)) point++
    else if (/\d\.\d{3},\d|\d,(?:\d{1,2}|\d{4,})(?:\D|$)/.test(text)) comma++
  }
  return comma > point ? 'comma' : 'point'
}

function inPointStyle(text: string, style: NumberStyle): string {
  return style === 'point' ? text : text.replaceAll(/[.\s]/g, '').replace(',', '.')
}
