import { shortMonths } from './calendar.ts'
const ones = numbers({
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
})

const tens = numbers({
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
})

const scales = numbers({ hundred: 100, thousand: 1_000, million: 1e6, billion: 1e9 })

const ordinals = numbers({
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,
  fourteenth: 14,
  fifteenth: 15,
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
})

/** A map, for "constructor" is a word that every object has a value for. */
function numbers(named: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(named))
}

/** "twenty five minutes" becomes "25 minutes", "may twenty second" becomes "may 22nd". Everything else stays. */
export function wordsToDigits(text: string): string {
  if (!numberWord.test(text)) return text
  const tokens = text.replaceAll(/([a-z])-([a-z])/gi, splitCompound).split(' ')
  const written: string[] = []
  let at = 0
  while (at < tokens.length) {
    const found = numberAt(tokens, at)
    if (found) {
      const tail = /[,.?!;:)]+$/.exec(tokens[at + found.length - 1]!)?.[0] ?? ''
      written.push(found.text + tail)
      at += found.length
    } else {
      written.push(tokens[at]!)
      at += 1
    }
  }
  return written.join(' ')
}

/** Every number of a text in order, percentages and amounts with a sign of money included. */
export function readNumbers(text: string): number[] {
  const digits = wordsToDigits(text.toLowerCase())
  const found = digits.matchAll(/(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(k)?(?![\d])/g)
  return [...found].map((match) => Number(match[0].replaceAll(/[,k]/g, '')) * (match[1] ? 1_000 : 1))
}

/** Most texts have none, and stay as they are. */
const numberWord = new RegExp(
  String.raw`\b(?:${[ones, tens, scales, ordinals].flatMap((words) => [...words.keys()]).join('|')})`,
  'i',
)

interface Found {
  readonly text: string
  readonly length: number
}

const compounds = new Set([...tens.keys(), ...ones.keys(), ...scales.keys()])

/** "twenty-five" is two words; "t-shirt" is not. */
function splitCompound(
  this: void,
  ...[whole, before, after, offset, text]: [string, string, string, number, string]
) {
  const left = /[a-z]+$/i.exec(text.slice(0, offset + 1))?.[0].toLowerCase() ?? ''
  return compounds.has(left) ? `${before} ${after}` : whole
}

/** What has been read of a number so far. */
interface Progress {
  readonly tokens: readonly string[]
  readonly start: number
  total: number
  current: number | undefined
  previous: string
}

function numberAt(tokens: readonly string[], start: number): Found | undefined {
  const progress: Progress = { tokens, start, total: 0, current: undefined, previous: '' }
  let at = start
  for (; at < tokens.length; at++) {
    if (!takeWord(progress, at)) {
      const ordinal = ordinalAt(tokens, at, progress)
      if (ordinal === undefined) break
      return { text: suffixed(progress.total + (progress.current ?? 0) + ordinal), length: at - start + 1 }
    }
    progress.previous = bare(tokens[at]!)
    // A number does not go on behind a comma.
    if (/[,.?!;:)]$/.test(tokens[at]!)) {
      at += 1
      break
    }
  }
  if (progress.current === undefined || at === start) return undefined
  return { text: String(progress.total + progress.current), length: at - start }
}

/** False when the word does not belong to the number. */
function takeWord(progress: Progress, at: number): boolean {
  const { tokens, start, previous, current } = progress
  const token = bare(tokens[at]!)
  const value = cardinal(token)
  if (value !== undefined) {
    if (!joins(previous, token, current)) return false
    progress.current = (current ?? 0) + value
    return true
  }
  const scale = scales.get(token)
  if (scale !== undefined && (current !== undefined || isArticle(previous))) {
    takeScale(progress, scale)
    return true
  }
  // "two hundred and three" goes on, "ten and five" are two numbers; "a hundred" begins with its article.
  if (token === 'and') return continues(tokens, at, current)
  return isArticle(token) && at === start && scales.has(bare(tokens[at + 1] ?? ''))
}

function takeScale(progress: Progress, scale: number): void {
  const { current } = progress
  if (scale === 100) {
    progress.current = (current ?? 1) * 100
    return
  }
  progress.total += (current ?? 1) * scale
  progress.current = 0
}

function bare(token: string): string {
  return token.toLowerCase().replace(/[,.?!;:)]+$/, '')
}

function isArticle(token: string): boolean {
  return token === 'a' || token === 'an'
}

function cardinal(token: string): number | undefined {
  return ones.get(token) ?? tens.get(token)
}

/** "forty five" is one number, "four forty five" and "ten five" are several. */
function joins(previous: string, token: string, current: number | undefined): boolean {
  if (current === undefined || current === 0) return true
  const one = ones.get(token) ?? 0
  if (tens.has(previous)) return one < 10 && one > 0
  return scales.has(previous) || previous === 'and'
}

function continues(tokens: readonly string[], at: number, current: number | undefined): boolean {
  if (current === undefined || !scales.has(bare(tokens[at - 1] ?? ''))) return false
  return cardinal(bare(tokens[at + 1] ?? '')) !== undefined
}

function ordinalAt(
  tokens: readonly string[],
  at: number,
  { current, previous }: Pick<Progress, 'current' | 'previous'>,
): number | undefined {
  const token = bare(tokens[at]!)
  const value = ordinals.get(token)
  if (value === undefined) return undefined
  if (current !== undefined && !(tens.has(previous) || scales.has(previous) || previous === 'and'))
    return undefined
  if (token === 'second') return isOrdinalSecond(tokens, at) ? value : undefined
  return value
}

/** A second is a time more often than a rank: only beside a month, "the … of" or a day it is the latter. */
function isOrdinalSecond(tokens: readonly string[], at: number): boolean {
  const after = bare(tokens[at + 1] ?? '')
  const before = tokens.slice(Math.max(0, at - 2), at).map(bare)
  return after === 'of' || isMonth(after) || before.some((token) => isMonth(token) || token === 'the')
}

function isMonth(token: string): boolean {
  return /^[a-z]*$/.test(token) && shortMonths.includes(token.slice(0, 3))
}

function suffixed(value: number): string {
  const rest = value % 100
  if (rest >= 11 && rest <= 13) return `${value}th`
  return `${value}${['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'}`
}
