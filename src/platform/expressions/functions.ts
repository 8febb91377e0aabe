import { BadValue } from './bad-value.ts'
import { includes, kindOf, writtenAs } from './values.ts'
import { isLike, readToFind } from './wildcards.ts'
import type { Work } from './work.ts'

export interface Context {
  readonly work: Work
  readonly now: () => number
}

/** What an operator or a function does with one value, or with two. */
export type Apply = (one: unknown, other: unknown, context: Context) => unknown

interface ExpressionFunction {
  /** What its arguments are called where it is explained. */
  readonly parameters: readonly string[]
  /** It is about the list as a whole, so that `$mails[*].read` is not gone through one by one. */
  readonly takesLists?: true
  readonly apply: Apply
}

export type FunctionName =
  | 'size'
  | 'empty'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'like'
  | 'lower'
  | 'upper'
  | 'any'
  | 'all'
  | 'number'
  | 'text'
  | 'age_s'

export const functions: Readonly<Record<FunctionName, ExpressionFunction>> = {
  size: { parameters: ['list or text'], takesLists: true, apply: sizeOf },
  empty: { parameters: ['value'], takesLists: true, apply: (of) => of === null || sizeOf(of) === 0 },
  contains: {
    parameters: ['list or text', 'what'],
    takesLists: true,
    apply: (whole, part, { work }) => includes(whole, part, work),
  },
  starts_with: {
    parameters: ['text', 'start'],
    apply: (of, part, context) => textOf(of).startsWith(readText(part, context)),
  },
  ends_with: {
    parameters: ['text', 'end'],
    apply: (of, part, context) => textOf(of).endsWith(readText(part, context)),
  },
  like: { parameters: ['text', 'pattern'], apply: matches },
  lower: { parameters: ['text'], apply: (of, _, context) => readText(of, context).toLowerCase() },
  upper: { parameters: ['text'], apply: (of, _, context) => readText(of, context).toUpperCase() },
  any: {
    parameters: ['list'],
    takesLists: true,
    apply: (of, _, context) => booleansOf(of, context).includes(true),
  },
  all: {
    parameters: ['list'],
    takesLists: true,
    apply: (of, _, context) => !booleansOf(of, context).includes(false),
  },
  number: { parameters: ['value'], apply: numberOf },
  text: { parameters: ['value'], apply: (of, _, { work }) => writtenAs(of, work) },
  age_s: { parameters: ['time'], apply: (of, _, { now }) => (now() - momentOf(of)) / 1000 },
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (value !== null && typeof value === 'object') return Object.keys(value).length
  throw new BadValue(`Only a list, a text or a record has a size, not ${kindOf(value)}.`)
}

function matches(of: unknown, pattern: unknown, context: Context): boolean {
  const [text, form] = [textOf(of), textOf(pattern)]
  context.work.read(readToFind(text, form))
  // Each piece between two stars is a search of its own.
  context.work.use(form.length)
  return isLike(text, form)
}

function readText(value: unknown, { work }: Context): string {
  const text = textOf(value)
  work.read(text.length)
  return text
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new BadValue(`A text is needed here, not ${kindOf(value)}.`)
}

function booleansOf(value: unknown, { work }: Context): readonly unknown[] {
  if (Array.isArray(value)) work.use(value.length)
  if (Array.isArray(value) && value.every((item) => typeof item === 'boolean')) return value
  throw new BadValue('A list of true and false is needed here, such as $files[*].bytes > 1000.')
}

const NUMBER = /^\s*[+-]?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?\s*$/

function numberOf(value: unknown, _: unknown, context: Context): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string')
    throw new BadValue(`A number or a text is needed here, not ${kindOf(value)}.`)
  const number = NUMBER.test(readText(value, context)) ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new BadValue('This text is not a number.')
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function momentOf(value: unknown): number {
  const moment = typeof value === 'string' && MOMENT.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(moment)) throw new BadValue('A time such as 2026-11-15T08:00:00Z is needed here.')
  return moment
}
