import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { restoring } from './restoring.ts'
import { useViewContext } from '../view-context.ts'
import type { Edit, StoredStatus } from './stored-values.ts'

export interface Stored<Value> {
  /** What is kept, with edits that are still on their way. The empty value until it is loaded. */
  readonly value: Value
  readonly status: StoredStatus
  readonly problem: string | undefined
  /**
   * Changes it at once and saves it soon. The edit must be a function of what it is given, never of what was drawn: it is
   * done again when somebody else has written in between.
   */
  readonly change: (edit: Edit<Value>) => void
  /** The same for an edit that takes something away: for some seconds the card offers to bring it back. */
  readonly remove: (what: string, edit: Edit<Value>) => void
  readonly removed: Removed | undefined
}

/** What was taken away last. */
export interface Removed {
  readonly what: string
  readonly undo: () => void
  readonly forget: () => void
}

/** A value of the store under this key, in step with every other widget, tab and client that shows it. */
export function useStored<Value extends object>(key: string, empty: Value): Stored<Value> {
  const entry = useViewContext().stored.entry(key)
  const state = useSyncExternalStore(entry.subscribe, entry.state)
  const value = useMemo(() => filled(state.value, empty), [state.value, empty])
  const change = useCallback(
    (edit: Edit<Value>) => entry.change((current) => edit(filled(current, empty))),
    [entry, empty],
  )
  return { value, status: state.status, problem: state.problem, change, ...useRemoval(value, change) }
}

function useRemoval<Value extends object>(value: Value, change: Stored<Value>['change']) {
  const { announce } = useViewContext()
  const [removed, setRemoved] = useState<Removed>()
  const latest = useRef(value)
  latest.current = value
  const remove = useCallback(
    (what: string, edit: Edit<Value>) => {
      const before = latest.current
      const back = restoring(before, edit(before))
      const forget = () => setRemoved(undefined)
      const undo = () => {
        change(back)
        forget()
        announce(`${what} restored.`)
      }
      change(edit)
      setRemoved({ what, undo, forget })
      announce(`${what} removed. Undo is at the end of the card.`)
    },
    [announce, change],
  )
  return { remove, removed }
}

/** A key that was never written holds `{}`, and what is there may lack a member. */
function filled<Value extends object>(value: unknown, empty: Value): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...empty, ...value } : empty
}

/** An id for a new entry of a list: unique, short, and later ones sort later. */
export function newEntryId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8)
}
