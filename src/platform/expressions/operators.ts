import { BadValue } from './bad-value.ts'
import type { Apply, Context } from './functions.ts'
import { includes, isSame, kindOf } from './values.ts'

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%'

export const operators: Readonly<Record<Operator, Apply>> = {
  '==': equal,
  '!=': (left, right, context) => !equal(left, right, context),
  '<': (left, right, context) => order(left, right, context) < 0,
  '<=': (left, right, context) => order(left, right, context) <= 0,
  '>': (left, right, context) => order(left, right, context) > 0,
  '>=': (left, right, context) => order(left, right, context) >= 0,
  in: (left, right, { work }) => includes(right, left, work),
  '+': sum,
  '-': (left, right) => finite(numberIn(left) - numberIn(right)),
  '*': (left, right) => finite(numberIn(left) * numberIn(right)),
  '/': (left, right) => finite(numberIn(left) / divisorIn(right)),
  '%': (left, right) => finite(numberIn(left) % divisorIn(right)),
}

export const not: Apply = (one) => !truthIn(one)
export const negative: Apply = (one) => -numberIn(one)
export const and: Apply = (one, other) => truthIn(one) && truthIn(other)
export const or: Apply = (one, other) => truthIn(one) || truthIn(other)

export function truthIn(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new BadValue(`True or false is needed here, not ${kindOf(value)}.`)
}

/** Whether something is there can be asked of anything; otherwise both are of one kind. */
function equal(left: unknown, right: unknown, { work }: Context): boolean {
  if (left !== null && right !== null && kindOf(left) !== kindOf(right)) throw mixed(left, right)
  return isSame(left, right, work)
}

function order(left: unknown, right: unknown, { work }: Context): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') {
    work.read(Math.min(left.length, right.length))
    return left < right ? -1 : Number(left > right)
  }
  if (kindOf(left) !== kindOf(right)) throw mixed(left, right)
  throw new BadValue(`Only numbers and texts have an order, not ${kindOf(left)}.`)
}

function mixed(left: unknown, right: unknown): BadValue {
  const kind = left === null ? 'null' : kindOf(left).replace(/^./, (letter) => letter.toUpperCase())
  return new BadValue(`${kind} cannot be compared with ${kindOf(right)}.`)
}

function sum(left: unknown, right: unknown, { work }: Context): string | number {
  if (typeof left !== 'string' || typeof right !== 'string') return added(left, right)
  work.read(left.length + right.length)
  return left + right
}

function added(left: unknown, right: unknown): number {
  if (typeof left === 'string' || typeof right === 'string')
    throw new BadValue(
      `A text and ${kindOf(typeof left === 'string' ? right : left)} cannot be added. Write text(…) or number(…) around one of them.`,
    )
  return finite(numberIn(left) + numberIn(right))
}

function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  throw new BadValue(`A number is needed here, not ${kindOf(value)}.`)
}

function divisorIn(value: unknown): number {
  if (value === 0) throw new BadValue('Nothing can be divided by zero.')
  return numberIn(value)
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new BadValue('The result is too large.')
}
