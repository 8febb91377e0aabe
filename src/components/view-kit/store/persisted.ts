import { use, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { FrameContext, type Frame } from '../card.tsx'

export interface Persisted<Value> {
  /** Under what it is kept; no other widget has it. */
  readonly name: string
  readonly value: Value
  /** The edit is a function of what is kept now, which another tab may have written. */
  readonly change: (edit: (value: Value) => Value) => void
}

const PREFIX = 'deskhand.widget.'
/** Old answers are forgotten first, so that the browser's small store never fills up. */
const MAX_PERSISTED = 200
const WHEN_FULL = 20

/**
 * What a widget remembers in this browser: it survives a reload and a look at another page, and every tab that shows the
 * widget follows. For what must outlive the browser there is `useStored`.
 */
export function usePersisted<Value extends object>(
  type: string,
  id: string | undefined,
  begin: () => Value,
): Persisted<Value> {
  const name = nameOf(type, id, use(FrameContext))
  const key = PREFIX + name
  const [first] = useState(begin)
  // Only where the browser refuses to keep it.
  const [refused, setRefused] = useState<Value>()
  const latest = useRef(refused)
  const subscribe = useCallback((listener: () => void) => onChangeOf(key, listener), [key])
  const raw = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const value = useMemo(() => refused ?? parsed(raw, first), [refused, raw, first])
  const change = useCallback(
    (edit: (value: Value) => Value) => {
      const next = edit(latest.current ?? parsed(localStorage.getItem(key), first))
      const isStored = write(key, JSON.stringify({ kept_at: Date.now(), value: next }))
      latest.current = isStored ? undefined : next
      setRefused(latest.current)
    },
    [key, first],
  )
  return { name, value, change }
}

/** What a widget is called by those that keep something for it; no other widget has the name. */
export function useWidgetName(type: string, id: string | undefined): string {
  const name = nameOf(type, id, use(FrameContext))
  return /^[\w.-]{1,100}$/.test(name) ? name : `${type}.${fingerprint(name)}`
}

/** An id that the service made is the widget's alone; one that somebody chose may come again in another answer. */
function nameOf(type: string, id: string | undefined, frame: Frame | undefined): string {
  if (id?.startsWith('cmp_')) return `${type}.${id}`
  return [type, frame?.runId, id ?? fingerprint(JSON.stringify([frame?.root?.['id'], frame?.component]))]
    .filter(Boolean)
    .join('.')
}

function fingerprint(text: string): string {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return (hash >>> 0).toString(36)
}

function parsed<Value extends object>(raw: string | null, first: Value): Value {
  if (raw === null) return first
  try {
    const { value } = JSON.parse(raw) as { value?: object }
    return typeof value === 'object' && value !== null ? { ...first, ...value } : first
  } catch {
    return first
  }
}

function onChangeOf(key: string, listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

function write(key: string, text: string): boolean {
  if (localStorage.getItem(key) === null) forgetBeyond(MAX_PERSISTED - 1)
  if (!put(key, text)) {
    forgetBeyond(WHEN_FULL)
    if (!put(key, text)) return false
  }
  // The browser tells other tabs only; widgets of this page hear it the same way.
  window.dispatchEvent(new StorageEvent('storage', { key }))
  return true
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function forgetBeyond(count: number): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  if (keys.length <= count) return
  const byAge = keys.map((key) => ({ key, at: persistedAt(key) })).sort((one, other) => other.at - one.at)
  for (const { key } of byAge.slice(count)) localStorage.removeItem(key)
}

function persistedAt(key: string): number {
  return Number(/^\{"kept_at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? 0)
}
