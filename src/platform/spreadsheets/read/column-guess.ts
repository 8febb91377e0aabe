import type { ColumnFacts } from './column-facts.ts'
import { readHeader, type HeaderHint } from './header-words.ts'
import { inUtc, isoDay, readText } from '../text-value.ts'
import type { CellValue, Column } from '../write/workbook.ts'

export type ColumnKind = 'text' | 'number' | 'date' | 'boolean' | 'mixed' | 'empty'

/** How a column of loose values is shown, and what becomes of each value. */
export interface ColumnGuess {
  readonly kind: ColumnKind
  readonly column: Column
  readonly convert: (value: unknown) => CellValue
  /** The largest number without its sign; 0 where there are none. */
  readonly largest: number
}

const widest = 60
const longText = 60

export function guessColumn(header: string, facts: ColumnFacts): ColumnGuess {
  const hint = readHeader(header)
  const shape = shapeOf(facts, hint)
  const showsText = shape.kind === 'text' || shape.kind === 'mixed'
  const wrap = showsText && (facts.hasLineBreaks || facts.maxTextLength > longText)
  const style = {
    ...shape.style,
    ...(wrap && { wrap: true, vertical: 'top' as const }),
  }
  return {
    kind: shape.kind,
    convert: shape.convert,
    largest: largestOf(facts),
    column: {
      header,
      width: widthOf(header, showsText ? Math.max(shape.width, facts.maxTextLength) : shape.width),
      ...(shape.format !== undefined && { format: shape.format }),
      ...(Object.keys(style).length > 0 && { style }),
      ...(shape.textNumbers && { textNumbers: true }),
    },
  }
}

interface Shape {
  readonly kind: ColumnKind
  readonly format?: string
  readonly style?: { readonly align: 'center' }
  readonly textNumbers?: true
  /** Characters that the values take when shown. */
  readonly width: number
  readonly convert: (value: unknown) => CellValue
}

function shapeOf(facts: ColumnFacts, hint: HeaderHint): Shape {
  const { numbers, booleans, textCount } = facts
  if (numbers + booleans + textCount === 0) return { kind: 'empty', width: 0, convert: asIs }
  if (numbers + textCount === 0) return booleanShape()
  if (numbers + booleans === 0 && facts.hasOnly('date', 'datetime')) return dateShape(facts)
  if (facts.hasLongIntegers || isNameInDigits(facts, hint)) {
    return { kind: 'text', textNumbers: true, width: facts.maxTextLength || 16, convert: asText }
  }
  if (booleans === 0 && isNumeric(facts)) return numberShape(facts, { hint, convert: asNumber })
  if (numbers === 0) return { kind: booleans === 0 ? 'text' : 'mixed', width: 0, convert: asIs }
  return { ...numberShape(facts, { hint, convert: asIs }), kind: 'mixed' }
}

/** Texts that all say a number, in a way that lets them stand in one column. */
function isNumeric(facts: ColumnFacts): boolean {
  if (facts.hasOnly('number')) return true
  if (facts.hasOnly('percent')) return facts.numbers === 0
  return facts.hasOnly('currency', 'number') && facts.symbols.size === 1
}

function isNameInDigits(facts: ColumnFacts, hint: HeaderHint): boolean {
  if (!facts.hasOnly('number', 'digits') || facts.textCount === 0) return false
  return facts.texts.digits > 0 || (hint.isName && facts.numbers === 0)
}

function booleanShape(): Shape {
  // Without this format LibreOffice shows 1 and 0.
  return {
    kind: 'boolean',
    format: '"TRUE";"TRUE";"FALSE"',
    style: { align: 'center' },
    width: 6,
    convert: asIs,
  }
}

function dateShape(facts: ColumnFacts): Shape {
  if (facts.texts.datetime === 0) return { kind: 'date', format: 'yyyy-mm-dd', width: 10, convert: asDate }
  // A spreadsheet has no time zones: one offset keeps the clock as it was written, several are brought to UTC.
  const convert = facts.offsets.size > 1 ? asUtcDate : asDate
  return facts.hasSeconds
    ? { kind: 'date', format: 'yyyy-mm-dd hh:mm:ss', width: 19, convert }
    : { kind: 'date', format: 'yyyy-mm-dd hh:mm', width: 16, convert }
}

function numberShape(
  facts: ColumnFacts,
  { hint, convert }: { hint: HeaderHint; convert: Shape['convert'] },
): Shape {
  const format = numberFormat(facts, hint)
  const largest = largestOf(facts)
  const digits = Math.max(1, Math.floor(Math.log10(Math.max(largest, 1))) + 1)
  const decimals =
    /\.(0+)/.exec(format)?.[1]?.length ?? (format === 'General' ? Math.min(facts.decimals, 8) : 0)
  const separators = format.includes(',') ? Math.floor((digits - 1) / 3) : 0
  const extra = format.replaceAll(/[#,0.]|General/g, '').length
  const width = digits + separators + (decimals > 0 ? decimals + 1 : 0) + extra + (facts.smallest < 0 ? 1 : 0)
  return { kind: 'number', format, width, convert }
}

function numberFormat(facts: ColumnFacts, hint: HeaderHint): string {
  const largest = largestOf(facts)
  if (facts.texts.percent > 0 || hint.isPercent) return percentFormat(facts, largest)
  if (facts.allIntegers && (hint.isName || isYears(facts, hint))) return '0'
  const symbol = [...facts.symbols][0] ?? hint.currency
  if (symbol !== undefined) return `${quotedSymbol(symbol)}#,##0${facts.allIntegers ? '' : '.00'}`
  return facts.allIntegers ? integerFormat(largest) : decimalFormat(facts, { hint, largest })
}

function integerFormat(largest: number): string {
  if (largest >= 1e15) return 'General'
  return largest >= 1000 ? '#,##0' : '0'
}

function decimalFormat(facts: ColumnFacts, { hint, largest }: { hint: HeaderHint; largest: number }): string {
  if (hint.isCoordinate) return '0.000000'
  if (largest >= 1e12 || (largest < 0.01 && !hint.isMoney)) return 'General'
  const places = facts.decimals <= 2 || hint.isMoney || largest >= 1000 ? 2 : Math.min(facts.decimals, 4)
  return `${largest >= 1000 ? '#,##0' : '0'}.${'0'.repeat(places)}`
}

/** 0.25 is shown as 25%; 25 in a column of percentages already is the percentage, and its value stays. */
function percentFormat(facts: ColumnFacts, largest: number): string {
  if (facts.texts.percent > 0) {
    return facts.decimals === 0 ? '0%' : `0.${'0'.repeat(Math.min(facts.decimals, 4))}%`
  }
  if (largest <= 1 && !facts.allIntegers) return '0.0%'
  return facts.allIntegers ? '0"%"' : '0.0"%"'
}

function isYears(facts: ColumnFacts, hint: HeaderHint): boolean {
  return hint.isYear || (facts.smallest >= 1900 && facts.largest <= 2100)
}

function quotedSymbol(symbol: string): string {
  return symbol.length === 1 || symbol.endsWith('$') ? `"${symbol}"` : `"${symbol} "`
}

function largestOf({ largest, smallest }: ColumnFacts): number {
  return largest < smallest ? 0 : Math.max(Math.abs(largest), Math.abs(smallest))
}

function widthOf(header: string, values: number): number {
  // The header is bold and has a filter button beside it.
  const needed = Math.max(header.length * 1.1 + 4, values + 2)
  return Math.round(Math.min(widest, Math.max(8, needed)) * 10) / 10
}

function asIs(value: unknown): CellValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : null
}

function asText(value: unknown): CellValue {
  return typeof value === 'number' ? String(value) : asIs(value)
}

function asNumber(value: unknown): CellValue {
  if (typeof value !== 'string') return asIs(value)
  const read = readText(value)
  return 'decimals' in read ? read.value : value === '' ? null : value
}

function asDate(value: unknown): CellValue {
  if (typeof value !== 'string') return asIs(value)
  const day = isoDay(value)
  if (day !== undefined) return new Date(day)
  const read = readText(value)
  return read.kind === 'date' || read.kind === 'datetime' ? read.value : value === '' ? null : value
}

function asUtcDate(value: unknown): CellValue {
  if (typeof value !== 'string') return asIs(value)
  const read = readText(value)
  return read.kind === 'datetime' ? inUtc(read.value, read.offset) : asDate(value)
}
