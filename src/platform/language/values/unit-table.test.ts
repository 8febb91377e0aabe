import { expect, test } from 'vitest'
import { convert, findUnit, units, unitsByCategory, type Category } from './unit-table.ts'

const converted = (value: number, from: string, to: string) => {
  const source = findUnit(from, 'length')!
  return convert(value, source, findUnit(to, source.category)!)
}

test.each([
  [5, 'mi', 'km', 8.04672],
  [1, 'inch', 'cm', 2.54],
  [100, 'celsius', '°F', 212],
  [-40, 'F', '°C', -40],
  [0, '°C', 'K', 273.15],
  [1, 'lbs', 'kg', 0.45359237],
  [1, 'gallon', 'l', 3.785411784],
  [100, 'km/h', 'mph', 62.137119],
  [1, 'GiB', 'MiB', 1024],
  [8, 'Mbit', 'MB', 1],
  [1, 'kWh', 'kJ', 3600],
  [1, 'atm', 'hPa', 1013.25],
  [180, 'degrees', 'rad', Math.PI],
  [5, 'l/100km', 'km/l', 20],
  [30, 'mpg', 'l/100 km', 7.84049],
  [20, 'km/l', 'l/100km', 5],
])('%d %s in %s is %d', (value, from, to, expected) => {
  expect(converted(value, from, to)).toBeCloseTo(expected, 5)
})

test('every unit converts to every other of its kind and back', () => {
  for (const units of Object.values(unitsByCategory))
    for (const from of units)
      for (const to of units) expect(convert(convert(12.5, from, to), to, from)).toBeCloseTo(12.5, 6)
})

test('no two units of a kind share a symbol', () => {
  for (const category of Object.keys(unitsByCategory) as Category[]) {
    const symbols = unitsByCategory[category].map(({ symbol }) => symbol)
    expect(new Set(symbols).size).toBe(symbols.length)
  }
})

test('a unit of another kind is found there, and an unknown one nowhere', () => {
  expect(findUnit('kilograms', 'length')?.category).toBe('mass')
  expect(findUnit('furlong', 'length')).toBeUndefined()
})

test('no two units are called alike', () => {
  const names = units.flatMap(({ names, symbol }) => [...new Set(names)].map((name) => `${name}: ${symbol}`))
  const doubles = Map.groupBy(names, (name) => name.split(': ')[0])
  expect([...doubles.values()].filter((same) => same.length > 1)).toEqual([
    ['gallon: gal', 'gallon: imp gal'],
    ['pint: pt', 'pint: imp pt'],
    ['mile per gallon: mpg', 'mile per gallon: mpg UK'],
  ])
})
