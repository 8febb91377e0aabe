import { acrossKitchen } from './kitchen.ts'
import { plainNumbers } from './notation.ts'
import { wordsToDigits } from './numbers.ts'
import { convert as converted, units, type Category, type Unit } from './unit-table.ts'

const byName = new Map<string, Unit>()
/** Only right after a number: alone they are letters or words. */
const afterNumber = new Map<string, Unit>()
for (const unit of units) {
  for (const name of unit.names) {
    if (!byName.has(name)) byName.set(name, unit)
    if (name.length > 2 && !name.endsWith('s')) byName.set(`${name}s`, byName.get(name)!)
  }
  for (const form of unit.written) if (!afterNumber.has(form)) afterNumber.set(form, unit)
}

export interface Measure {
  readonly value: number
  readonly from: string
  readonly to: string
  readonly category: Category
  /** Missing where only what is measured could tell, as the grams of a spoon. */
  readonly result?: number
  /** The parts of a measure in several units, as it was said: 5 lb 3 oz. */
  readonly of?: Part[]
  /** The result in several units, where those were asked for: 5 ft 11 in. */
  readonly as?: Part[]
  /** Between weight and volume: what of, where it was said. */
  readonly substance?: string
  readonly isAcross?: true
}

interface Part {
  readonly value: number
  readonly unit: string
}

interface FoundUnit {
  readonly unit: Unit
  readonly at: number
  readonly size: number
  readonly value?: number
}

/** 5 miles in km; how many cups are in 2 liters; 5 lbs 3 oz in kg. Both units must measure the same. */
export function readConversion(text: string): Measure | undefined {
  const found = asTemperatures(readUnits(text))
  const run = measuredRun(found)
  const source = run[0] ?? sourceWithoutNumber(text, found)
  if (!source) return undefined
  const others = found.filter((entry) => !run.includes(entry))
  const target = others.find(
    ({ unit }) => (run.length > 1 || unit !== source.unit) && sameKind(unit, source.unit),
  )
  if (!target) return acrossKinds(text, source, others)
  if (run.length > 1) return compound(run, target)
  const value = source.value ?? 1
  const [from, to] = [fitting(source.unit, target.unit), fitting(target.unit, source.unit)]
  const result = convert(value, from, to)
  if (!Number.isFinite(result)) return undefined
  const second = others.find(
    (entry) => entry !== target && isBeside(target, entry) && isSmaller(entry.unit, to),
  )
  return {
    value,
    from: from.symbol,
    to: to.symbol,
    category: from.category,
    result,
    ...(second && { as: inTwo(result, to, second.unit) }),
  }
}

/** The measures that stand one behind the other and are one: "5 lbs 3 oz", "1 hour and 30 minutes". */
function measuredRun(found: readonly FoundUnit[]): FoundUnit[] {
  const first = found.findIndex(({ value }) => value !== undefined)
  const run = first === -1 ? [] : [found[first]!]
  for (const entry of found.slice(first + 1)) {
    const last = run.at(-1)
    if (
      !last ||
      entry.value === undefined ||
      entry.at - last.at - last.size > 2 ||
      !isSmaller(entry.unit, last.unit)
    )
      break
    run.push(entry)
  }
  return run
}

function isSmaller(unit: Unit, than: Unit): boolean {
  const isAdded = unit.category !== 'temperature' && unit.category !== 'fuel'
  return unit.category === than.category && isAdded && unit.factor < than.factor
}

/** "feet and inches": one word between them at most. */
function isBeside(first: FoundUnit, second: FoundUnit): boolean {
  return second.value === undefined && second.at > first.at && second.at - first.at - first.size <= 1
}

function compound(run: readonly FoundUnit[], target: FoundUnit): Measure {
  const least = run.at(-1)!.unit
  const value = rounded(run.reduce((sum, { value, unit }) => sum + value! * unit.factor, 0) / least.factor)
  return {
    value,
    from: least.symbol,
    to: target.unit.symbol,
    category: least.category,
    result: convert(value, least, target.unit),
    of: run.map(({ value, unit }) => ({ value: value!, unit: unit.symbol })),
  }
}

function inTwo(value: number, unit: Unit, smaller: Unit): Part[] {
  const each = unit.factor / smaller.factor
  const rest = Number(((Math.abs(value) % 1) * each).toFixed(1))
  // 5 ft 12 in is 6 ft.
  const [whole, left] = rest >= each ? [Math.trunc(value) + Math.sign(value), 0] : [Math.trunc(value), rest]
  return [
    { value: whole, unit: unit.symbol },
    { value: left, unit: smaller.symbol },
  ]
}

/** "20 degrees in fahrenheit": the degrees are those of the other scale. */
function asTemperatures(found: FoundUnit[]): FoundUnit[] {
  const scale = found.find(({ unit }) => unit.category === 'temperature')
  if (!scale || scale.value !== undefined) return found
  const other = byName.get(scale.unit.symbol === '°F' ? 'celsius' : 'fahrenheit')!
  return found.map((entry) => (entry.unit.symbol === '°' ? { ...entry, unit: other } : entry))
}

/** "how many grams in 3 tablespoons of butter" */
function acrossKinds(text: string, source: FoundUnit, others: readonly FoundUnit[]): Measure | undefined {
  const kinds = ['mass', 'volume']
  const target = others.find(
    ({ unit }) => kinds.includes(unit.category) && unit.category !== source.unit.category,
  )
  if (!target || !kinds.includes(source.unit.category)) return undefined
  const value = source.value ?? 1
  return {
    value,
    from: source.unit.symbol,
    to: target.unit.symbol,
    category: source.unit.category,
    isAcross: true,
    ...acrossKitchen({ text, value, from: source.unit, to: target.unit }),
  }
}

/** Whether a text is a measure or a unit and nothing else: "5 lbs 3 oz", "square feet". */
export function isMeasure(text: string): boolean {
  // Letters alone are units only right after a number.
  const tokens = unitTokens(`${/\d/.test(text) ? text : `1 ${text}`} as`).slice(0, -1)
  let units = 0
  for (let at = 0; at < tokens.length;) {
    const hit = unitAt(tokens, at)
    if (hit) units += 1
    else if (!/^(?:-?\d+(?:\.\d+)?|an?|and|the|in)$/.test(tokens[at]!)) return false
    at += hit?.size ?? 1
  }
  return units > 0
}

/** How many different units a text names, for those who only want to know what it is about. */
export function readUnits(text: string): FoundUnit[] {
  const tokens = unitTokens(text)
  const found: FoundUnit[] = []
  let at = 0
  while (at < tokens.length) {
    const hit = unitAt(tokens, at)
    if (hit) {
      const before = tokens[at - 1] ?? ''
      const isNumber = /^-?\d+(?:\.\d+)?$/.test(before)
      const isOne = /^an?$/.test(before)
      if (isNumber || !/\d/.test(before))
        found.push({ ...hit, at, ...(isNumber && { value: Number(before) }), ...(isOne && { value: 1 }) })
    }
    at += hit?.size ?? 1
  }
  return found
}

function unitAt(tokens: readonly string[], at: number): { unit: Unit; size: number } | undefined {
  for (let size = Math.min(4, tokens.length - at); size > 0; size--) {
    const unit = byName.get(tokens.slice(at, at + size).join(' '))
    if (unit) return { unit, size }
  }
  const before = tokens[at - 1] ?? ''
  const isWanted =
    at === tokens.length - 1 &&
    /^(?:to|in|into|as)$/.test(before) &&
    tokens.some((token) => /^-?\d/.test(token))
  const short = /^-?\d/.test(before) || isWanted ? afterNumber.get(tokens[at]!) : undefined
  return short && { unit: short, size: 1 }
}

/** "how many feet in a mile" has its number on the second unit; "miles to km" means one mile. */
function sourceWithoutNumber(text: string, found: readonly FoundUnit[]): FoundUnit | undefined {
  return /\bhow (?:many|much)\b/i.test(text) ? found[1] : found[0]
}

/** An ounce is a weight, and in a kitchen a volume. */
function sameKind(a: Unit, b: Unit): boolean {
  return fitting(a, b).category === fitting(b, a).category
}

function fitting(unit: Unit, other: Unit): Unit {
  if (unit.symbol === 'oz' && other.category === 'volume') return byName.get('fluid ounce')!
  // A run of "5k" is not five kelvin.
  if (unit.symbol === 'K' && other.category === 'length') return byName.get('km')!
  return unit
}

function convert(value: number, from: Unit, to: Unit): number {
  return rounded(converted(value, from, to))
}

function rounded(value: number): number {
  return Number(value.toPrecision(10))
}

/** "6 foot 1", "5 ft 7 in", "11 stone 4": one measure in two units. */
const compoundLength =
  /\b(\d+) ?(?:foot|feet|ft|') ?(\d{1,2})(?: ?(?:inches|inch|"|in(?= (?:in|to|into|as)\b)))?(?= (?:in|to|into|as)\b)/g
const compoundMass = /\b(\d+) ?(?:stone|st) (\d{1,2})(?: ?(?:pounds?|lbs?))?(?= (?:in|to|into|as)\b)/g

/** "1 1/2 cups", "3/4 of a cup" */
const mixedNumber =
  /\b(?:(\d+) )?(\d+)[/⁄]([1-9]\d*)\b(?=\s*(?:of )?(?:an? )?[a-z])(?: of)?(?: (?:an?|1)(?= [a-z]))?/g

/** 1e3 as 1000; what has too many digits stays as it is, and is no number that is converted. */
function inDigits(number: string): string {
  const value = Number(number)
  return value >= 1e-6 && value < 1e21 ? String(value) : number
}

function unitTokens(text: string): string[] {
  return wordsToDigits(plainNumbers(text.toLowerCase()).text)
    .replaceAll(/\b\d+(?:\.\d+)?e[+-]?\d+\b/g, inDigits)
    .replaceAll(/(\d+(?:\.\d+)?) ?(?:million|mio)\b/g, (_, count: string) => String(Number(count) * 1e6))
    .replaceAll(/\bminus (?=\d)/g, '-')
    .replaceAll(mixedNumber, (...[, whole, a, b]: (string | undefined)[]) =>
      String(Number(whole ?? 0) + Number(a) / Number(b)),
    )
    .replaceAll(/\b(\d+) and (?:a|1) half (?=[a-z])/g, '$1.5 ')
    .replaceAll(/\bhalf (?:of )?(?:an? |1 )(?=[a-z])/g, '0.5 ')
    .replaceAll(/\b(?:a )?quarter (?:of )?(?:an? |1 )(?=[a-z])/g, '0.25 ')
    .replaceAll(compoundLength, (_, feet: string, inches: string) => `${feet} feet ${inches} inches`)
    .replaceAll(compoundMass, (_, stone: string, pounds: string) => `${stone} stone ${pounds} pounds`)
    .replaceAll(/\bdegrees? ([cf])\b/g, '°$1')
    .replaceAll(/(?<=°[cf]\b.* (?:to|in|into) )([cf])\b/g, '°$1')
    .replaceAll(/(\d)\s*°\s*([cf])\b/g, '$1 °$2')
    .replaceAll(/(\d)(?!(?:st|nd|rd|th)\b)(?=[a-z°])/g, '$1 ')
    .replaceAll(/[?!;:,"()=]|\.(?!\d)|'s\b/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
}
