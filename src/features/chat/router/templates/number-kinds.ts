import { amountText, readAmounts, type Amount } from '../../../../platform/language/values/amounts.ts'
import { readCalculation } from '../../../../platform/language/values/arithmetic.ts'
import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { readColorIn, type FoundColor } from '../../../../platform/language/values/css-colors.ts'
import { readDice } from '../../../../platform/language/values/dice.ts'
import { readHeight, readWeight } from '../../../../platform/language/values/bodies.ts'
import { isMeasure } from '../../../../platform/language/values/units.ts'
import type { When } from '../readers/reader.ts'
import type { SlotKind } from './slot-kind.ts'

/** Kinds of slots for numbers, sums, measures and codes. */
export const numberKinds: Readonly<Record<string, SlotKind<When>>> = {
  /** A number in digits or words. */
  number: { longest: 6, read: readNumber },
  /** A sum of money: `{ value, currency? }`. */
  money: { longest: 6, read: readWholeAmount },
  /** The same with all that is known of it: an `Amount`. */
  amount: { longest: 6, read: readAmountAlone },
  /** A sum that can be nothing but money: with a currency, or with cents. */
  price: { longest: 6, read: readPrice },
  /** A number of percent: 20 of "20%" or "twenty percent". */
  percent: { longest: 4, read: (text) => numberBefore(text, / ?(?:%|percent|per cent)$/i) },
  /** Two numbers with a dash between them: 1-100. */
  range: { longest: 1, read: (text) => /^(\d+)[-–](\d+)$/.exec(text)?.slice(1).map(Number) },
  /** A measure or a unit, in all of its words: "5 lbs 3 oz", "square feet". */
  measure: { longest: 8, read: (text) => (isMeasure(text) ? text : undefined) },
  /** A calculation that can be worked out to its last word. */
  calculation: {
    longest: 24,
    isTelling: true,
    read: (text) => (/\d/.test(text) ? readCalculation(text) : undefined),
  },
  /** Dice as players write them: `{ count, sides, modifier? }` of 3d6+2. */
  dice: { longest: 4, read: readDice },
  /** 12 of "12-sided" or "twelve-sided". */
  sides: { longest: 1, read: (text) => numberBefore(text, /-sided?$/i) },
  /** How tall somebody is, in centimetres. */
  height: { longest: 5, read: readHeight },
  /** How heavy somebody is, in kilograms. */
  weight: { longest: 3, read: readWeight },
  /** A color by its name or its code: `{ color, label? }`. */
  color: { longest: 5, read: readWholeColor },
  /** Counts of seconds with dashes between them: 4-7-8. */
  phases: {
    longest: 1,
    read: (text) => (/^\d{1,2}(?:-\d{1,2}){2,3}$/.test(text) ? text.split('-').map(Number) : undefined),
  },
  /** How many beats there are in a bar: 3 of "3/4". */
  bar: { longest: 1, read: (text) => (/^[2-9]\/[48]$/.test(text) ? Number(text[0]) : undefined) },
}

function readNumber(text: string): number | undefined {
  const digits = wordsToDigits(text.toLowerCase()).replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

function readAmountAlone(text: string): Amount | undefined {
  const [first] = readAmounts(amountText(text))
  return first?.text.trim() === amountText(text).trim() ? first : undefined
}

function readPrice(text: string): Amount | undefined {
  const sum = readAmountAlone(text)
  return sum?.currency !== undefined || /\d[.,]\d\d$/.test(amountText(text)) ? sum : undefined
}

function readWholeAmount(text: string) {
  const sum = readAmountAlone(text)
  return sum && { value: sum.value, ...(sum.currency !== undefined && { currency: sum.currency }) }
}

function numberBefore(text: string, ending: RegExp): number | undefined {
  return ending.test(text) ? readNumber(text.replace(ending, '')) : undefined
}

function readWholeColor(text: string): FoundColor | undefined {
  const lower = text.toLowerCase()
  const found = readColorIn(lower)
  const isAll =
    found?.label === undefined ? /^(?:#[0-9a-f]{3,6}|rgb[\d(), ]+)$/.test(lower) : found.label === lower
  return isAll ? found : undefined
}
