import type { When } from './readers/reader.ts'

/** Finds something out once for each message, however many look at the same part of it. */
export function perMessage<Value extends object>(): (when: When, part: string, find: () => Value) => Value {
  const found = new WeakMap<When, Map<string, Value>>()
  return (when, part, find) => {
    const known = found.get(when) ?? new Map<string, Value>()
    found.set(when, known)
    const before = known.get(part)
    if (before !== undefined) return before
    // One context may serve many messages.
    if (known.size >= MAX_PARTS) known.clear()
    const made = find()
    known.set(part, made)
    return made
  }
}

const MAX_PARTS = 500
