import { isDeepStrictEqual } from 'node:util'
import type { Tree } from './random-expressions.ts'

/** Why the reference finds no value. */
export class Refusal extends Error {}

/** One value, or the many that `[*]` stands for. */
type Result = { readonly one: unknown } | Many

interface Many {
  readonly many: readonly unknown[]
  /** The list that they come from. */
  readonly from: string
}

interface Known {
  readonly values: Readonly<Record<string, unknown>>
  readonly now: number
}

/** What an expression is, worked out in the plainest way, however slow: only tests use it. */
export function referenceValue(tree: Tree, known: Known): unknown {
  return asOne(resultOf(tree, known))
}

function asOne(result: Result): unknown {
  return 'many' in result ? result.many : result.one
}

function resultOf(tree: Tree, known: Known): Result {
  if (tree.is === 'value') return { one: tree.value }
  if (tree.is === 'list') return { one: tree.items.map((item) => referenceValue(item, known)) }
  if (tree.is === 'name') return named(tree, known)
  if (tree.is === 'not') return spread([resultOf(tree.of, known)], ([of]) => !truth(of))
  if (tree.is === 'minus') return spread([resultOf(tree.of, known)], ([of]) => -number(of))
  return tree.is === 'call' ? called(tree, known) : operated(tree, known)
}

function named({ name, path }: Extract<Tree, { is: 'name' }>, { values }: Known): Result {
  if (!Object.keys(values).includes(name)) throw new Refusal('unknown')
  const found = walk(values[name], path)
  const list = path.slice(0, path.lastIndexOf(null) + 1)
  return 'many' in found ? { ...found, from: JSON.stringify([name, list]) } : found
}

function walk(value: unknown, [member, ...rest]: readonly (string | number | null)[]): Result {
  if (member === undefined) return { one: value }
  if (member !== null) {
    const entry = Object.entries(isRecordOrList(value) ? value : {}).find(([name]) => name === String(member))
    return walk(entry?.[1] ?? null, rest)
  }
  if (value === null) return { many: [], from: '' }
  if (!Array.isArray(value)) throw new Refusal('no list')
  return {
    many: value.flatMap((item: unknown) => {
      const found = walk(item, rest)
      return 'many' in found ? found.many : [found.one]
    }),
    from: '',
  }
}

function isRecordOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function spread(results: readonly Result[], apply: (values: readonly unknown[]) => unknown): Result {
  const [first, ...others] = results.filter((result) => 'many' in result)
  if (!first) return { one: apply(results.map(asOne)) }
  if (others.some(({ from }) => from !== first.from)) throw new Refusal('two lists')
  return {
    many: first.many.map((_, at) =>
      apply(results.map((result) => ('many' in result ? result.many[at] : result.one))),
    ),
    from: first.from,
  }
}

function operated({ operator, left, right }: Extract<Tree, { is: 'operator' }>, known: Known): Result {
  const first = resultOf(left, known)
  if (operator === 'and' || operator === 'or') {
    const decides = operator === 'or'
    if ('one' in first && truth(first.one) === decides) return { one: decides }
    return spread([first, resultOf(right, known)], ([one, other]) =>
      truth(one) === decides ? decides : truth(other),
    )
  }
  const second = resultOf(right, known)
  if (operator.endsWith('in'))
    return spread([first, { one: asOne(second) }], ([one, other]) => has(other, one) === (operator === 'in'))
  return spread([first, second], ([one, other]) => binary[operator]!(one, other))
}

const binary: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  '==': same,
  '!=': (one, other) => !same(one, other),
  '<': (one, other) => before(one, other),
  '>': (one, other) => before(other, one),
  '<=': (one, other) => !before(other, one),
  '>=': (one, other) => !before(one, other),
  '+': (one, other) => {
    if (typeof one === 'string' && typeof other === 'string') return [one, other].join('')
    if (typeof one === 'string' || typeof other === 'string') throw new Refusal('sum')
    return finite(number(one) + number(other))
  },
  '-': (one, other) => finite(number(one) - number(other)),
  '*': (one, other) => finite(number(one) * number(other)),
  '/': (one, other) => finite(number(one) / divisor(other)),
  '%': (one, other) => finite(number(one) % divisor(other)),
}

function called({ name, args }: Extract<Tree, { is: 'call' }>, known: Known): Result {
  const results = args.map((arg) => resultOf(arg, known))
  if (['size', 'empty', 'contains', 'any', 'all'].includes(name))
    return { one: calls[name]!(results.map(asOne), known.now) }
  return spread(results, (values) => calls[name]!(values, known.now))
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d[\d:.]*Z?)?$/

const calls: Readonly<Record<string, (values: readonly unknown[], now: number) => unknown>> = {
  size: ([of]) => size(of),
  empty: ([of]) => of === null || size(of) === 0,
  contains: ([whole, part]) => has(whole, part),
  starts_with: ([of, part]) => text(of).slice(0, text(part).length) === part,
  ends_with: ([of, part]) => backwards(text(of)).startsWith(backwards(text(part))),
  like: ([of, pattern]) => like(text(of), text(pattern)),
  lower: ([of]) => text(of).toLowerCase(),
  upper: ([of]) => text(of).toUpperCase(),
  any: ([of]) => truths(of).some(Boolean),
  all: ([of]) => truths(of).every(Boolean),
  number: ([of]) => read(of),
  text: ([of]) => (typeof of === 'string' ? of : JSON.stringify(of)),
  age_s: ([of], now) => {
    if (typeof of !== 'string' || !MOMENT.test(of) || Number.isNaN(Date.parse(of))) throw new Refusal('time')
    return (now - Date.parse(of)) / 1000
  },
}

function backwards(of: string): string {
  return of.split('').toReversed().join('')
}

/** By every way to split the text, which takes long where there are many stars. */
function like(of: string, pattern: string): boolean {
  if (pattern === '') return of === ''
  if (!pattern.startsWith('*'))
    return of[0] === pattern[0] && of !== '' && like(of.slice(1), pattern.slice(1))
  return Array.from({ length: of.length + 1 }, (_, at) => at).some((at) =>
    like(of.slice(at), pattern.slice(1)),
  )
}

function has(whole: unknown, part: unknown): boolean {
  if (whole === null) return false
  if (Array.isArray(whole)) return whole.some((item) => deepEqual(item, part))
  if (typeof whole !== 'string') throw new Refusal('look into')
  if (typeof part !== 'string') throw new Refusal('in text')
  return whole.includes(part)
}

function same(one: unknown, other: unknown): boolean {
  if (one !== null && other !== null && kind(one) !== kind(other)) throw new Refusal('compare')
  return deepEqual(one, other)
}

/** Without a difference between 0 and -0. */
function deepEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify([one])), JSON.parse(JSON.stringify([other])))
}

function before(one: unknown, other: unknown): boolean {
  if (kind(one) !== kind(other)) throw new Refusal('compare')
  if (typeof one === 'number') return one < (other as number)
  if (typeof one === 'string') return one < (other as string)
  throw new Refusal('order')
}

function kind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function size(value: unknown): number {
  if (typeof value === 'string') return value.split('').length
  if (!isRecordOrList(value)) throw new Refusal('size')
  return Object.keys(value).length
}

function truth(value: unknown): boolean {
  if (value !== true && value !== false) throw new Refusal('truth')
  return value
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new Refusal('number')
  return value
}

function divisor(value: unknown): number {
  if (number(value) === 0) throw new Refusal('zero')
  return number(value)
}

function finite(value: number): number {
  if (Math.abs(value) > Number.MAX_VALUE) throw new Refusal('too large')
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Refusal('text')
  return value
}

function truths(value: unknown): readonly boolean[] {
  if (!Array.isArray(value) || value.some((item) => item !== true && item !== false))
    throw new Refusal('truths')
  return value as boolean[]
}

function read(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') throw new Refusal('number or text')
  const trimmed = value.trim()
  if (trimmed === '' || /[^\d.eE+-]/.test(trimmed) || Number.isNaN(Number(trimmed)))
    throw new Refusal('not a number')
  return Number(trimmed)
}
