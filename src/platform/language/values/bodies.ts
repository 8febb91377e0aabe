import { wordsToDigits } from './numbers.ts'

const CM_OF_INCH = 2.54
const KG_OF_POUND = 0.45359237

/** How tall somebody is, in whole centimetres: "185 cm", "1.82 m", "5'11", "6 ft 1". */
export function readHeight(text: string): number | undefined {
  const digits = wordsToDigits(text.toLowerCase())
  const cm = /^(\d+(?:\.\d+)?) ?(?:cm|centimet(?:er|re)s?)$/.exec(digits)?.[1]
  if (cm !== undefined) return within(Number(cm), 30, 300, 0)
  const meters = /^([12][.,]\d+) ?(?:m|met(?:er|re)s?)$/.exec(digits)?.[1]
  if (meters !== undefined) return within(Number(meters.replace(',', '.')) * 100, 30, 300, 0)
  const feet = /^(\d) ?(?:feet|foot|ft|')(?: ?(?:and )?(\d{1,2}) ?(?:inches|inch|in|")?)?$/.exec(digits)
  return feet ? within((Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * CM_OF_INCH, 30, 300, 0) : undefined
}

/** How heavy somebody is, in kilograms: "72 kg", "180 lbs". */
export function readWeight(text: string): number | undefined {
  const [, value, unit] =
    /^(\d+(?:\.\d+)?) ?(kgs?|kilos?|kilograms?|lbs?|pounds?)$/.exec(wordsToDigits(text.toLowerCase())) ?? []
  if (value === undefined) return undefined
  return within(Number(value) * (unit!.startsWith('k') ? 1 : KG_OF_POUND), 1, 700, 1)
}

function within(...[value, low, high, digits]: [number, number, number, number]): number | undefined {
  return value >= low && value <= high ? Number(value.toFixed(digits)) : undefined
}
