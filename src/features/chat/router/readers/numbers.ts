import { readCalculation } from '../../../../platform/language/values/arithmetic.ts'
import { readColorIn } from '../../../../platform/language/values/css-colors.ts'
import { readCurrencies } from '../../../../platform/language/values/currencies.ts'
import { readNumbers, wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readFileName, readPath } from '../../../../platform/language/values/quoted.ts'
import { readConversion, readUnits } from '../../../../platform/language/values/units.ts'
import { readWordedCalculation } from '../../../../platform/language/values/worded-calculations.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

export const readArithmetic: SlotReader = ({ text, lower }) => {
  const calculation = readWordedCalculation(text) ?? readCalculation(text)
  if (calculation) return { ...calculation }
  // Numbers that were named but not understood must be said to be so, not dropped.
  const unread = present({ unread: readNumbers(text).length > 0 ? true : undefined })
  if (/\b(?:calculator|math|maths|calculate|calculation|equation|arithmetic|algebra)\b/.test(lower))
    return unread
  const isPlain =
    /\b(?:root|factorial|log|antilog|squared|cubed|percent|%|plus|minus|times|divided|multiplied|sum|average|power|half|add|subtract|divide|multiply|feet|area|equals?)\b/.test(
      wordsToDigits(lower),
    )
  return unread['unread'] === true && isPlain ? unread : undefined
}

export const readUnitConversion: SlotReader = ({ text, lower }) => {
  const conversion = readConversion(text)
  if (conversion) return { ...conversion }
  if (/\b(?:unit|measurement|metric|imperial) (?:converter|conversions?|units)\b/.test(lower)) return {}
  const units = readUnits(text)
  return units.length > 0 && /\b(?:convert|conversion|how many|in|to)\b/.test(lower)
    ? present({ category: units[0]!.unit.category, value: units[0]!.value, from: units[0]!.unit.symbol })
    : undefined
}

export const readDice: SlotReader = ({ text, lower }) => {
  // "move ~/d2.csv to ~/d4.csv" rolls nothing.
  if (readPath(text) !== undefined || readFileName(text) !== undefined) return undefined
  const digits = wordsToDigits(text.toLowerCase())
  const written = digits.replace(/ plus (?=\d)/, '+').replace(/ minus (?=\d)/, '-')
  const notation = /\b(?:(\d{1,3}) ?)?d(\d{1,4})s?(?:\s*([+-])\s*(\d{1,4}))?\b/.exec(written)
  if (notation) return diceNotation(notation)
  const sides = firstMatch(digits, [/\b(\d+)[- ]?(?:sided?|sides?|faced?)\b/, /\bwith (\d+) sides?\b/])
  const plain = digits.replaceAll(/\d+[- ]sided? ?/g, '')
  const count = /\bpair of\b/.test(lower)
    ? '2'
    : firstMatch(plain, [/\b(\d+)(?: \w+)? dic?e\b/, /\b(\d+) times\b/])
  return present({ count: boundedText(count, 1, 100), sides: boundedText(sides, 2, 1_000) })
}

/** 3d6+2 */
function diceNotation([, count, sides, sign, added]: RegExpExecArray) {
  return present({
    count: bounded(Number(count ?? 1), 1, 100),
    sides: bounded(Number(sides), 2, 1_000),
    modifier: added === undefined ? undefined : Number(`${sign}${added}`),
  })
}

export const readCoin: SlotReader = ({ text, lower }) => {
  const count = /\b(\d+) (?:times|coins)\b/.exec(wordsToDigits(lower))?.[1]
  const between = /\b(?:between|decide) ([\p{L} ]+?) (?:and|or) ([\p{L} ]+)$/iu.exec(text)
  const sides =
    between && !/heads|tails/i.test(between[0])
      ? { heads: capital(between[1]!), tails: capital(between[2]!) }
      : {}
  return present({ count: count === undefined ? undefined : bounded(Number(count), 1, 100), ...sides })
}

export const readRandomRange: SlotReader = ({ text }) => {
  const numbers = readNumbers(text)
  const range = /\b(?:between|from)\b/i.test(text) ? numbers.slice(-2) : []
  const [low, high] = range.length === 2 ? range.toSorted((a, b) => a - b) : [1, numbers.at(-1) ?? 100]
  return { low: Math.ceil(low!), high: Math.max(Math.ceil(low!), Math.floor(high!)) }
}

export const readPassword: SlotReader = ({ text, lower }) => {
  const isPhrase = /\bpassphrase|\bwords?\b/.test(lower)
  const number = readNumbers(text)[0]
  const without = (word: RegExp) => (word.test(lower) ? false : undefined)
  return present({
    kind: isPhrase ? 'passphrase' : undefined,
    length: !isPhrase && number !== undefined ? bounded(number, 8, 128) : undefined,
    words: isPhrase && number !== undefined ? bounded(number, 3, 12) : undefined,
    symbols: without(/\b(?:without|no) (?:symbols|special characters)\b/),
    digits: without(/\b(?:without|no) (?:digits|numbers)\b/),
  })
}

export const readColor: SlotReader = ({ lower }) =>
  present({
    ...readColorIn(lower),
    format: ['rgb', 'hsl', 'oklch'].find((format) => lower.includes(format)),
  })

/** "pick one: red, blue or green": what there is to choose from. */
export const readChoices: SlotReader = ({ text }) => {
  const said = firstMatch(text, [
    /\b(?:pick|choose|select|decide|draw)(?: for me| me)?(?: (?:one|something|anything|randomly|at random|an? (?:random )?(?:name|person|winner|word|option|item)(?= (?:at random )?(?:of|from|between|among|out of)\b)))*(?: (?:of|from|between|among|out of))?(?: (?:these|the following))?:? (.+)$/i,
    /^(?:which|what)(?: one)?(?: should (?:i|we) (?:pick|choose|take))?: (.+)$/i,
  ])
  const choices = (said ?? '')
    .split(/\s*,\s*(?:or |and )?|\s+or\s+|\s+and\s+(?=\S+$)/i)
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
  return choices.length >= 2 && choices.every((choice) => choice.length <= 60) ? { choices } : undefined
}

const splitAmong =
  /(\d+)\s*(?:people|persons|of us|ways|friends|guests)|\b(?:between|among|by) (\d+)\b(?!\s*(?:%|percent|dollars|euros|pounds))/

export const readTip: SlotReader = ({ text, lower }) => {
  const digits = wordsToDigits(lower)
  const percent = /(\d+(?:\.\d+)?)\s*(?:%|percent)/.exec(digits)?.[1]
  const shared = splitAmong.exec(digits)
  const people = shared?.[1] ?? shared?.[2]
  const amounts = readNumbers(
    digits.replace(/\d+(?:\.\d+)?\s*(?:%|percent)/, ' ').replace(shared?.[0] ?? '\u0000', ' '),
  )
  const currency = readCurrencies(text).find(({ isWeak }) => !isWeak)?.code
  return present({
    bill: amounts.find((amount) => amount > 0),
    tip_percent: percent === undefined ? undefined : Math.min(100, Number(percent)),
    people: people === undefined ? undefined : bounded(Number(people), 1, 100),
    currency,
  })
}

const CM_OF_INCH = 2.54
const KG_OF_POUND = 0.45359237

export const readBody: SlotReader = ({ lower }) => {
  const digits = wordsToDigits(lower)
  const isImperial = /\d\s*(?:lbs?|pounds?|feet|foot|ft)\b/.test(digits)
  return present({
    height_cm: inRange(heightIn(digits), 30, 300, 0),
    weight_kg: inRange(weightIn(digits), 1, 700, 1),
    units: isImperial ? 'imperial' : undefined,
  })
}

function heightIn(digits: string): number | undefined {
  const cm = /(\d+(?:\.\d+)?)\s*(?:cm|centimet)/.exec(digits)?.[1]
  if (cm !== undefined) return Number(cm)
  const meters = /\b([12][.,]\d+)\s*(?:m\b|met)/.exec(digits)?.[1]
  if (meters !== undefined) return Number(meters.replace(',', '.')) * 100
  const feet = /(\d)\s*(?:feet|foot|ft|')\s*(?:and )?(\d{1,2})?/.exec(digits)
  return feet ? (Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * CM_OF_INCH : undefined
}

function weightIn(digits: string): number | undefined {
  const kg = /(\d+(?:\.\d+)?)\s*(?:kg|kilo)/.exec(digits)?.[1]
  if (kg !== undefined) return Number(kg)
  const pounds = /(\d+(?:\.\d+)?)\s*(?:lbs?|pounds?)/.exec(digits)?.[1]
  return pounds === undefined ? undefined : Number(pounds) * KG_OF_POUND
}

function inRange(
  ...[value, low, high, digits]: [number | undefined, number, number, number]
): number | undefined {
  return value !== undefined && value >= low && value <= high ? Number(value.toFixed(digits)) : undefined
}

export const readBreath: SlotReader = ({ lower }) => {
  const phases = /\b(\d{1,2})[- ](\d{1,2})[- ](\d{1,2})(?:[- ](\d{1,2}))?\b/.exec(wordsToDigits(lower))
  if (!phases) return {}
  const [inhale_s, hold_s, exhale_s, rest_s = 0] = phases
    .slice(1)
    .filter((phase) => phase !== undefined)
    .map(Number)
  return { inhale_s, hold_s, exhale_s, rest_s, label: phases[0] }
}

export const readGame: SlotReader = ({ lower }) =>
  present({
    difficulty: /\b(?:hard|perfect|impossible)\b/.test(lower)
      ? 'perfect'
      : /\beasy\b/.test(lower)
        ? 'easy'
        : undefined,
    opponent: /\b(?:friend|person|someone|2 players|two players)\b/.test(lower) ? 'person' : undefined,
  })

export const readPoll: SlotReader = ({ text }) => {
  const question = firstMatch(text, [
    /\bpoll(?: (?:about|on|asking|for|:))?:? (.+)$/i,
    /\bvote (?:on|about|for) (.+)$/i,
  ])
  // "about where to eat: thai, indian or burgers"
  const [, asked, offered = question] = /^(.+?): (.+)$/.exec(question ?? '') ?? []
  const options =
    offered === undefined ? [] : offered.split(/,? or |, /i).map((option) => option.replace(/\?$/, '').trim())
  return options.length >= 2
    ? {
        question: asked === undefined ? 'What do you choose?' : capital(asked),
        options: options.map(capital),
      }
    : present({ question })
}

export const readSubject: SlotReader = ({ text }) =>
  present({
    topic: firstMatch(text, [/\b(?:on|about|of|for|in|with) (?:the )?(?!(?:flash ?cards?|quiz)\b)(.+)$/i]),
  })

function boundedText(text: string | undefined, low: number, high: number): number | undefined {
  return text === undefined ? undefined : bounded(Number(text), low, high)
}

function bounded(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.round(value)))
}

function capital(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' ? trimmed : trimmed[0]!.toUpperCase() + trimmed.slice(1)
}
