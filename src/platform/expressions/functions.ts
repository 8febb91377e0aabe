import { indexOfText, isLike } from './wildcards.ts'

/** Why a function cannot be applied; the place is added by whoever calls it. */
export class BadValue extends Error {}

interface ExpressionFunction {
  /** What its arguments are called where it is explained. */
  readonly parameters: readonly string[]
  /** It is about the list as a whole, so that `$mails[*].read` is not gone through one by one. */
  readonly takesLists?: true
  readonly apply: (args: readonly unknown[], now: () => number) => unknown
}

export const functions = {
  size: { parameters: ['list or text'], takesLists: true, apply: ([of]) => sizeOf(of) },
  empty: { parameters: ['value'], takesLists: true, apply: ([of]) => of === null || sizeOf(of) === 0 },
  contains: {
    parameters: ['list or text', 'what'],
    takesLists: true,
    apply: ([whole, part]) => includes(whole, part),
  },
  starts_with: { parameters: ['text', 'start'], apply: ([of, part]) => textOf(of).startsWith(textOf(part)) },
  ends_with: { parameters: ['text', 'end'], apply: ([of, part]) => textOf(of).endsWith(textOf(part)) },
  like: { parameters: ['text', 'pattern'], apply: ([of, pattern]) => isLike(textOf(of), textOf(pattern)) },
  lower: { parameters: ['text'], apply: ([of]) => textOf(of).toLowerCase() },
  upper: { parameters: ['text'], apply: ([of]) => textOf(of).toUpperCase() },
  any: { parameters: ['list'], takesLists: true, apply: ([of]) => booleansOf(of).includes(true) },
  all: { parameters: ['list'], takesLists: true, apply: ([of]) => !booleansOf(of).includes(false) },
  number: { parameters: ['value'], apply: ([of]) => numberOf(of) },
  text: { parameters: ['value'], apply: ([of]) => (typeof of === 'string' ? of : JSON.stringify(of)) },
  age_s: { parameters: ['time'], apply: ([of], now) => (now() - momentOf(of)) / 1000 },
} satisfies Readonly<Record<string, ExpressionFunction>>

export type FunctionName = keyof typeof functions

/** Whether a list has the value, or a text the part. */
export function includes(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) {
    const wanted = isPlain(part) ? part : canonical(part)
    return whole.some((item) =>
      isPlain(part) ? item === wanted : !isPlain(item) && canonical(item) === wanted,
    )
  }
  if (typeof whole === 'string' && typeof part === 'string') return indexOfText(whole, part, 0) >= 0
  if (whole === null) return false
  throw new BadValue(
    typeof whole === 'string'
      ? `${kindOf(part)} cannot be in a text.`
      : `Only a list or a text can be looked into, not ${kindOf(whole)}.`,
  )
}

/** Equal in kind and value; lists and records member by member. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isPlain(one) || isPlain(other)) return one === other
  return canonical(one) === canonical(other)
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

export function kindOf(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  const names: Readonly<Record<string, string>> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
  }
  return names[typeof value] ?? 'a record'
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (value !== null && typeof value === 'object') return Object.keys(value).length
  throw new BadValue(`Only a list or a text has a size, not ${kindOf(value)}.`)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new BadValue(`A text is needed here, not ${kindOf(value)}.`)
}

function booleansOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'boolean')) return value
  throw new BadValue('A list of true and false is needed here, such as $files[*].bytes > 1000.')
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^[+-]?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text)))
    return Number(text)
  throw new BadValue(
    typeof value === 'string' ? 'This text is not a number.' : `${kindOf(value)} is not a number.`,
  )
}

function momentOf(value: unknown): number {
  const moment =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}|$)/.test(value)
      ? Date.parse(value)
      : Number.NaN
  if (Number.isNaN(moment)) throw new BadValue('A time such as 2026-11-15T08:00:00Z is needed here.')
  return moment
}
