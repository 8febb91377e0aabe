import { plainNumbers } from './notation.ts'
import { wordsToDigits } from './numbers.ts'

/** Names, plurals and slang by code. A name alone is the currency that most people mean by it. */
const named: Readonly<Record<string, string>> = {
  USD: 'us dollar|american dollar|united states dollar|u s dollar|dollar|buck|greenback|us|american money|us money|us currency',
  EUR: 'euro|european euro|european money|eu',
  GBP: 'british pound|pound sterling|pound|quid|sterling|english pound|uk pound|gb pound|british money|english money',
  JPY: 'japanese yen|yen|japanese money',
  CNY: 'chinese yuan|yuan|renminbi|rmb|chinese money',
  INR: 'indian rupee|rupee|indian money',
  CAD: 'canadian dollar|canada dollar|loonie|canadian money|canadian',
  AUD: 'australian dollar|aussie dollar|australia dollar|australian money',
  NZD: 'new zealand dollar|kiwi dollar',
  CHF: 'swiss franc|franc|swiss money',
  SEK: 'swedish crown|swedish krona|swedish kronor|krona|kronor',
  NOK: 'norwegian crown|norwegian krone|norwegian kroner|krone|kroner',
  DKK: 'danish crown|danish krone|danish kroner',
  MXN: 'mexican peso|peso|mexican money|mexican',
  BRL: 'brazilian real|brazilian reais|real|reais',
  RUB: 'russian ruble|russian rouble|ruble|rouble|russian money',
  KRW: 'south korean won|korean won|won|korean money',
  TRY: 'turkish lira|lira',
  ZAR: 'south african rand|rand',
  SGD: 'singapore dollar',
  HKD: 'hong kong dollar',
  THB: 'thai baht|baht',
  PLN: 'polish zloty|zloty',
  CZK: 'czech koruna|koruna|czech crown',
  HUF: 'hungarian forint|forint',
  ILS: 'israeli shekel|shekel',
  AED: 'emirati dirham|uae dirham|dirham',
  SAR: 'saudi riyal|riyal',
  PHP: 'philippine peso|filipino peso',
  IDR: 'indonesian rupiah|rupiah',
  MYR: 'malaysian ringgit|ringgit',
  VND: 'vietnamese dong|dong',
  EGP: 'egyptian pound',
  NGN: 'nigerian naira|naira',
  KES: 'kenyan shilling|shilling',
  PKR: 'pakistani rupee',
  ARS: 'argentine peso|argentinian peso',
  CLP: 'chilean peso',
  COP: 'colombian peso',
  UAH: 'ukrainian hryvnia|hryvnia',
  RON: 'romanian leu|leu|lei',
  ISK: 'icelandic krona',
  MAD: 'moroccan dirham',
  KWD: 'kuwaiti dinar',
  TWD: 'taiwan dollar|new taiwan dollar',
  BGN: 'bulgarian lev',
}

/** Words that name money only beside other money: "us" in "tell us", "real" in "a real one". */
const weak = new Set([
  'us',
  'eu',
  'real',
  'canadian',
  'mexican',
  'won',
  'pound',
  'pounds',
  'rand',
  'lei',
  'dong',
  'sterling',
])

const symbols = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['us$', 'USD'],
  ['a$', 'AUD'],
  ['c$', 'CAD'],
])

/** Codes that are words of their own stay with the words. */
const codesThatAreWords = new Set([
  'try',
  'all',
  'top',
  'cup',
  'mad',
  'ron',
  'lak',
  'pen',
  'sos',
  'bob',
  'mop',
])

const byName = new Map<string, string>()
for (const [code, names] of Object.entries(named)) {
  for (const name of names.split('|')) {
    byName.set(name, code)
    if (!name.endsWith('money') && !name.endsWith('s')) byName.set(`${name}s`, code)
  }
  if (!codesThatAreWords.has(code.toLowerCase())) byName.set(code.toLowerCase(), code)
}

const longest = 3

export interface FoundCurrency {
  readonly code: string
  /** Place of its first word. */
  readonly at: number
  readonly isWeak: boolean
}

/** Every currency of a text, in order. */
export function readCurrencies(text: string): FoundCurrency[] {
  const tokens = moneyTokens(text)
  const found: FoundCurrency[] = []
  let at = 0
  while (at < tokens.length) {
    const symbol = symbols.get(tokens[at]!)
    const size = symbol === undefined ? nameAt(tokens, at) : 1
    if (size > 0) {
      const name = tokens.slice(at, at + size).join(' ')
      found.push({ code: symbol ?? byName.get(name)!, at, isWeak: weak.has(name) })
    }
    at += Math.max(1, size)
  }
  return found
}

/** 100 usd to eur: the amount stands beside the currency it is in. */
export function readMoney(text: string): { amount?: number; from?: string; to?: string } | undefined {
  const distinct = spokenOf(text)
  const [first, second] = distinct
  if (!first) return undefined
  const tokens = moneyTokens(text)
  const { number, owner } = amountAmong(tokens, distinct)
  const amount = number && { amount: number.value }
  // "3 grand in euros": it is wanted in them; in which money it is was not said.
  const isOnlyWanted = !second && number && !owner && /^(?:in|to|into)$/.test(tokens[first.at - 1] ?? '')
  if (isOnlyWanted) return { ...amount, to: first.code }
  const from = owner ?? (second && wantedFirst(text, distinct) ? second : first)
  const to = distinct.find((entry) => entry !== from)
  return { ...amount, from: from.code, ...(to && { to: to.code }) }
}

/** A text that is a sum of money or only names a currency, and nothing else: "3k usd", "€5", "a dollar". */
export function readSum(text: string): { amount?: number; code: string } | undefined {
  const tokens = moneyTokens(text).filter((token, at) => at > 0 || !/^(?:an?|the)$/.test(token))
  const numbers = tokens.filter((token) => /^\d+(?:\.\d+)?$/.test(token))
  const name = tokens.filter((token) => !numbers.includes(token)).join(' ')
  const code = codesThatAreWords.has(name) ? undefined : currencyCodeOf(name)
  if (code === undefined || numbers.length > 1) return undefined
  return { code, ...(numbers[0] !== undefined && { amount: Number(numbers[0]) }) }
}

/** Each currency once; none where only words are there that may be something else. */
function spokenOf(text: string): readonly FoundCurrency[] {
  const all = readCurrencies(text)
  const sure = all.filter(({ isWeak }) => !isWeak)
  // "tell us 5 eur in usd": beside two that are named "us" is no third.
  const found = new Set(sure.map(({ code }) => code)).size > 1 ? sure : all
  if (found.length < 2 && found.every(({ isWeak }) => isWeak)) return []
  return found.filter((entry, index) => found.findIndex(({ code }) => code === entry.code) === index)
}

/** The number of a text about money, and the currency that it stands beside. */
function amountAmong(tokens: readonly string[], currencies: readonly FoundCurrency[]) {
  const numbers = tokens.flatMap((token, at) =>
    /^\d+(?:\.\d+)?$/.test(token) ? [{ at, value: Number(token) }] : [],
  )
  const ownerOf = (number: { at: number } | undefined) =>
    number && currencies.find((entry) => Math.abs(entry.at - number.at) === 1)
  const number = numbers.find((entry) => ownerOf(entry)) ?? numbers[0]
  return { number, owner: ownerOf(number) }
}

export function currencyCodeOf(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase().replace(/^the /, '')
  return (
    symbols.get(trimmed) ??
    byName.get(trimmed) ??
    (/^[a-z]{3}$/.test(trimmed) ? knownCode(trimmed) : undefined)
  )
}

function knownCode(text: string): string | undefined {
  const code = text.toUpperCase()
  return Intl.supportedValuesOf('currency').includes(code) ? code : undefined
}

/** "how many yen do I get for 10 dollars" wants what it names first. */
function wantedFirst(text: string, found: readonly FoundCurrency[]): boolean {
  return (
    found.length > 1 && /\bhow (?:many|much)\b.*\b(?:for|per|in an?|to an?|to the|to 1|to one)\b/i.test(text)
  )
}

/** "1.000 Euro": money has no thousandths, so the dot stands between thousands, unless millions are counted. */
const thousands =
  /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,]| ?(?:k|thousand|grand|m|mil|mill|mio|mn|million|bn|billion)\b)/g

function moneyTokens(text: string): string[] {
  return wordsToDigits(
    plainNumbers(text.toLowerCase()).text.replaceAll(/\bhalf an? (?=[mbt]\w+ion\b)/g, '0.5 '),
  )
    .replaceAll(/\bu\.? ?s\.? ?d\.?(?=\s|$)/g, 'usd')
    .replaceAll(/\bu\.\s?s\.?/g, 'us')
    .replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(thousands, (digits) => digits.replaceAll('.', ''))
    .replaceAll(/(us\$|a\$|c\$|[$€£¥₹₽₩₺])/g, ' $1 ')
    .replaceAll(
      /(\d+(?:\.\d+)?) ?(k|thousand|grand|m|mil|mill|mio|mn|million|bn|billion)\b/g,
      (_, digits: string, scale: string) => String(Number((Number(digits) * scaleOf(scale)).toPrecision(12))),
    )
    .replaceAll(/(\d)([a-z])/g, '$1 $2')
    .replaceAll(/[?!;:,"()/]|\.(?!\d)|'s\b/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
}

function scaleOf(said: string): number {
  if (said.startsWith('b')) return 1e9
  return said.startsWith('m') ? 1e6 : 1_000
}

function nameAt(tokens: readonly string[], at: number): number {
  for (let size = Math.min(longest, tokens.length - at); size > 0; size--) {
    if (byName.has(tokens.slice(at, at + size).join(' '))) return size
  }
  return 0
}
