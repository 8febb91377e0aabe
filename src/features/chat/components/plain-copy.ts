/** Deeper, and more, than 2,000 components within their limits ever are. */
const MAX_LEVELS = 400
const MAX_VALUES = 200_000
const MAX_NAME_LENGTH = 512

/**
 * What of a value JSON can say, as a copy that may be changed. Whatever was given, it ends: cycles and endless nesting
 * are cut to null.
 */
export function plainCopy(value: unknown): unknown {
  let values = 0
  const copy = (current: unknown, level: number): unknown => {
    values += 1
    if (level > MAX_LEVELS || values > MAX_VALUES) return null
    if (Array.isArray(current)) return Array.from(current, (item) => copy(item, level + 1) ?? null)
    if (typeof current !== 'object' || current === null) return plainScalar(current)
    if (current instanceof Date) return Number.isNaN(current.getTime()) ? null : current.toISOString()
    const members = Object.entries(current)
      // Assigning the first would change the prototype of the copy; comparing names without end takes without end.
      .filter(([name]) => name !== '__proto__' && name.length <= MAX_NAME_LENGTH)
      .map(([name, member]) => [name, copy(member, level + 1)] as const)
    return Object.fromEntries(members.filter(([, member]) => member !== undefined))
  }
  return copy(value, 0)
}

function plainScalar(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'bigint' ? String(value) : undefined
}
