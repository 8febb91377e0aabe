import { createScrubber } from './redaction.ts'

/** What stands where a secret was. */
export const MASK = '••••'

/** The texts in a value without these secrets; the names of its members included. */
export function maskedValue<Value>(value: Value, secrets: readonly string[]): Value {
  const hide = maskOf(secrets)
  const masked = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one)
    if (Array.isArray(one)) return one.map(masked)
    if (one === null || typeof one !== 'object') return one
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [hide(name), masked(member)]))
  }
  return secrets.length === 0 ? value : (masked(value) as Value)
}

/** Takes secrets out of a text, also where they were encoded on the way. */
function maskOf(secrets: readonly string[]): (text: string) => string {
  const pattern = secretPattern(secrets)
  const scrubber = createScrubber()
  scrubber.add(secrets)
  return (text) => scrubber.scrub(pattern ? text.replace(pattern, MASK) : text)
}

/** Finds these secrets, the longest first: one inside of another must not leave the rest of it behind. */
export function secretPattern(secrets: Iterable<string>): RegExp | undefined {
  const all = [...secrets].filter((secret) => secret.trim() !== '')
  if (all.length === 0) return undefined
  return new RegExp(
    all
      .toSorted((a, b) => b.length - a.length)
      .map(asPattern)
      .join('|'),
    'gu',
  )
}

/** A short one only as a word of its own: it would take letters out of every other word. */
function asPattern(secret: string): string {
  const literal = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return secret.length < 6 ? String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])` : literal
}
