import { functions } from '../../src/platform/expressions/functions.ts'
import { randomTree, type Random } from './random-expressions.ts'
import { writtenExpression } from './written-expression.ts'

const types = [Object, Array, String, Number, Boolean, Function, Symbol, Promise]
const otherNames = `__proto__ then prototype caller arguments callee this self globalThis process require import eval
  new typeof void delete instanceof undefined NaN Infinity async await function return while is matches between`

/** Everything that JavaScript gives to values, and words that it or others know. */
export const foreignNames: readonly string[] = [
  ...new Set(
    types
      .flatMap((type) => Object.getOwnPropertyNames(type.prototype))
      .concat(Object.getOwnPropertyNames(Object), otherNames.split(/\s+/)),
  ),
].filter((name) => !Object.hasOwn(functions, name))

/** Values that are as large as an expression may meet them; names of random expressions besides. */
export const largeValues: Readonly<Record<string, unknown>> = {
  many: Array.from({ length: 10_000 }, (_, index) => index),
  manyTexts: Array.from({ length: 10_000 }, (_, index) => `${'ä'.repeat(index % 300)}b${index}`),
  manyRecords: Array.from({ length: 10_000 }, (_, index) => ({
    a: index,
    t: 'aaaa',
    of: [index],
    x: { y: [] },
  })),
  tooMany: Array.from({ length: 10_001 }, () => true),
  long: 'a'.repeat(990_000),
  part: `${'a'.repeat(400)}b${'a'.repeat(400)}`,
  stars: '*a'.repeat(100_000),
  deep: JSON.parse(`${'['.repeat(3_000)}1${']'.repeat(3_000)}`) as unknown,
}

const signs = `$ ( ) [ ] [*] , . " ' \\ = ! && | { “ 😀`.split(' ').concat('\n', '\u0000', '\u00a0')
const tokens =
  `== != < <= > >= in not + - * / % and or true false null 0 1 2.5 1e308 1e999 99999999999 "a" '*a*' "\\u0061"
  $n $t $numbers $files[*].bytes $files[*].tags[*] $none $step-1.n $my.id.deep.er[1]`
    .split(/\s+/)
    .concat(Object.keys(functions).map((name) => `${name}(`))
const largeNames = '$many[*] $manyTexts[*] $manyRecords[*].t $manyRecords[*].of[*] $deep[*][*] $long'
  .split(' ')
  .concat(Object.keys(largeValues).map((name) => `$${name}`))

/** A text of the grammar, near it, or far from it. */
export function randomText(random: Random): string {
  const way = random.below(100)
  if (way < 35) return written(random)
  if (way < 55) return soup(random)
  if (way < 60) return repeated(random)
  if (way < 61) return onLargeValues(random)
  let text = random.below(2) === 0 ? written(random) : soup(random)
  for (let times = random.below(4); times >= 0; times -= 1) text = mutated(text, random)
  return text
}

function written(random: Random): string {
  return writtenExpression(randomTree(random, 1 + random.below(5)), random)
}

function soup(random: Random): string {
  const all = () => random.pick(random.pick([tokens, tokens, tokens, signs, foreignNames]))
  return Array.from({ length: 1 + random.below(14) }, all).join(random.pick(['', ' ', ' ']))
}

/** The same again and again, up to the limits and beyond. */
function repeated(random: Random): string {
  const token = random.pick(random.pick([tokens, signs]))
  const glue = random.pick(['', ' ', '+', ' and ', ',', '(', '['])
  const times = Math.min(
    random.pick([31, 32, 33, 99, 101, 200, 700, 2_001]),
    Math.ceil(2_100 / (token + glue).length),
  )
  return `${random.pick(['', '(', '[', 'any(', '-', 'not '])}${Array.from({ length: times }, () => token).join(glue)}`
}

/** A written expression in which names stand for large values. */
function onLargeValues(random: Random): string {
  const text = written(random).replaceAll(/\$[\w.-]+(?:\[ ?[*\d] ?\])?/g, () => random.pick(largeNames))
  if (random.below(3) > 0) return text
  const inside = `${random.pick(largeNames)}${random.pick(['.a', '[*]', '', ' + 1', ' == "a"', ' in $long'])}`
  const call = random.pick(Object.keys(functions))
  const rest = () => random.pick(['', ', $part', ', $stars', ', "*" + $part + "*"'])
  const calls = Array.from({ length: 1 + random.below(40) }, () => `${call}(${inside}${rest()})`)
  return calls.join(random.pick([' or ', ' + ', ' == ', ' and ']))
}

function mutated(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const to = Math.min(text.length, at + 1 + random.below(6))
  const piece = () => random.pick(random.pick([tokens, signs, foreignNames]))
  return random.pick<() => string>([
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + piece() + text.slice(at),
    () => text.slice(0, at) + piece() + text.slice(to),
    () => text.slice(0, at) + text.slice(at, to).repeat(2) + text.slice(to),
    () => text.slice(0, at) + String.fromCharCode(random.below(random.pick([128, 65_536]))) + text.slice(at),
    () => text.slice(at) + text.slice(0, at),
    () => text.slice(0, at),
  ])()
}
