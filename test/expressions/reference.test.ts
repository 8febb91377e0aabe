import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { evaluate } from '../../src/platform/expressions/evaluate.ts'
import { ExpressionError } from '../../src/platform/expressions/expression-error.ts'
import { parseExpression } from '../../src/platform/expressions/parse.ts'
import { isWhole } from '../shortened.ts'
import { createRandom, randomTree, sampleValues, type Tree } from './random-expressions.ts'
import { referenceValue, Refusal } from './reference.ts'
import { writtenExpression } from './written-expression.ts'

const EXPRESSIONS = isWhole ? 300_000 : 4_000
const now = Date.parse('2026-11-15T08:00:00Z')
const isKnown = (name: string) => Object.hasOwn(sampleValues, name)
const lookup = (name: string) => (isKnown(name) ? { value: sampleValues[name] } : undefined)

/** The beginning of our sentence for what the reference refuses. */
const sentences: Readonly<Record<string, RegExp>> = {
  unknown: /^\$unknown has no value/,
  'no list': /^\[\*\] needs a list/,
  'two lists': /^Both sides have \[\*\], but of different lists/,
  sum: /^A text and .* cannot be added/,
  'look into': /^Only a list or a text can be looked into/,
  'in text': /^Only a text can be in a text/,
  compare: /cannot be compared with/,
  order: /^Only numbers and texts have an order/,
  size: /^Only a list, a text or a record has a size/,
  truth: /^True or false is needed/,
  number: /^A number is needed/,
  zero: /^Nothing can be divided by zero/,
  'too large': /^The result is too large/,
  text: /^A text is needed/,
  truths: /^A list of true and false is needed/,
  'number or text': /^A number or a text is needed/,
  'not a number': /^This text is not a number/,
  time: /^A time such as/,
}

test('a random expression has the value that the reference gives, or is refused for the same reason', () => {
  const random = createRandom(Number(process.env['PROPERTY_SEED'] ?? 20_261_115))
  const disagreements: unknown[] = []
  const seen = { values: 0, refusals: new Set<string>() }
  for (let count = 0; count < EXPRESSIONS; count += 1) {
    const tree = randomTree(random, 1 + random.below(5))
    const text = writtenExpression(tree, random)
    if (text.length > 2_000) continue
    const expected = expectedOf(tree)
    const found = foundIn(text)
    if ('refusal' in expected) seen.refusals.add(expected.refusal)
    else seen.values += 1
    if (!agrees(found, expected)) disagreements.push({ text, found, expected })
  }
  expect(disagreements.slice(0, 3)).toEqual([])
  expect(seen.values).toBeGreaterThan(EXPRESSIONS / 3)
  expect([...seen.refusals].toSorted()).toEqual(Object.keys(sentences).toSorted())
})

type Expected = { readonly value: unknown } | { readonly refusal: string }
type Found = { readonly value: unknown } | { readonly sentence: string }

function agrees(found: Found, expected: Expected): boolean {
  if ('refusal' in expected) return 'sentence' in found && sentences[expected.refusal]!.test(found.sentence)
  return isDeepStrictEqual(found, expected)
}

function expectedOf(tree: Tree): Expected {
  try {
    return { value: withoutMinusZero(referenceValue(tree, { values: sampleValues, now })) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message }
    throw error
  }
}

function foundIn(text: string): Found {
  try {
    const value = evaluate(parseExpression(text, { isKnown }), { lookup, now: () => now })
    return { value: withoutMinusZero(value) }
  } catch (error) {
    if (error instanceof ExpressionError) return { sentence: error.message }
    throw new Error(`${text} ends otherwise.`, { cause: error })
  }
}

function withoutMinusZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
