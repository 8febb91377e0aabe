import type { JsonPatch } from '../answering.ts'

/** The value after all changes of an RFC 6902 patch; the given one stays as it is. Throws when one cannot be made. */
export function applyPatch<Value>(value: Value, patch: readonly JsonPatch[]): Value {
  let changed: unknown = structuredClone(value)
  for (const change of patch) changed = applyOne(changed, change)
  return changed as Value
}

function applyOne(document: unknown, change: JsonPatch): unknown {
  return operations[change.op](document, change)
}

const operations: Readonly<Record<JsonPatch['op'], (document: unknown, change: JsonPatch) => unknown>> = {
  add: (document, { path, value }) => put(document, path, { value: structuredClone(value), insert: true }),
  replace(document, { path, value }) {
    read(document, path)
    return put(document, path, { value: structuredClone(value), insert: false })
  },
  remove: (document, { path }) => take(document, path),
  copy: (document, { path, from = '' }) =>
    put(document, path, { value: structuredClone(read(document, from)), insert: true }),
  move(document, { path, from = '' }) {
    const moved = read(document, from)
    return put(take(document, from), path, { value: moved, insert: true })
  },
  test(document, { path, value }) {
    if (JSON.stringify(read(document, path)) !== JSON.stringify(value))
      throw new TypeError(`The patch expects another value at "${path}".`)
    return document
  },
}

/** The value at a JSON pointer; throws when there is none. */
function read(document: unknown, path: string): unknown {
  return segmentsOf(path).reduce((holder, segment) => member(holder, segment, path), document)
}

function member(holder: unknown, segment: string, path: string): unknown {
  if (Array.isArray(holder) && isIndex(segment) && Number(segment) < holder.length)
    return holder[Number(segment)] as unknown
  if (isObject(holder) && Object.hasOwn(holder, segment)) return holder[segment]
  throw new TypeError(`There is nothing at "${path}".`)
}

function put(
  document: unknown,
  path: string,
  { value, insert }: { value: unknown; insert: boolean },
): unknown {
  const { holder, last } = placeOf(document, path)
  if (last === undefined) return value
  if (Array.isArray(holder)) {
    const index = last === '-' ? holder.length : Number(last)
    if ((last !== '-' && !isIndex(last)) || index > holder.length)
      throw new TypeError(`There is no place "${path}" in the list.`)
    holder.splice(index, insert ? 0 : 1, value)
    return document
  }
  if (!isObject(holder)) throw new TypeError(`There is nothing to write into at "${path}".`)
  // As an own member, whatever its name: an assignment to __proto__ would be none.
  Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true })
  return document
}

function take(document: unknown, path: string): unknown {
  read(document, path)
  const { holder, last } = placeOf(document, path)
  if (last === undefined) return null
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Record<string, unknown>)[last]
  return document
}

function placeOf(document: unknown, path: string): { holder: unknown; last: string | undefined } {
  const segments = segmentsOf(path)
  const last = segments.pop()
  return { holder: segments.reduce((holder, segment) => member(holder, segment, path), document), last }
}

function segmentsOf(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new TypeError(`"${path}" is no JSON pointer.`)
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
