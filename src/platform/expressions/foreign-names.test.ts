import { describe, expect, test } from 'vitest'
import { foreignNames } from '../../../test/expressions/random-texts.ts'
import { evaluate } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse.ts'

/** One of each kind that a value can be. */
const kinds: readonly unknown[] = [{}, { a: { b: 1 } }, [], [1, 'a'], 'text', '', 1, true, null]

describe('a name that JavaScript knows', () => {
  test('is among those that are tried', () => {
    expect(foreignNames).toEqual(
      expect.arrayContaining([
        ...Object.getOwnPropertyNames(Object.prototype),
        'then',
        'length',
        'at',
        'call',
      ]),
    )
  })

  test('is null as a member of any value', () => {
    const members = (name: string) => [`.${name}`, `["${name}"]`, `['${name}'].${name}`, `.a.${name}`]
    const found = foreignNames.flatMap((name) =>
      members(name).flatMap((member) => kinds.map((value) => valueIn(`$v${member}`, value))),
    )
    expect(found.filter((value) => value !== null)).toEqual([])
  })

  test('is null as a member of each of a list', () => {
    const found = foreignNames.map((name) => valueIn(`$v[*].${name}`, kinds))
    expect(found).toEqual(foreignNames.map(() => kinds.map(() => null)))
  })

  test('has no value as a $name', () => {
    const texts = (name: string) => [`$${name}`, `$${name}.${name}`, `$${name}[*]`, `size($${name})`]
    const found = foreignNames.map((name) => texts(name).map(problemOfUnknown))
    expect(found).toEqual(foreignNames.map((name) => texts(name).map(() => `$${name} has no value.`)))
  })

  test('is refused as a word, a function, a method and an operator', () => {
    const texts = foreignNames.flatMap((name) => [
      name,
      `${name} == null`,
      `[${name}]`,
      `${name}()`,
      `${name}(1)`,
      `size(${name})`,
      `$v.${name}(1)`,
      `"text".${name}`,
      `[1].${name}`,
      `1 ${name} 1`,
      `not ${name} 1`,
      `-${name}`,
      `1 in ${name}`,
    ])
    expect(texts.filter((text) => !isRefused(text))).toEqual([])
  })

  test('is found where the data do have such a member', () => {
    const value: unknown = JSON.parse('{"__proto__": 1, "constructor": {"then": 2}, "length": 3}')
    expect(valueIn('[$v.__proto__, $v.constructor.then, $v.length, $v.toString]', value)).toEqual([
      1,
      2,
      3,
      null,
    ])
    expect(valueIn('text($v)', value)).toBe(JSON.stringify(value))
    expect(valueIn('$v == $v', value)).toBe(true)
  })
})

function valueIn(text: string, value: unknown): unknown {
  return evaluate(parseExpression(text), { lookup: () => ({ value }) })
}

function problemOfUnknown(text: string): unknown {
  const values: Readonly<Record<string, unknown>> = {}
  const isKnown = (name: string) => Object.hasOwn(values, name)
  const lookup = (name: string) => (isKnown(name) ? { value: values[name] } : undefined)
  try {
    return { value: evaluate(parseExpression(text, { isKnown }), { lookup }) }
  } catch (error) {
    return error instanceof ExpressionError ? error.message : error
  }
}

function isRefused(text: string): boolean {
  try {
    parseExpression(text)
    return false
  } catch (error) {
    return error instanceof ExpressionError
  }
}
