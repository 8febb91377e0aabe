/** One change of an RFC 6902 patch. */
export interface JsonPatch {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** A copy with all changes made; what did not change is shared with the given value. Throws when one cannot be made. */
export function applyPatch<Value>(value: Value, patch: readonly JsonPatch[]): Value {
  return patch.reduce<unknown>((document, change) => operations[change.op](document, change), value) as Value
}

const operations: Readonly<Record<JsonPatch['op'], (document: unknown, change: JsonPatch) => unknown>> = {
  add: (document, { path, value }) => changed(document, path, { insert: [value] }),
  replace(document, { path, value }) {
    valueAt(document, path)
    return changed(document, path, { insert: [value], isTaken: true })
  },
  remove(document, { path }) {
    valueAt(document, path)
    return changed(document, path, { insert: [], isTaken: true })
  },
  copy: (document, { path, from = '' }) => changed(document, path, { insert: [valueAt(document, from)] }),
  move(document, { path, from = '' }) {
    const value = valueAt(document, from)
    return changed(operations.remove(document, { op: 'remove', path: from }), path, { insert: [value] })
  },
  test(document, { path, value }) {
    if (JSON.stringify(valueAt(document, path)) === JSON.stringify(value)) return document
    throw new TypeError(`The patch expects a different value at "${path}".`)
  },
}

/** The value at a JSON pointer; throws when there is none. */
function valueAt(document: unknown, path: string): unknown {
  return segmentsOf(path).reduce((holder, segment) => member(holder, segment, path), document)
}

function member(holder: unknown, segment: string, path: string): unknown {
  if (Array.isArray(holder) && isIndex(segment) && Number(segment) < holder.length)
    return holder[Number(segment)] as unknown
  if (isObject(holder) && Object.hasOwn(holder, segment)) return holder[segment]
  throw new TypeError(`Nothing found at "${path}".`)
}

interface Change {
  /** What comes to the place; nothing when it is only taken away. */
  readonly insert: readonly [] | readonly [unknown]
  /** What is at the place goes. */
  readonly isTaken?: boolean
}

function changed(document: unknown, path: string, change: Change): unknown {
  const inside = (holder: unknown, [segment, ...rest]: readonly string[]): unknown => {
    if (segment === undefined) return change.insert[0] ?? null
    if (rest.length === 0) return changedMember(holder, segment, { path, ...change })
    const value = inside(member(holder, segment, path), rest)
    return Array.isArray(holder)
      ? holder.with(Number(segment), value)
      : { ...(holder as object), [segment]: value }
  }
  return inside(document, segmentsOf(path))
}

function changedMember(
  holder: unknown,
  segment: string,
  { path, insert, isTaken = false }: Change & { readonly path: string },
): unknown {
  if (Array.isArray(holder)) {
    const index = segment === '-' ? holder.length : isIndex(segment) ? Number(segment) : Number.NaN
    if (index <= holder.length) return holder.toSpliced(index, isTaken ? 1 : 0, ...insert)
    throw new TypeError(`The list has no position "${path}".`)
  }
  if (!isObject(holder)) throw new TypeError(`Can't write at "${path}": its parent doesn't exist.`)
  if (insert.length > 0) return { ...holder, [segment]: insert[0] }
  const { [segment]: _gone, ...rest } = holder
  return rest
}

function segmentsOf(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new TypeError(`"${path}" is not a JSON pointer.`)
  return path
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function isIndex(segment: string): boolean {
  return /^(0|[1-9]\d*)$/.test(segment)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
