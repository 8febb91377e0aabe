import { isKnownPlace } from '../../../../platform/language/values/time-zones.ts'
import { readCompany } from '../../../../platform/language/values/companies.ts'
import { readCurrencies } from '../../../../platform/language/values/currencies.ts'
import { readLanguages } from '../../../../platform/language/values/languages.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readAddress, readFileName, readPath } from '../../../../platform/language/values/quoted.ts'
import { readSport } from '../../../../platform/language/values/sports.ts'
import { readUnits } from '../../../../platform/language/values/units.ts'

/** Buckets that n-grams are hashed into. */
export const BUCKETS = 8_192

/** What a sentence speaks of, found by the parsers of slots: the same for every city, currency or company. */
export const traitNames = [
  'number',
  'percent',
  'currency',
  'currencies',
  'unit',
  'units',
  'place',
  'company',
  'language',
  'sport',
  'weekday',
  'month',
  'clock',
  'duration',
  'file',
  'address',
  'operator',
  'list',
  'short',
  'long',
] as const

/** Pairs of bucket and weight; the weights are of length one together. */
export interface SparseVector {
  readonly buckets: Uint16Array
  readonly weights: Float32Array
}

export function ngramFeatures(lower: string): SparseVector {
  const counts = new Map<number, number>()
  const add = (feature: string, weight: number) => {
    const bucket = hash(feature) % BUCKETS
    counts.set(bucket, Math.max(counts.get(bucket) ?? 0, weight))
  }
  const words = ['^', ...masked(lower).split(' '), '$']
  for (const [index, word] of words.entries()) {
    if (word !== '^' && word !== '$') add(`w:${word}`, 1)
    const next = words[index + 1]
    if (next === undefined) continue
    add(`b:${word} ${next}`, 0.8)
    const afterNext = words[index + 2]
    if (afterNext !== undefined) add(`s:${word} ${afterNext}`, 0.4)
    for (const piece of pieces(word)) add(`c:${piece}`, 0.35)
  }
  for (const [name, value] of Object.entries(traits(lower))) if (value > 0) add(`t:${name}`, 1)
  const norm = Math.hypot(...counts.values()) || 1
  return {
    buckets: Uint16Array.from(counts.keys()),
    weights: Float32Array.from(counts.values(), (weight) => weight / norm),
  }
}

/** One number for each of `traitNames`. */
export function traitVector(lower: string): Float32Array {
  const found = traits(lower)
  return Float32Array.from(traitNames, (name) => found[name])
}

type Traits = Record<(typeof traitNames)[number], number>

function traits(lower: string): Traits {
  const digits = wordsToDigits(lower)
  const strong = readCurrencies(lower).filter(({ isWeak }) => !isWeak)
  const currencies = new Set(strong.map(({ code }) => code)).size
  const units = new Set(readUnits(lower).map(({ unit }) => unit.symbol)).size
  const words = lower.split(' ')
  const is = (pattern: RegExp) => Number(pattern.test(digits))
  return {
    number: is(/\d/),
    percent: is(/\d\s*(?:%|percent)/),
    currency: Number(currencies > 0),
    currencies: Number(currencies > 1),
    unit: Number(units > 0),
    units: Number(units > 1),
    place: Number(hasPlace(words)),
    company: Number(readCompany(lower, { aboutShares: false }) !== undefined),
    language: Number(readLanguages(lower).length > 0),
    sport: Number(readSport(lower) !== undefined),
    weekday: is(/\b(?:sun|mon|tues|wednes|thurs|fri|satur)days?\b/),
    month: is(monthName),
    clock: is(/\b\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)\b|\b\d{1,2}:\d\d\b|\bnoon\b|\bmidnight\b/),
    duration: is(/\b(?:\d+|an?|half an?) (?:second|minute|hour|min|sec|hr)s?\b/),
    file: Number((readFileName(lower) ?? readPath(lower)) !== undefined),
    address: Number(readAddress(lower) !== undefined),
    operator: is(/\d\s*(?:[-+*/x×÷^]|plus|minus|times|divided by|multiplied by|over)\s*\d/),
    list: is(/\blists?\b/),
    short: Number(words.length <= 2),
    long: Number(words.length >= 14),
  }
}

const monthName =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\bmay \d/

function hasPlace(words: readonly string[]): boolean {
  return words.some((word, index) => {
    if (word.length <= 2) return false
    return isKnownPlace(word) || isKnownPlace(`${word} ${words[index + 1] ?? ''}`)
  })
}

/** Numbers look all the same, and so do addresses: what stands in them says nothing about what is wanted. */
function masked(lower: string): string {
  return wordsToDigits(
    lower.replaceAll(/\bhttps?:\/\/\S+/g, 'webaddress').replaceAll(/\S+@\S+\.\S+/g, 'mailaddress'),
  )
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '#')
    .replaceAll(/[^\p{L}#%+*/'$€£ -]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function pieces(word: string): string[] {
  if (word.length < 4) return []
  const padded = `<${word}>`
  return [3, 4, 5].flatMap((size) =>
    Array.from({ length: Math.max(0, padded.length - size + 1) }, (_, at) => padded.slice(at, at + size)),
  )
}

/** FNV-1a */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value ^= text.charCodeAt(index)
    value = Math.imul(value, 0x01000193) >>> 0
  }
  return (value ^ (value >>> 15)) >>> 0
}
