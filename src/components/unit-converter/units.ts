export interface Unit {
  readonly symbol: string
  readonly name: string
  /** How many of the unit with factor 1 one of these is. */
  readonly factor: number
  /** What is added after that, for temperatures. */
  readonly offset?: number
  /** A unit that is better the smaller it is, as litres on 100 km. */
  readonly inverse?: boolean
  /** Other ways to write it. */
  readonly also?: readonly string[]
}

/** The first of the names is shown, all of them are understood. */
function unit(symbol: string, names: string, factor: number): Unit {
  const [name = symbol, ...also] = names.split('|')
  return { symbol, name, factor, also }
}

const INCH = 0.0254
const FOOT = 12 * INCH
const MILE = 5280 * FOOT
const POUND = 0.45359237
const GALLON = 3.785411784
const IMPERIAL_GALLON = 4.54609

/** The first two of each kind stand there when none is named. */
export const unitsByCategory = {
  length: [
    unit('m', 'metre|meter', 1),
    unit('km', 'kilometre|kilometer', 1000),
    unit('cm', 'centimetre|centimeter', 0.01),
    unit('mm', 'millimetre|millimeter', 0.001),
    unit('µm', 'micrometre|um|micrometer|micron', 1e-6),
    unit('mi', 'mile', MILE),
    unit('yd', 'yard', 3 * FOOT),
    unit('ft', "foot|feet|'", FOOT),
    unit('in', 'inch|inches|"', INCH),
    unit('nmi', 'nautical mile', 1852),
    unit('ly', 'light-year|light year|lightyear', 9.4607304725808e15),
  ],
  mass: [
    unit('kg', 'kilogram|kilo|kilogramme', 1),
    unit('g', 'gram|gramme', 0.001),
    unit('mg', 'milligram', 1e-6),
    unit('t', 'tonne|metric ton', 1000),
    unit('lb', 'pound|lbs', POUND),
    unit('oz', 'ounce', POUND / 16),
    unit('st', 'stone', 14 * POUND),
    unit('ton', 'short ton|us ton', 2000 * POUND),
    unit('long ton', 'long ton|imperial ton', 2240 * POUND),
    unit('ct', 'carat', 0.0002),
  ],
  temperature: [
    { symbol: '°C', name: 'degree Celsius', factor: 1, offset: 273.15, also: ['c', 'celsius', 'centigrade'] },
    {
      symbol: '°F',
      name: 'degree Fahrenheit',
      factor: 5 / 9,
      offset: 459.67 * (5 / 9),
      also: ['f', 'fahrenheit'],
    },
    { symbol: 'K', name: 'kelvin', factor: 1 },
  ],
  volume: [
    unit('l', 'litre|liter', 1),
    unit('ml', 'millilitre|milliliter|cc', 0.001),
    unit('cl', 'centilitre|centiliter', 0.01),
    unit('dl', 'decilitre|deciliter', 0.1),
    unit('m³', 'cubic metre|m3|cubic meter', 1000),
    unit('gal', 'gallon (US)|gallon|us gallon', GALLON),
    unit('qt', 'quart (US)|quart', GALLON / 4),
    unit('pt', 'pint (US)|pint', GALLON / 8),
    unit('cup', 'cup (US)|cup', GALLON / 16),
    unit('fl oz', 'fluid ounce (US)|fluid ounce|floz', GALLON / 128),
    unit('tbsp', 'tablespoon (US)|tablespoon', GALLON / 256),
    unit('tsp', 'teaspoon (US)|teaspoon', GALLON / 768),
    unit('imp gal', 'gallon (UK)|imperial gallon|uk gallon', IMPERIAL_GALLON),
    unit('imp pt', 'pint (UK)|imperial pint|uk pint', IMPERIAL_GALLON / 8),
    unit('in³', 'cubic inch|in3', INCH ** 3 * 1000),
    unit('ft³', 'cubic foot|ft3|cubic feet', FOOT ** 3 * 1000),
  ],
  area: [
    unit('m²', 'square metre|m2|sqm|square meter', 1),
    unit('km²', 'square kilometre|km2|square kilometer', 1e6),
    unit('cm²', 'square centimetre|cm2|square centimeter', 1e-4),
    unit('ha', 'hectare', 1e4),
    unit('ac', 'acre', 43_560 * FOOT ** 2),
    unit('mi²', 'square mile|mi2', MILE ** 2),
    unit('yd²', 'square yard|yd2', (3 * FOOT) ** 2),
    unit('ft²', 'square foot|ft2|sqft|sq ft|square feet', FOOT ** 2),
    unit('in²', 'square inch|in2|square inches', INCH ** 2),
  ],
  speed: [
    unit('m/s', 'metre per second|mps|meter per second|metres per second|meters per second', 1),
    unit('km/h', 'kilometre per hour|kmh|kph|kilometers per hour|kilometres per hour', 1 / 3.6),
    unit('mph', 'mile per hour|mi/h|miles per hour', MILE / 3600),
    unit('kn', 'knot|kt', 1852 / 3600),
    unit('ft/s', 'foot per second|fps|feet per second', FOOT),
  ],
  time: [
    unit('s', 'second|sec', 1),
    unit('ms', 'millisecond', 0.001),
    unit('min', 'minute', 60),
    unit('h', 'hour|hr', 3600),
    unit('d', 'day', 86_400),
    unit('wk', 'week|w', 604_800),
    unit('mo', 'month (average)|month', 2_629_746),
    unit('y', 'year (average)|year|yr|a', 31_556_952),
  ],
  data: [
    unit('B', 'byte', 1),
    unit('bit', 'bit', 0.125),
    unit('kB', 'kilobyte', 1e3),
    unit('MB', 'megabyte', 1e6),
    unit('GB', 'gigabyte', 1e9),
    unit('TB', 'terabyte', 1e12),
    unit('PB', 'petabyte', 1e15),
    unit('KiB', 'kibibyte', 1024),
    unit('MiB', 'mebibyte', 1024 ** 2),
    unit('GiB', 'gibibyte', 1024 ** 3),
    unit('TiB', 'tebibyte', 1024 ** 4),
    unit('Mbit', 'megabit', 125_000),
    unit('Gbit', 'gigabit', 1.25e8),
  ],
  energy: [
    unit('J', 'joule', 1),
    unit('kJ', 'kilojoule', 1000),
    unit('cal', 'calorie', 4.184),
    unit('kcal', 'kilocalorie', 4184),
    unit('Wh', 'watt-hour|watt hour', 3600),
    unit('kWh', 'kilowatt-hour|kilowatt hour', 3.6e6),
    unit('BTU', 'British thermal unit', 1055.05585262),
    unit('eV', 'electronvolt', 1.602176634e-19),
  ],
  power: [
    unit('W', 'watt', 1),
    unit('kW', 'kilowatt', 1000),
    unit('MW', 'megawatt', 1e6),
    unit('PS', 'metric horsepower', 735.49875),
    unit('hp', 'horsepower', 745.6998715822702),
    unit('BTU/h', 'BTU per hour', 1055.05585262 / 3600),
  ],
  pressure: [
    unit('Pa', 'pascal', 1),
    unit('hPa', 'hectopascal|mbar|millibar', 100),
    unit('kPa', 'kilopascal', 1000),
    unit('bar', 'bar', 1e5),
    unit('atm', 'atmosphere', 101_325),
    unit('psi', 'pound per square inch', 6894.757293168361),
    unit('mmHg', 'millimetre of mercury|torr', 133.322387415),
  ],
  angle: [
    unit('°', 'degree|deg', 1),
    unit('rad', 'radian', 180 / Math.PI),
    unit('gon', 'gradian|grad', 0.9),
    unit('′', 'minute of arc|arcmin', 1 / 60),
    unit('″', 'second of arc|arcsec', 1 / 3600),
    unit('turn', 'turn', 360),
  ],
  fuel: [
    unit('km/l', 'kilometre per litre|kml|km per liter', 1),
    {
      symbol: 'l/100 km',
      name: 'litre on 100 km',
      factor: 100,
      inverse: true,
      also: ['l/100km', 'liter per 100 km', 'litres per 100 km'],
    },
    unit('mpg', 'mile per gallon (US)|miles per gallon|mpg us', MILE / 1000 / GALLON),
    unit('mpg UK', 'mile per gallon (UK)|mpg imp', MILE / 1000 / IMPERIAL_GALLON),
  ],
} as const satisfies Readonly<Record<string, readonly Unit[]>>

export type Category = keyof typeof unitsByCategory

export function convert(value: number, from: Unit, to: Unit): number {
  const basic = from.inverse ? from.factor / value : value * from.factor + (from.offset ?? 0)
  return to.inverse ? to.factor / basic : (basic - (to.offset ?? 0)) / to.factor
}

export interface FoundUnit {
  readonly category: Category
  readonly unit: Unit
}

/** The unit that a text means: its symbol, then its name or another spelling, one or many. The given kind goes first. */
export function findUnit(text: string | undefined, first: Category): FoundUnit | undefined {
  if (text === undefined) return undefined
  const written = text.trim()
  const categories = [
    first,
    ...(Object.keys(unitsByCategory) as Category[]).filter((other) => other !== first),
  ]
  const all = categories.flatMap((category) =>
    unitsByCategory[category].map((one: Unit) => ({ category, unit: one })),
  )
  return (
    // Letters of a symbol count: MB is not mb, but Mm and mm should not be mixed up either.
    all.find(({ unit: { symbol } }) => symbol === written) ??
    all.find(({ unit: one }) => spellings(one).has(written.toLowerCase()))
  )
}

function spellings({ symbol, name, also = [] }: Unit): Set<string> {
  const written = [symbol, symbol.replace('°', ''), name, name.replace(/ \(.*\)$/, ''), ...also].map((text) =>
    text.toLowerCase(),
  )
  return new Set(written.flatMap((text) => [text, `${text}s`]))
}
