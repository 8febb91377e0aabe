import type { JsonPatch } from '../../../src/features/chat/answering.ts'

/** A copy of a JSON value with an RFC 6902 patch applied; what did not change is shared with the original. */
export function patched<Value>(value: Value, patch: readonly JsonPatch[]): Value {
  return patch.reduce<unknown>(step, value) as Value
}

function step(document: unknown, { op, path, from, value }: JsonPatch): unknown {
  const at = keysOf(path)
  switch (op) {
    case 'add':
      return changed(document, at, (holder, key) => put(holder, key, value))
    case 'replace':
      return at.length === 0
        ? value
        : changed(document, at, (holder, key) => put(without(holder, key), key, value))
    case 'remove':
      return changed(document, at, without)
    case 'copy':
      return step(document, { op: 'add', path, value: valueAt(document, keysOf(from ?? '')) })
    case 'move': {
      const moved = valueAt(document, keysOf(from ?? ''))
      return step(step(document, { op: 'remove', path: from ?? '' }), { op: 'add', path, value: moved })
    }
    // What it would test was checked by the service, which made the patch.
    case 'test':
      return document
    default:
      return document
  }
}

type Holder = readonly unknown[] | Readonly<Record<string, unknown>>

function changed(
  document: unknown,
  [key, ...rest]: readonly string[],
  change: (holder: Holder, key: string) => unknown,
): unknown {
  if (key === undefined) return document
  if (typeof document !== 'object' || document === null) return document
  if (rest.length === 0) return change(document as Holder, key)
  const inner = changed(valueAt(document, [key]), rest, change)
  return Array.isArray(document) ? document.with(Number(key), inner) : { ...document, [key]: inner }
}

function put(holder: Holder, key: string, value: unknown): unknown {
  if (!isList(holder)) return { ...holder, [key]: value }
  return holder.toSpliced(key === '-' ? holder.length : Number(key), 0, value)
}

function isList(holder: Holder): holder is readonly unknown[] {
  return Array.isArray(holder)
}

function without(holder: Holder, key: string): Holder {
  if (Array.isArray(holder)) return holder.toSpliced(Number(key), 1)
  const { [key]: _gone, ...rest } = holder as Record<string, unknown>
  return rest
}

function valueAt(document: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
}

function keysOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}
