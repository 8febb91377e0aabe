import { ExpressionError } from './expression-error.ts'
import { BadValue, functions, includes, isSame, kindOf } from './functions.ts'
import type { Expression, Operator } from './parse.ts'
import { EACH, type Member } from './tokens.ts'

/** What a `$name` stands for; undefined when nothing of that name is known. */
export type Lookup = (name: string) => { readonly value: unknown } | undefined

export interface EvaluateOptions {
  readonly lookup: Lookup
  readonly now?: () => number
}

/** Items that `[*]` goes through, and how much work one expression may be. */
const MAX_ITEMS = 10_000
const MAX_WORK = 1_000_000
/** Reading so many characters is as much work as one part. */
const CHARACTERS_A_PART = 16

/** The value of an expression. Throws `ExpressionError` where it has none. */
export function evaluate(expression: Expression, options: EvaluateOptions): unknown {
  const value = new Evaluation(options).valueOf(expression)
  return value instanceof Each ? [...value.items] : value
}

/** The answer of a condition: anything but true or false is a mistake in it. */
export function evaluateCondition(expression: Expression, options: EvaluateOptions): boolean {
  const value = evaluate(expression, options)
  if (typeof value === 'boolean') return value
  const hint = Array.isArray(value) ? 'Put any(…) or all(…) around it' : 'Compare it with something'
  throw new ExpressionError(`A condition is true or false; this is ${kindOf(value)}. ${hint}.`, 1)
}

/** The values that `[*]` stands for: what is done with it is done with each. */
class Each {
  readonly items: readonly unknown[]

  constructor(items: readonly unknown[]) {
    this.items = items
  }
}

class Evaluation {
  readonly #lookup: Lookup
  readonly #now: () => number
  #work = 0

  constructor({ lookup, now = Date.now }: EvaluateOptions) {
    this.#lookup = lookup
    this.#now = now
  }

  valueOf(expression: Expression): unknown {
    this.#use(1, expression)
    if (expression.kind === 'value') return expression.value
    if (expression.kind === 'list') return expression.items.map((item) => plain(this.valueOf(item)))
    if (expression.kind === 'reference') return this.#reference(expression)
    return expression.kind === 'call' ? this.#call(expression) : this.#combined(expression)
  }

  #combined(
    expression: Extract<Expression, { kind: 'and' | 'or' | 'not' | 'negative' | 'operator' }>,
  ): unknown {
    if (expression.kind === 'operator') return this.#operator(expression)
    if ('left' in expression) return this.#logical(expression)
    const value = this.valueOf(expression.of)
    return expression.kind === 'not'
      ? this.#each([value], expression, ([one]) => !truth(one))
      : this.#each([value], expression, ([one]) => -number(one))
  }

  #reference(expression: Extract<Expression, { kind: 'reference' }>): unknown {
    const found = this.#lookup(expression.name)
    if (!found) throw new ExpressionError(`$${expression.name} has no value.`, expression.column)
    return this.#follow(found.value ?? null, expression.path, expression)
  }

  /** A member that is missing is null, and so is one of it. */
  #follow(value: unknown, path: readonly Member[], at: Expression): unknown {
    let current = value
    for (const [index, member] of path.entries()) {
      if (member === EACH) return this.#every(current, path.slice(index + 1), at)
      current = ownMember(current, member)
    }
    return current
  }

  #every(list: unknown, rest: readonly Member[], at: Expression): Each {
    if (list === null) return new Each([])
    if (!Array.isArray(list)) throw new ExpressionError(`[*] needs a list, not ${kindOf(list)}.`, at.column)
    if (list.length > MAX_ITEMS)
      throw new ExpressionError(
        `[*] goes through at most ${MAX_ITEMS.toLocaleString('en')} items.`,
        at.column,
      )
    this.#use(list.length, at)
    const items = list.flatMap((entry) => {
      const found = this.#follow((entry as unknown) ?? null, rest, at)
      return found instanceof Each ? found.items : [found]
    })
    if (items.length > MAX_ITEMS)
      throw new ExpressionError(
        `[*] goes through at most ${MAX_ITEMS.toLocaleString('en')} items.`,
        at.column,
      )
    return new Each(items)
  }

  #logical(expression: Extract<Expression, { kind: 'and' | 'or' }>): unknown {
    const left = this.valueOf(expression.left)
    const ends = expression.kind === 'or'
    // What decides alone is not looked behind, so that "$a != null and $a.size > 3" is safe.
    if (!(left instanceof Each) && this.#at(expression, () => truth(left)) === ends) return ends
    return this.#each([left, this.valueOf(expression.right)], expression, ([one, other]) =>
      ends ? truth(one) || truth(other) : truth(one) && truth(other),
    )
  }

  #operator(expression: Extract<Expression, { kind: 'operator' }>): unknown {
    const left = this.valueOf(expression.left)
    const right = this.valueOf(expression.right)
    const { operator } = expression
    // What is on the right of "in" is looked into as a whole.
    const values = operator === 'in' ? [left, plain(right)] : [left, right]
    return this.#each(values, expression, ([one, other]) => operators[operator](one, other))
  }

  #call(expression: Extract<Expression, { kind: 'call' }>): unknown {
    const { apply, ...about } = functions[expression.name]
    const values = expression.args.map((arg) => this.valueOf(arg))
    const given = 'takesLists' in about ? values.map(plain) : values
    return this.#each(given, expression, (args) => apply(args, this.#now))
  }

  /** Applies it once, or to each of what `[*]` stands for. */
  #each(values: readonly unknown[], at: Expression, apply: (values: readonly unknown[]) => unknown): unknown {
    const lists = values.filter((value) => value instanceof Each)
    if (lists.length === 0) return this.#apply(values, at, apply)
    if (lists.length > 1) throw new ExpressionError('Only one side can have [*].', at.column)
    return new Each(
      lists[0]!.items.map((item) => {
        const own = values.map((value) => (value instanceof Each ? item : value))
        return this.#apply(own, at, apply)
      }),
    )
  }

  #apply(
    values: readonly unknown[],
    at: Expression,
    apply: (values: readonly unknown[]) => unknown,
  ): unknown {
    this.#use(1 + values.reduce<number>((sum, value) => sum + costOf(value), 0), at)
    return this.#at(at, () => apply(values))
  }

  #at<Result>({ column }: Expression, apply: () => Result): Result {
    try {
      return apply()
    } catch (error) {
      if (error instanceof BadValue) throw new ExpressionError(error.message, column)
      throw error
    }
  }

  #use(work: number, { column }: Expression): void {
    this.#work += work
    if (this.#work > MAX_WORK)
      throw new ExpressionError('This is too much to work out. Use fewer items.', column)
  }
}

const operators: Readonly<Record<Operator, (left: unknown, right: unknown) => unknown>> = {
  '==': (left, right) => equal(left, right),
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  in: (left, right) => includes(right, left),
  '+': (left, right) =>
    typeof left === 'string' && typeof right === 'string'
      ? left + right
      : finite(number(left) + number(right)),
  '-': (left, right) => finite(number(left) - number(right)),
  '*': (left, right) => finite(number(left) * number(right)),
  '/': (left, right) => finite(number(left) / nonZero(right)),
  '%': (left, right) => finite(number(left) % nonZero(right)),
}

/** Whether something is there can be asked of anything; otherwise both are of one kind. */
function equal(left: unknown, right: unknown): boolean {
  if (left !== null && right !== null && kindOf(left) !== kindOf(right)) throw mixed(left, right)
  return isSame(left, right)
}

function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  throw mixed(left, right)
}

function mixed(left: unknown, right: unknown): BadValue {
  return new BadValue(`${kindOf(left)} cannot be compared with ${kindOf(right)}.`)
}

function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new BadValue(`True or false is needed here, not ${kindOf(value)}.`)
}

function number(value: unknown): number {
  if (typeof value === 'number') return value
  throw new BadValue(`A number is needed here, not ${kindOf(value)}.`)
}

function nonZero(value: unknown): number {
  if (value === 0) throw new BadValue('Nothing can be divided by zero.')
  return number(value)
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new BadValue('The result is too large.')
}

/** Own members only: nothing that JavaScript adds to an object or a list can be reached. */
function ownMember(value: unknown, member: string | number): unknown {
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value)) return typeof member === 'number' ? (value[member] ?? null) : null
  const key = String(member)
  return Object.hasOwn(value, key) ? ((value as Record<string, unknown>)[key] ?? null) : null
}

function plain(value: unknown): unknown {
  return value instanceof Each ? [...value.items] : value
}

function costOf(value: unknown): number {
  if (typeof value === 'string') return value.length / CHARACTERS_A_PART
  return Array.isArray(value) ? value.length : 0
}
