import { BadValue } from './bad-value.ts'
import { ExpressionError } from './expression-error.ts'
import { functions, type Apply, type Context } from './functions.ts'
import { and, negative, not, operators, or, truthIn } from './operators.ts'
import type { Expression } from './parse.ts'
import { EACH, type Member } from './tokens.ts'
import { kindOf, ownMember } from './values.ts'
import { Work } from './work.ts'

/** What a `$name` stands for; undefined when nothing of that name is known. */
export type Lookup = (name: string) => { readonly value: unknown } | undefined

export interface EvaluateOptions {
  readonly lookup: Lookup
  readonly now?: () => number
}

/** Items that one `[*]` goes through. */
const MAX_ITEMS = 10_000

/** The value of an expression. Throws `ExpressionError` where it has none. */
export function evaluate(expression: Expression, options: EvaluateOptions): unknown {
  const evaluation = new Evaluation(options)
  try {
    return whole(evaluation.resultOf(expression))
  } catch (error) {
    if (error instanceof BadValue) throw new ExpressionError(error.message, evaluation.column)
    throw error
  }
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
  /** The list that they were taken from, as it is written: what comes from the same one goes together. */
  readonly list: string

  constructor(items: readonly unknown[], list = '') {
    this.items = items
    this.list = list
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

class Evaluation {
  readonly #lookup: Lookup
  readonly #context: Context
  /** Of the part that is being applied: where a value is bad, it is bad there. */
  column = 1

  constructor({ lookup, now = Date.now }: EvaluateOptions) {
    this.#lookup = lookup
    this.#context = { work: new Work(), now }
  }

  resultOf(expression: Expression): unknown {
    const { kind } = expression
    if (kind === 'value') return expression.value
    if (kind === 'reference') return this.#reference(expression)
    if (kind === 'operator') return this.#operator(expression)
    if (kind === 'call') return this.#call(expression)
    if (kind === 'list') return expression.items.map((item) => whole(this.resultOf(item)))
    return 'left' in expression
      ? this.#logical(expression)
      : this.#each(expression, this.resultOf(expression.of), null)
  }

  #reference({ name, path, column }: Of<'reference'>): unknown {
    const found = this.#lookup(name)
    this.column = column
    if (!found) throw new BadValue(`$${name} has no value.`)
    const value = this.#follow(found.value ?? null, path, 0)
    return value instanceof Each ? new Each(value.items, listIn(name, path)) : value
  }

  /** A member that is missing is null, and so is one of it. */
  #follow(value: unknown, path: readonly Member[], from: number): unknown {
    this.#context.work.use(1 + path.length - from)
    let current = value
    for (let at = from; at < path.length; at += 1) {
      const member = path[at]!
      if (member === EACH) return this.#every(current, path, at + 1)
      current = ownMember(current, member)
    }
    return current
  }

  #every(list: unknown, path: readonly Member[], from: number): Each {
    if (list === null) return new Each([])
    if (!Array.isArray(list)) throw new BadValue(`[*] needs a list, not ${kindOf(list)}.`)
    if (list.length > MAX_ITEMS) throw tooManyItems()
    const items: unknown[] = []
    for (const entry of list as readonly unknown[]) {
      const found = this.#follow(entry ?? null, path, from)
      if (found instanceof Each) {
        this.#context.work.use(found.items.length)
        items.push(...found.items)
      } else items.push(found)
      if (items.length > MAX_ITEMS) throw tooManyItems()
    }
    return new Each(items)
  }

  #logical(expression: Of<'and' | 'or'>): unknown {
    const left = this.resultOf(expression.left)
    const decides = expression.kind === 'or'
    this.column = expression.column
    // What decides alone is not looked behind, so that "$a != null and $a.size > 3" is safe.
    if (!(left instanceof Each) && truthIn(left) === decides) return decides
    return this.#each(expression, left, this.resultOf(expression.right))
  }

  #operator(expression: Of<'operator'>): unknown {
    const left = this.resultOf(expression.left)
    const right = this.resultOf(expression.right)
    // What is on the right of "in" is looked into as a whole.
    return this.#each(expression, left, expression.operator === 'in' ? whole(right) : right)
  }

  #call(expression: Of<'call'>): unknown {
    const [first, second] = expression.args
    const one = this.resultOf(first!)
    const other = second ? this.resultOf(second) : null
    return functions[expression.name].takesLists
      ? this.#each(expression, whole(one), whole(other))
      : this.#each(expression, one, other)
  }

  /** Applies it once, or to each of what `[*]` stands for. */
  #each(
    expression: Of<'and' | 'or' | 'not' | 'negative' | 'operator' | 'call'>,
    one: unknown,
    other: unknown,
  ): unknown {
    this.column = expression.column
    const apply = applyOf(expression)
    const context = this.#context
    context.work.use(1)
    if (!(one instanceof Each) && !(other instanceof Each)) return apply(one, other, context)
    const list = listOfBoth(one, other)
    const count = (one instanceof Each ? one : (other as Each)).items.length
    context.work.use(count)
    const items: unknown[] = []
    for (let at = 0; at < count; at += 1) items.push(apply(itemAt(one, at), itemAt(other, at), context))
    return new Each(items, list)
  }
}

function listOfBoth(one: unknown, other: unknown): string {
  if (!(one instanceof Each)) return (other as Each).list
  if (other instanceof Each && other.list !== one.list)
    throw new BadValue('Both sides have [*], but of different lists.')
  return one.list
}

function itemAt(value: unknown, at: number): unknown {
  return value instanceof Each ? value.items[at] : value
}

/** Up to its last `[*]`, after which each item has one value. */
function listIn(name: string, path: readonly Member[]): string {
  const upToLast = path.slice(0, path.lastIndexOf(EACH) + 1)
  return JSON.stringify([name, ...upToLast.map((member) => (member === EACH ? null : member))])
}

const simple = { and, or, not, negative }

function applyOf(expression: Of<'and' | 'or' | 'not' | 'negative' | 'operator' | 'call'>): Apply {
  if (expression.kind === 'operator') return operators[expression.operator]
  return expression.kind === 'call' ? functions[expression.name].apply : simple[expression.kind]
}

function tooManyItems(): BadValue {
  return new BadValue(`[*] goes through at most ${MAX_ITEMS.toLocaleString('en')} items.`)
}

function whole(value: unknown): unknown {
  return value instanceof Each ? value.items : value
}
