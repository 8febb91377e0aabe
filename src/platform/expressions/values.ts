import { BadValue } from './bad-value.ts'
import { indexOfText, readToFind } from './wildcards.ts'
import type { Work } from './work.ts'

/** Deeper than anything that is sent to the service, and far from where writing it would overflow. */
const MAX_NESTING = 500

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return 'true or false'
  return Array.isArray(value) ? 'a list' : 'a record'
}

/** Own members only: nothing that JavaScript adds to an object or a list can be reached. */
export function ownMember(value: unknown, member: string | number): unknown {
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value)) return typeof member === 'number' ? ((value[member] as unknown) ?? null) : null
  return Object.hasOwn(value, member) ? ((value as Record<string, unknown>)[member] ?? null) : null
}

/** Whether a list has the value, or a text the part. */
export function includes(whole: unknown, part: unknown, work: Work): boolean {
  if (whole === null) return false
  if (Array.isArray(whole)) {
    work.use(whole.length)
    return whole.some((item: unknown) => isSame(item ?? null, part, work))
  }
  if (typeof whole !== 'string')
    throw new BadValue(`Only a list or a text can be looked into, not ${kindOf(whole)}.`)
  if (typeof part !== 'string') throw new BadValue(`Only a text can be in a text, not ${kindOf(part)}.`)
  work.read(readToFind(whole, part))
  work.use(part.length)
  return indexOfText(whole, part, 0) >= 0
}

/** Equal in kind and value; lists and records member by member. */
export function isSame(one: unknown, other: unknown, work: Work): boolean {
  if (isScalar(one) || isScalar(other)) return isSameScalar(one, other, work)
  const pairs: (readonly [unknown, unknown])[] = [[one, other]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair
    if (isScalar(left) || isScalar(right)) {
      if (!isSameScalar(left, right, work)) return false
      continue
    }
    const members = pairedMembers(left as object, right as object)
    if (!members) return false
    work.use(members.length)
    for (const member of members) pairs.push(member)
  }
  return true
}

/** What must be the same for both to be; undefined where they differ at once. */
function pairedMembers(one: object, other: object): (readonly [unknown, unknown])[] | undefined {
  if (Array.isArray(one) !== Array.isArray(other)) return undefined
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length || !names.every((name) => Object.hasOwn(other, name)))
    return undefined
  return names.map((name) => [ownOf(one, name), ownOf(other, name)])
}

function ownOf(of: object, name: string): unknown {
  return (of as Record<string, unknown>)[name] ?? null
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function isSameScalar(one: unknown, other: unknown, work: Work): boolean {
  if (typeof one === 'string' && typeof other === 'string' && one.length === other.length)
    work.read(one.length)
  return one === other
}

/** A text as it is, anything else as JSON. */
export function writtenAs(value: unknown, work: Work): string {
  if (typeof value === 'string') return value
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string') work.read(next.value.length)
    if (isScalar(next.value)) continue
    if (next.depth > MAX_NESTING) throw new BadValue('This is nested too deeply to be written as text.')
    const names = Object.keys(next.value as object)
    work.use(names.length)
    for (const name of names) {
      work.read(name.length)
      open.push({ value: ownOf(next.value as object, name), depth: next.depth + 1 })
    }
  }
  return JSON.stringify(value)
}
