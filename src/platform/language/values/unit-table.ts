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
  | 'fuel'

export interface Unit {
  readonly symbol: string
  readonly category: UnitCategory
  /** Size in the category's base unit; temperatures convert on their own. */
  readonly factor: number
  readonly names: string
}

export const units: readonly Unit[] = [
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
  { symbol: 'g', category: 'mass', factor: 0.001, names: 'gram|gramme|gr' },
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
  { symbol: 'ml', category: 'volume', factor: 0.001, names: 'ml|mls|milliliter|millilitre|cc' },
  { symbol: 'cl', category: 'volume', factor: 0.01, names: 'cl|centiliter|centilitre' },
  { symbol: 'dl', category: 'volume', factor: 0.1, names: 'dl|deciliter|decilitre' },
  { symbol: 'l', category: 'volume', factor: 1, names: 'liter|litre' },
  { symbol: 'tsp', category: 'volume', factor: 0.00492892159375, names: 'tsp|tsps|teaspoon' },
  { symbol: 'tbsp', category: 'volume', factor: 0.01478676478125, names: 'tbsp|tbsps|tablespoon|tbs' },
  { symbol: 'fl oz', category: 'volume', factor: 0.0295735295625, names: 'fluid ounce|fl oz' },
  { symbol: 'cup', category: 'volume', factor: 0.2365882365, names: 'cup' },
  { symbol: 'pt', category: 'volume', factor: 0.473176473, names: 'pint' },
  { symbol: 'qt', category: 'volume', factor: 0.946352946, names: 'quart' },
  { symbol: 'gal', category: 'volume', factor: 3.785411784, names: 'gallon|gal' },
  { symbol: 'm³', category: 'volume', factor: 1_000, names: 'cubic meter|cubic metre|m3|m³' },
  { symbol: 'ft³', category: 'volume', factor: 28.316846592, names: 'cubic foot|cubic feet|ft3|ft³' },
  {
    symbol: 'imp gal',
    category: 'volume',
    factor: 4.54609,
    names: 'imperial gallon|uk gallon|british gallon',
  },
  { symbol: 'imp pt', category: 'volume', factor: 0.56826125, names: 'imperial pint|uk pint|british pint' },
  {
    symbol: 'm²',
    category: 'area',
    factor: 1,
    names: 'square meter|square metre|sqm|m2|m²|sq m|sq meter|sq metre|sq. m',
  },
  { symbol: 'km²', category: 'area', factor: 1e6, names: 'square kilometer|square kilometre|km2|km²|sq km' },
  {
    symbol: 'cm²',
    category: 'area',
    factor: 1e-4,
    names: 'square centimeter|square centimetre|cm2|cm²|sq cm',
  },
  {
    symbol: 'in²',
    category: 'area',
    factor: 0.00064516,
    names: 'square inch|square inches|in2|in²|sq in|sq inch|sq inches',
  },
  {
    symbol: 'ft²',
    category: 'area',
    factor: 0.09290304,
    names: 'square foot|square feet|sq ft|sqft|ft2|ft²|sq feet|sq foot',
  },
  { symbol: 'yd²', category: 'area', factor: 0.83612736, names: 'square yard|sq yd|yd2|yd²' },
  { symbol: 'mi²', category: 'area', factor: 2_589_988.110336, names: 'square mile|sq mi|mi2|mi²|sq mile' },
  { symbol: 'ha', category: 'area', factor: 10_000, names: 'hectare' },
  { symbol: 'ac', category: 'area', factor: 4_046.8564224, names: 'acre' },
  {
    symbol: 'km/h',
    category: 'speed',
    factor: 1 / 3.6,
    names: 'km/h|kmh|kph|kmph|kilometers per hour|kilometres per hour|kilometer per hour',
  },
  { symbol: 'mph', category: 'speed', factor: 0.44704, names: 'mph|miles per hour|mile per hour' },
  { symbol: 'm/s', category: 'speed', factor: 1, names: 'm/s|meters per second|metres per second' },
  { symbol: 'kn', category: 'speed', factor: 0.5144444444444445, names: 'knot' },
  { symbol: 'ms', category: 'time', factor: 0.001, names: 'millisecond|msec' },
  { symbol: 's', category: 'time', factor: 1, names: 'second|sec|secs' },
  { symbol: 'min', category: 'time', factor: 60, names: 'minute|min|mins' },
  { symbol: 'h', category: 'time', factor: 3_600, names: 'hour|hr|hrs' },
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
  { symbol: 'mpg', category: 'fuel', factor: 1, names: 'mpg|miles per gallon' },
  {
    symbol: 'l/100 km',
    category: 'fuel',
    factor: 235.214583,
    names: 'l/100km|l/100 km|liters per 100 km|litres per 100 km|liters per 100km|litres per 100km',
  },
  { symbol: '°', category: 'angle', factor: 1, names: 'degree' },
  { symbol: 'rad', category: 'angle', factor: 57.29577951308232, names: 'radian' },
]
