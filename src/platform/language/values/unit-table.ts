export interface Unit {
  readonly symbol: string
  /** Shown where units are chosen. */
  readonly name: string
  readonly category: Category
  /** How many of the unit with factor 1 one of these is. */
  readonly factor: number
  /** What is added after that, for temperatures. */
  readonly offset?: number
  /** A unit that is better the smaller it is, as litres on 100 km. */
  readonly inverse?: boolean
  /** Words that mean it wherever they stand. */
  readonly names: readonly string[]
  /** Short forms, its symbol among them: beside a number they mean it, elsewhere they are letters or words. */
  readonly written: readonly string[]
}

type Entry = Omit<Unit, 'category'>

/** The first of the forms is the symbol, the first of the names is shown; all of them are understood. */
function unit(forms: string, names: string, factor: number): Entry {
  const [symbol = '', ...written] = forms.split('|')
  const [name = '', ...others] = names.split('|')
  return {
    symbol,
    name,
    factor,
    names: [name.replace(/ \(.*\)$/, ''), ...others].map((text) => text.toLowerCase()),
    written: [symbol, ...written].map((form) => form.toLowerCase()),
  }
}

const INCH = 0.0254
const FOOT = 12 * INCH
const MILE = 5280 * FOOT
const POUND = 0.45359237
const GALLON = 3.785411784
const IMPERIAL_GALLON = 4.54609

/** The first two of each kind stand there when none is named. */
const table = {
  length: [
    unit('m', 'metre|meter', 1),
    unit('km', 'kilometre|kilometer|km|kms', 1000),
    unit('cm', 'centimetre|centimeter|cm', 0.01),
    unit('mm', 'millimetre|millimeter|milimeter|mm', 0.001),
    unit('µm|um', 'micrometre|micrometer|micron|µm', 1e-6),
    unit('mi', 'mile|mi', MILE),
    unit('yd', 'yard|yd', 3 * FOOT),
    unit("ft|'", 'foot|feet|ft', FOOT),
    unit('in|"', 'inch|inches', INCH),
    unit('nmi', 'nautical mile|nmi', 1852),
    unit('ly', 'light-year|light year|lightyear', 9.4607304725808e15),
  ],
  mass: [
    unit('kg', 'kilogram|kilo|kilogramme|kg|kgs', 1),
    unit('g', 'gram|gramme|gr', 0.001),
    unit('mg', 'milligram|mg', 1e-6),
    unit('t', 'tonne|metric ton', 1000),
    unit('lb', 'pound|lb|lbs', POUND),
    unit('oz', 'ounce|oz', POUND / 16),
    unit('st', 'stone', 14 * POUND),
    unit('ton', 'short ton|us ton|ton', 2000 * POUND),
    unit('long ton', 'long ton|imperial ton', 2240 * POUND),
    unit('ct', 'carat', 0.0002),
  ],
  temperature: [
    {
      ...unit('°C|c', 'degree Celsius|celsius|centigrade|degrees celsius|celcius|°c', 1),
      offset: 273.15,
    },
    {
      ...unit('°F|f', 'degree Fahrenheit|fahrenheit|degrees fahrenheit|farenheit|fahrenheight|°f', 5 / 9),
      offset: 459.67 * (5 / 9),
    },
    unit('K', 'kelvin', 1),
  ],
  volume: [
    unit('l', 'litre|liter', 1),
    unit('ml', 'millilitre|milliliter|ml|mls|cc', 0.001),
    unit('cl', 'centilitre|centiliter|cl', 0.01),
    unit('dl', 'decilitre|deciliter|dl', 0.1),
    unit('m³', 'cubic metre|cubic meter|m3|m³', 1000),
    unit('gal', 'gallon (US)|us gallon|gal', GALLON),
    unit('qt', 'quart (US)', GALLON / 4),
    unit('pt', 'pint (US)', GALLON / 8),
    unit('cup', 'cup (US)', GALLON / 16),
    unit('fl oz', 'fluid ounce (US)|fl oz|floz', GALLON / 128),
    unit('tbsp', 'tablespoon (US)|tbsp|tbsps|tbs', GALLON / 256),
    unit('tsp', 'teaspoon (US)|tsp|tsps', GALLON / 768),
    unit('imp gal', 'gallon (UK)|imperial gallon|uk gallon|british gallon', IMPERIAL_GALLON),
    unit('imp pt', 'pint (UK)|imperial pint|uk pint|british pint', IMPERIAL_GALLON / 8),
    unit('in³', 'cubic inch|cubic inches|in3|in³', INCH ** 3 * 1000),
    unit('ft³', 'cubic foot|cubic feet|ft3|ft³', FOOT ** 3 * 1000),
  ],
  area: [
    unit('m²', 'square metre|square meter|sqm|m2|m²|sq m|sq meter|sq metre|sq. m', 1),
    unit('km²', 'square kilometre|square kilometer|km2|km²|sq km', 1e6),
    unit('cm²', 'square centimetre|square centimeter|cm2|cm²|sq cm', 1e-4),
    unit('ha', 'hectare', 1e4),
    unit('ac', 'acre', 43_560 * FOOT ** 2),
    unit('mi²', 'square mile|mi2|mi²|sq mi|sq mile', MILE ** 2),
    unit('yd²', 'square yard|yd2|yd²|sq yd', (3 * FOOT) ** 2),
    unit('ft²', 'square foot|square feet|sq ft|sqft|ft2|ft²|sq feet|sq foot', FOOT ** 2),
    unit('in²', 'square inch|square inches|in2|in²|sq in|sq inch|sq inches', INCH ** 2),
  ],
  speed: [
    unit('m/s|mps', 'metre per second|meter per second|metres per second|meters per second|m/s', 1),
    unit(
      'km/h',
      'kilometre per hour|kilometer per hour|kilometres per hour|kilometers per hour|km/h|kmh|kph|kmph',
      1 / 3.6,
    ),
    unit('mph', 'mile per hour|miles per hour|mph|mi/h', MILE / 3600),
    unit('kn|kt', 'knot', 1852 / 3600),
    unit('ft/s|fps', 'foot per second|feet per second|ft/s', FOOT),
  ],
  time: [
    unit('s', 'second|sec', 1),
    unit('ms', 'millisecond|msec', 0.001),
    unit('min', 'minute|min', 60),
    unit('h', 'hour|hr', 3600),
    unit('d', 'day', 86_400),
    unit('wk', 'week', 604_800),
    unit('month|mo', 'month (average)', 2_629_746),
    unit('yr|y', 'year (average)', 31_556_952),
    unit('decade', 'decade', 315_569_520),
    unit('century', 'century|centuries', 3_155_695_200),
  ],
  data: [
    unit('B', 'byte', 1),
    unit('bit', 'bit', 0.125),
    unit('kB', 'kilobyte|kb', 1e3),
    unit('MB', 'megabyte|mb', 1e6),
    unit('GB', 'gigabyte|gb', 1e9),
    unit('TB', 'terabyte|tb', 1e12),
    unit('PB', 'petabyte', 1e15),
    unit('KiB', 'kibibyte|kib', 1024),
    unit('MiB', 'mebibyte|mib', 1024 ** 2),
    unit('GiB', 'gibibyte|gib', 1024 ** 3),
    unit('TiB', 'tebibyte|tib', 1024 ** 4),
    unit('Mbit', 'megabit|mbit', 125_000),
    unit('Gbit', 'gigabit|gbit', 1.25e8),
  ],
  energy: [
    unit('J', 'joule', 1),
    unit('kJ', 'kilojoule|kj', 1000),
    unit('cal', 'calorie', 4.184),
    unit('kcal', 'kilocalorie|kcal', 4184),
    unit('Wh', 'watt-hour|watt hour', 3600),
    unit('kWh', 'kilowatt-hour|kilowatt hour|kwh', 3.6e6),
    unit('BTU', 'British thermal unit|btu', 1055.05585262),
    unit('eV', 'electronvolt', 1.602176634e-19),
  ],
  power: [
    unit('W', 'watt', 1),
    unit('kW', 'kilowatt|kw', 1000),
    unit('MW', 'megawatt', 1e6),
    unit('PS', 'metric horsepower', 735.49875),
    unit('hp', 'horsepower|hp', 745.6998715822702),
    unit('BTU/h', 'BTU per hour', 1055.05585262 / 3600),
  ],
  pressure: [
    unit('Pa', 'pascal', 1),
    unit('hPa', 'hectopascal|hpa|mbar|millibar', 100),
    unit('kPa', 'kilopascal|kpa', 1000),
    unit('bar', 'bar', 1e5),
    unit('atm', 'atmosphere', 101_325),
    unit('psi', 'pound per square inch|psi', 6894.757293168361),
    unit('mmHg', 'millimetre of mercury|mmhg|torr', 133.322387415),
  ],
  angle: [
    unit('°|deg', 'degree', 1),
    unit('rad', 'radian', 180 / Math.PI),
    unit('gon|grad', 'gradian', 0.9),
    unit('′', 'minute of arc|arcmin', 1 / 60),
    unit('″', 'second of arc|arcsec', 1 / 3600),
    unit('turn', 'full turn', 360),
  ],
  fuel: [
    unit('km/l|kml', 'kilometre per litre|km/l|km per liter', 1),
    {
      ...unit(
        'l/100 km',
        'litre on 100 km|l/100km|l/100 km|liter per 100 km|liters per 100 km|litres per 100 km|liters per 100km|litres per 100km',
        100,
      ),
      inverse: true,
    },
    unit('mpg', 'mile per gallon (US)|miles per gallon|mpg|mpg us', MILE / 1000 / GALLON),
    unit('mpg UK', 'mile per gallon (UK)|mpg uk|mpg imp', MILE / 1000 / IMPERIAL_GALLON),
  ],
} as const satisfies Readonly<Record<string, readonly Entry[]>>

export type Category = keyof typeof table

export const unitsByCategory = Object.fromEntries(
  Object.entries(table).map(([category, entries]) => [
    category,
    entries.map((entry) => ({ ...entry, category: category as Category })),
  ]),
) as unknown as Readonly<Record<Category, readonly [Unit, Unit, ...Unit[]]>>

export const units: readonly Unit[] = Object.values(unitsByCategory).flat()

export function convert(value: number, from: Unit, to: Unit): number {
  const basic = from.inverse ? from.factor / value : value * from.factor + (from.offset ?? 0)
  return to.inverse ? to.factor / basic : (basic - (to.offset ?? 0)) / to.factor
}

/** The unit that a text means: its symbol, then a name or another spelling, one or many. The given kind goes first. */
export function findUnit(text: string | undefined, first: Category): Unit | undefined {
  if (text === undefined) return undefined
  const written = text.trim()
  const all = [...unitsByCategory[first], ...units.filter(({ category }) => category !== first)]
  return (
    // Letters of a symbol count: MB is not mb, but Mm and mm should not be mixed up either.
    all.find(({ symbol }) => symbol === written) ??
    all.find((one) => spellings(one).has(written.toLowerCase()))
  )
}

function spellings({ name, names, written }: Unit): Set<string> {
  const all = [name.toLowerCase(), ...names, ...written]
  return new Set(all.flatMap((text) => [text, `${text}s`]))
}
