import { describe, expect, test } from 'vitest'
import { calculate, withoutDust } from './evaluate.ts'

const result = (text: string, options = {}) => {
  const { value, problem } = calculate(text, options)
  return value === undefined ? problem : String(withoutDust(value))
}

describe('what a person writes is worked out', () => {
  test.each([
    ['240 * 17 / 100', '40.8'],
    ['17 % of 240', '40.8'],
    ['17% × 240', '40.8'],
    ['200 + 10%', '220'],
    ['200 - 10 %', '180'],
    ['100 + 10% + 10%', '121'],
    ['100 - 10% - 10%', '81'],
    ['20% + 30%', '0.5'],
    ['20% + 30% + 10%', '0.6'],
    ['(100 + 10%) * 2', '220'],
    ['17 mod 5', '2'],
    ['10 % 3', '1'],
    ['0.1 + 0.2', '0.3'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) × 4', '20'],
    ['2(3 + 4)', '14'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2 ** -1', '0.5'],
    ['1,234,567.5 + 1', '1234568.5'],
    ['1,5 + 1,5', '3'],
    ['.5 + .5', '1'],
    ['1.2e3 / 4', '300'],
    ['5!', '120'],
    ['3² + 2³', '17'],
    ['√16 + sqrt(9)', '7'],
    ['√(9) 2', "“2” doesn't fit here."],
    ['2π', '6.28318530718'],
    ['12 ÷ 4 − 1', '2'],
    ['3 x 4', '12'],
    ['(1 + 2', '3'],
    ['7 - -3', '10'],
    ['8 =', '8'],
    ['10000000000000 + 1', '10000000000001'],
    ['12345678 * 87654321', '1082152022374638'],
    ['abs(-3) + round(2.6)', '6'],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected)
  })

  test('angles are in degrees or radians', () => {
    expect(result('sin 30', { degrees: true })).toBe('0.5')
    expect(result('sin(π)', { degrees: false })).toBe('0')
    expect(result('cos(90)', { degrees: true })).toBe('0')
    expect(result('atan 1', { degrees: true })).toBe('45')
    expect(result('tan 90', { degrees: true })).toBe('That has no real result.')
  })

  test('the last result is ans', () => {
    expect(result('ans * 2', { last: 21 })).toBe('42')
  })
})

test('what divides by zero is told apart from what is no calculation', () => {
  expect(calculate('8 / (4 - 4)').dividesByZero).toBe(true)
  expect(calculate('8 mod 0').dividesByZero).toBe(true)
  expect(calculate('8 /').dividesByZero).toBeUndefined()
})

describe('what cannot be worked out says why', () => {
  test.each([
    ['', 'Something is missing at the end.'],
    ['2 +', 'Something is missing at the end.'],
    ['1 / 0', "Can't divide by zero."],
    ['√(-1)', 'That has no real result.'],
    ['200!', 'The result is too large.'],
    ['1.5!', 'Only whole numbers from 0 up have a factorial.'],
    ['2 & 3', "Can't calculate “&”."],
    ['constructor(2)', 'Unknown: “constructor”.'],
    ['2 3', "“3” doesn't fit here."],
    [')', "“)” doesn't fit here."],
    ['1.2.3', '“1.2.3” is not a number.'],
  ])('%s', (text, problem) => {
    expect(calculate(text).problem).toBe(problem)
  })
})
