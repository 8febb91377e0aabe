import type { When } from './readers/reader.ts'

/** Finds something out once for each message, however many look at the same part of it. */
export function perMessage<Value>(): (when: When, part: string, find: () => Value) => Value {
  const found = new WeakMap<When, Map<string, Value>>()
  return (when, part, find) => {
    const known = found.get(when) ?? new Map<string, Value>()
    found.set(when, known)
    if (!known.has(part)) known.set(part, find())
    return known.get(part)!
  }
}
