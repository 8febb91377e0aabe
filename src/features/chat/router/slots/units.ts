import { wordsToDigits } from './numbers.ts'

export type UnitCategory =
  | 'length'
  | 'mass'
  | 'temperature'
  | 'volume'
  | 'area'
  | 'speed'
  | 'time'
  | 'data'
  | 'energy'
  | 'power'
  | 'pressure'
  | 'angle'

interface Unit {
  readonly symbol: string
  readonly category: UnitCategory
  /** Size in the category's base unit; temperatures convert on their own. */
  readonly factor: number
  readonly names: string
}

const units: readonly Unit[] = [
  { symbol: 'mm', category: 'length', factor: 0.001, names: 'mm|millimeter|millimetre|milimeter' },
  { symbol: 'cm', category: 'length', factor: 0.01, names: 'cm|centimeter|centimetre' },
  { symbol: 'm', category: 'length', factor: 1, names: 'meter|metre' },
  { symbol: 'km', category: 'length', factor: 1_000, names: 'km|kilometer|kilometre|kms' },
  { symbol: 'in', category: 'length', factor: 0.0254, names: 'inch|inches' },
  { symbol: 'ft', category: 'length', factor: 0.3048, names: 'ft|foot|feet' },
  { symbol: 'yd', category: 'length', factor: 0.9144, names: 'yd|yard' },
  { symbol: 'mi', category: 'length', factor: 1_609.344, names: 'mi|mile' },
  { symbol: 'nmi', category: 'length', factor: 1_852, names: 'nautical mile|nmi' },
  { symbol: 'ly', category: 'length', factor: 9.4607304725808e15, names: 'light year' },
  { symbol: 'mg', category: 'mass', factor: 1e-6, names: 'mg|milligram' },
  { symbol: 'g', category: 'mass', factor: 0.001, names: 'gram|gramme' },
  { symbol: 'kg', category: 'mass', factor: 1, names: 'kg|kilogram|kilo|kilogramme|kgs' },
  { symbol: 't', category: 'mass', factor: 1_000, names: 'tonne|metric ton' },
  { symbol: 'ton', category: 'mass', factor: 907.18474, names: 'ton' },
  { symbol: 'oz', category: 'mass', factor: 0.028349523125, names: 'oz|ounce' },
  { symbol: 'lb', category: 'mass', factor: 0.45359237, names: 'lb|lbs|pound' },
  { symbol: 'st', category: 'mass', factor: 6.35029318, names: 'stone' },
  {
    symbol: '°C',
    category: 'temperature',
    factor: 1,
    names: 'celsius|centigrade|degree celsius|degrees celsius|celcius|°c',
  },
  {
    symbol: '°F',
    category: 'temperature',
    factor: 1,
    names: 'fahrenheit|degree fahrenheit|degrees fahrenheit|farenheit|fahrenheight|°f',
  },
  { symbol: 'K', category: 'temperature', factor: 1, names: 'kelvin' },
  { symbol: 'ml', category: 'volume', factor: 0.001, names: 'ml|milliliter|millilitre' },
  { symbol: 'cl', category: 'volume', factor: 0.01, names: 'cl|centiliter|centilitre' },
  { symbol: 'dl', category: 'volume', factor: 0.1, names: 'dl|deciliter|decilitre' },
  { symbol: 'l', category: 'volume', factor: 1, names: 'liter|litre' },
  { symbol: 'tsp', category: 'volume', factor: 0.00492892159375, names: 'tsp|teaspoon' },
  { symbol: 'tbsp', category: 'volume', factor: 0.01478676478125, names: 'tbsp|tablespoon' },
  { symbol: 'fl oz', category: 'volume', factor: 0.0295735295625, names: 'fluid ounce|fl oz' },
  { symbol: 'cup', category: 'volume', factor: 0.2365882365, names: 'cup' },
  { symbol: 'pt', category: 'volume', factor: 0.473176473, names: 'pint' },
  { symbol: 'qt', category: 'volume', factor: 0.946352946, names: 'quart' },
  { symbol: 'gal', category: 'volume', factor: 3.785411784, names: 'gallon|gal' },
  { symbol: 'm³', category: 'volume', factor: 1_000, names: 'cubic meter|cubic metre' },
  { symbol: 'm²', category: 'area', factor: 1, names: 'square meter|square metre|sqm' },
  { symbol: 'km²', category: 'area', factor: 1e6, names: 'square kilometer|square kilometre' },
  { symbol: 'ft²', category: 'area', factor: 0.09290304, names: 'square foot|square feet|sq ft' },
  { symbol: 'yd²', category: 'area', factor: 0.83612736, names: 'square yard' },
  { symbol: 'mi²', category: 'area', factor: 2_589_988.110336, names: 'square mile' },
  { symbol: 'ha', category: 'area', factor: 10_000, names: 'hectare' },
  { symbol: 'ac', category: 'area', factor: 4_046.8564224, names: 'acre' },
  {
    symbol: 'km/h',
    category: 'speed',
    factor: 1 / 3.6,
    names: 'km/h|kmh|kph|kilometers per hour|kilometres per hour|kilometer per hour',
  },
  { symbol: 'mph', category: 'speed', factor: 0.44704, names: 'mph|miles per hour|mile per hour' },
  { symbol: 'm/s', category: 'speed', factor: 1, names: 'm/s|meters per second|metres per second' },
  { symbol: 'kn', category: 'speed', factor: 0.5144444444444445, names: 'knot' },
  { symbol: 'ms', category: 'time', factor: 0.001, names: 'millisecond' },
  { symbol: 's', category: 'time', factor: 1, names: 'second' },
  { symbol: 'min', category: 'time', factor: 60, names: 'minute' },
  { symbol: 'h', category: 'time', factor: 3_600, names: 'hour' },
  { symbol: 'd', category: 'time', factor: 86_400, names: 'day' },
  { symbol: 'wk', category: 'time', factor: 604_800, names: 'week' },
  { symbol: 'month', category: 'time', factor: 2_629_746, names: 'month' },
  { symbol: 'yr', category: 'time', factor: 31_556_952, names: 'year' },
  { symbol: 'decade', category: 'time', factor: 315_569_520, names: 'decade' },
  { symbol: 'century', category: 'time', factor: 3_155_695_200, names: 'century|centuries' },
  { symbol: 'bit', category: 'data', factor: 0.125, names: 'bit' },
  { symbol: 'B', category: 'data', factor: 1, names: 'byte' },
  { symbol: 'kB', category: 'data', factor: 1e3, names: 'kb|kilobyte' },
  { symbol: 'MB', category: 'data', factor: 1e6, names: 'mb|megabyte' },
  { symbol: 'GB', category: 'data', factor: 1e9, names: 'gb|gigabyte' },
  { symbol: 'TB', category: 'data', factor: 1e12, names: 'tb|terabyte' },
  { symbol: 'J', category: 'energy', factor: 1, names: 'joule' },
  { symbol: 'kJ', category: 'energy', factor: 1_000, names: 'kj|kilojoule' },
  { symbol: 'kcal', category: 'energy', factor: 4_184, names: 'kcal|kilocalorie' },
  { symbol: 'kWh', category: 'energy', factor: 3.6e6, names: 'kwh|kilowatt hour' },
  { symbol: 'W', category: 'power', factor: 1, names: 'watt' },
  { symbol: 'kW', category: 'power', factor: 1_000, names: 'kw|kilowatt' },
  { symbol: 'hp', category: 'power', factor: 745.6998715822702, names: 'horsepower|hp' },
  { symbol: 'Pa', category: 'pressure', factor: 1, names: 'pascal' },
  { symbol: 'bar', category: 'pressure', factor: 1e5, names: 'bar' },
  { symbol: 'psi', category: 'pressure', factor: 6_894.757293168, names: 'psi' },
  { symbol: 'atm', category: 'pressure', factor: 101_325, names: 'atmosphere' },
  { symbol: '°', category: 'angle', factor: 1, names: 'degree' },
  { symbol: 'rad', category: 'angle', factor: 57.29577951308232, names: 'radian' },
]

const byName = new Map<string, Unit>()
for (const unit of units) {
  for (const name of unit.names.split('|')) {
    byName.set(name, unit)
    if (name.length > 2 && !name.endsWith('s')) byName.set(`${name}s`, unit)
  }
}
/** Only right after a number: alone they are letters or words. */
const afterNumber = new Map(
  ['m', 'g', 'l', 's', 'h', 'in', 'f', 'c', 'k', 't', 'w'].map((short) => {
    const symbol = { f: '°F', c: '°C', k: 'K', w: 'W' }[short] ?? short
    return [short, units.find((unit) => unit.symbol === symbol)!] as const
  }),
)

export interface Measure {
  readonly value: number
  readonly from: string
  readonly to: string
  readonly category: UnitCategory
  readonly result: number
}

interface FoundUnit {
  readonly unit: Unit
  readonly at: number
  readonly size: number
  readonly value?: number
}

/** 5 miles in km; how many cups are in 2 liters. Both units must measure the same. */
export function readConversion(text: string): Measure | undefined {
  const found = readUnits(text)
  const measured = found.find(({ value }) => value !== undefined)
  const source = measured ?? sourceWithoutNumber(text, found)
  if (!source) return undefined
  const target = found.find(({ unit }) => unit !== source.unit && sameKind(unit, source.unit))
  if (!target) return undefined
  const value = source.value ?? 1
  const [from, to] = [fitting(source.unit, target.unit), fitting(target.unit, source.unit)]
  return {
    value,
    from: from.symbol,
    to: to.symbol,
    category: from.category,
    result: convert(value, from, to),
  }
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
      found.push({ ...hit, at, ...(isNumber && { value: Number(before) }), ...(isOne && { value: 1 }) })
    }
    at += hit?.size ?? 1
  }
  return found
}

function unitAt(tokens: readonly string[], at: number): { unit: Unit; size: number } | undefined {
  for (let size = Math.min(3, tokens.length - at); size > 0; size--) {
    const unit = byName.get(tokens.slice(at, at + size).join(' '))
    if (unit) return { unit, size }
  }
  const short = /^-?\d/.test(tokens[at - 1] ?? '') ? afterNumber.get(tokens[at]!) : undefined
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
  if (from.category === 'temperature') return rounded(fromKelvin(toKelvin(value, from.symbol), to.symbol))
  return rounded((value * from.factor) / to.factor)
}

function toKelvin(value: number, symbol: string): number {
  if (symbol === '°C') return value + 273.15
  return symbol === '°F' ? ((value - 32) * 5) / 9 + 273.15 : value
}

function fromKelvin(value: number, symbol: string): number {
  if (symbol === '°C') return value - 273.15
  return symbol === '°F' ? ((value - 273.15) * 9) / 5 + 32 : value
}

function rounded(value: number): number {
  return Number(value.toPrecision(10))
}

/** "6 foot 1", "5 ft 7 in", "11 stone 4": one measure in two units. */
const compoundLength =
  /\b(\d+) ?(?:foot|feet|ft|') ?(\d{1,2})(?: ?(?:inches|inch|"|in(?= (?:in|to|into|as)\b)))?(?= (?:in|to|into|as)\b)/g
const compoundMass = /\b(\d+) ?(?:stone|st) (\d{1,2})(?: ?(?:pounds?|lbs?))?(?= (?:in|to|into|as)\b)/g

function unitTokens(text: string): string[] {
  return wordsToDigits(text.toLowerCase())
    .replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
    .replaceAll(/\b(\d+)[/⁄]([1-9]\d*)\b(?=\s*(?:of )?(?:an? )?[a-z])/g, (_, a: string, b: string) =>
      String(Number(a) / Number(b)),
    )
    .replaceAll(/\bhalf (?:of )?(?:an? |1 )(?=[a-z])/g, '0.5 ')
    .replaceAll(/\b(?:a )?quarter (?:of )?(?:an? |1 )(?=[a-z])/g, '0.25 ')
    .replaceAll(
      compoundLength,
      (_, feet: string, inches: string) => `${Number(feet) * 12 + Number(inches)} inches`,
    )
    .replaceAll(
      compoundMass,
      (_, stone: string, pounds: string) => `${Number(stone) * 14 + Number(pounds)} pounds`,
    )
    .replaceAll(/\bdegrees? ([cf])\b/g, '°$1')
    .replaceAll(/(?<=°[cf]\b.* (?:to|in|into) )([cf])\b/g, '°$1')
    .replaceAll(/(\d)\s*°\s*([cf])\b/g, '$1 °$2')
    .replaceAll(/(\d)(?=[a-z°])/g, '$1 ')
    .replaceAll(/[?!;:,"()=]|\.(?!\d)|'s\b/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
}
