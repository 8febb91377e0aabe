/** What a `$name` stands for; undefined when nothing of that name is known. */
export type Lookup = (name: string) => { readonly value: unknown } | undefined

/** A `$name` in an argument, found without knowing its value. */
export interface Reference {
  readonly name: string
  readonly known: boolean
  /** JSON pointer to the string that holds it. */
  readonly path: string
  /** The string is nothing but this reference, so that the value comes with its own type. */
  readonly whole: boolean
}

/** A `$name` that cannot be replaced. The message is a sentence for a person. */
export class UnresolvedReference extends Error {}

const MAX_NAME_LENGTH = 128
const NAME_RUN = /[\p{L}\p{N}_.-]+/uy
const UNKNOWN_NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const MEMBER_RUN = /[\p{L}\p{N}_-]+/uy
const IN_BRACKETS = String.raw`\[(?:0|[1-9]\d{0,8}|"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")\]`
const BRACKETS = new RegExp(IN_BRACKETS, 'uy')
/** Of every entry of a list: `$find.results[*].path` are all paths. */
const EACH = '[*]'
const PATH = String.raw`(?:\.[\p{L}\p{N}_-]+|${IN_BRACKETS})*`
const PATH_RUN = new RegExp(PATH, 'uy')
const ONLY_A_PATH = new RegExp(String.raw`^${PATH}(?:\[\*\]${PATH})?$`, 'u')

/** The value with every `$name` in its strings replaced. Look-ups only: nothing in it is ever evaluated. */
export function resolveReferences(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') return value.includes('$') ? resolveText(value, lookup) : value
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, lookup))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveReferences(member, lookup)]),
  )
}

/** The value, with nothing in its strings that looks like a name. */
export function escapeReferences(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('$', '$$$$')
  if (Array.isArray(value)) return value.map(escapeReferences)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escapeReferences(member)]))
}

/** Every `$name` in the strings of a value, the unknown ones included. */
export function referencesIn(value: unknown, isKnown: (name: string) => boolean, path = ''): Reference[] {
  if (typeof value === 'string') return value.includes('$') ? referencesInText(value, isKnown, path) : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    referencesIn(member, isKnown, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

/**
 * What a step publishes under one of its output names: the member of that name in its data, or all of its data when it
 * has one output only and no such member.
 */
export function outputOf(
  data: unknown,
  name: string,
  { single }: { single: boolean },
): { value: unknown } | undefined {
  if (hasMembers(data) && !Array.isArray(data) && Object.hasOwn(data, name))
    return { value: (data as Record<string, unknown>)[name] }
  return single ? { value: data } : undefined
}

function resolveText(text: string, lookup: Lookup): unknown {
  let written = ''
  let at = 0
  for (let dollar = text.indexOf('$'); dollar !== -1; dollar = text.indexOf('$', at)) {
    written += text.slice(at, dollar)
    const name =
      text[dollar + 1] === '$' ? undefined : nameAt(text, dollar + 1, (word) => lookup(word) !== undefined)
    if (name === undefined) {
      written += '$'
      at = dollar + (text[dollar + 1] === '$' ? 2 : 1)
      continue
    }
    const known = lookup(name)
    if (!known) throw new UnresolvedReference(`$${name} has no value. Write $$${name} for the plain text.`)
    const { value, end, isEach } = follow(known.value, { text, at: dollar + 1 + name.length, name })
    if (dollar === 0 && end === text.length) return value
    written += isEach && Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)
    at = end
  }
  return written + text.slice(at)
}

function referencesInText(text: string, isKnown: (name: string) => boolean, path: string): Reference[] {
  const found: Reference[] = []
  let at = 0
  for (let dollar = text.indexOf('$'); dollar !== -1; dollar = text.indexOf('$', at)) {
    at = dollar + (text[dollar + 1] === '$' ? 2 : 1)
    if (text[dollar + 1] === '$') continue
    const name = nameAt(text, dollar + 1, isKnown)
    if (name === undefined) continue
    at = dollar + 1 + name.length
    const whole = dollar === 0 && ONLY_A_PATH.test(text.slice(at))
    found.push({ name, known: isKnown(name), path, whole })
  }
  return found
}

/**
 * The name that begins here: the longest known one, for step ids may have dots and dashes in them. Otherwise the word
 * that was probably meant as one; undefined where no word begins, as in "5 $".
 */
function nameAt(text: string, start: number, isKnown: (name: string) => boolean): string | undefined {
  for (const name of shortened(matchAt(NAME_RUN, text, start)?.slice(0, MAX_NAME_LENGTH + 1), /[.-]/))
    if (isKnown(name)) return name
  return matchAt(UNKNOWN_NAME, text, start)
}

/** Goes down the path that follows a name, as long as there are members to go to. What follows a plain value is text. */
function follow(
  value: unknown,
  { text, at, name }: { text: string; at: number; name: string },
): { value: unknown; end: number; isEach?: boolean } {
  let current = value
  let end = at
  while (hasMembers(current)) {
    if (Array.isArray(current) && text.startsWith(EACH, end)) {
      const rest = matchAt(PATH_RUN, text, end + EACH.length) ?? ''
      const each = current.map((entry) =>
        follow(entry, { text: rest, at: 0, name: `${name}${text.slice(at, end)}${EACH}` }),
      )
      return { value: each.map((entry) => entry.value), end: end + EACH.length + rest.length, isEach: true }
    }
    const step = memberAt(current, text, end)
    if (!step) break
    if (!('value' in step))
      throw new UnresolvedReference(`$${name}${text.slice(at, end)} has no member "${step.missing}".`)
    current = step.value
    end = step.end
  }
  return { value: current, end }
}

type Members = Readonly<Record<string, unknown>> | readonly unknown[]

function memberAt(
  value: Members,
  text: string,
  at: number,
): { value: unknown; end: number } | { missing: string } | undefined {
  const brackets = matchAt(BRACKETS, text, at)
  if (brackets !== undefined) {
    const key = String(JSON.parse(brackets.slice(1, -1)))
    return isMember(value, key)
      ? { value: ownMember(value, key), end: at + brackets.length }
      : { missing: key }
  }
  const word = text[at] === '.' ? matchAt(MEMBER_RUN, text, at + 1) : undefined
  if (word === undefined) return undefined
  for (const key of shortened(word.slice(0, 2 * MAX_NAME_LENGTH), /-/))
    if (isMember(value, key)) return { value: ownMember(value, key), end: at + 1 + key.length }
  return { missing: word }
}

/** Own members only: nothing that JavaScript adds to an object or a list can be reached. */
function isMember(value: Members, key: string): boolean {
  return Array.isArray(value)
    ? /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < value.length
    : Object.hasOwn(value, key)
}

function ownMember(value: Members, key: string): unknown {
  return (value as Record<string, unknown>)[key]
}

function hasMembers(value: unknown): value is Members {
  return value !== null && typeof value === 'object'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** The word, then the word without its last part, and so on. */
function* shortened(word: string | undefined, separator: RegExp): Generator<string> {
  if (word === undefined) return
  for (let end = word.length; end > 0; end -= 1)
    if (end === word.length || separator.test(word[end]!)) yield word.slice(0, end)
}
