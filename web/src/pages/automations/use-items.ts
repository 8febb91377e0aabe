import { useCallback } from 'react'
import { targetsOf, type Target } from './draft-reducer.ts'
import { focusForm, keyOf, useEditor } from './editor-model.ts'

export interface ItemActions {
  readonly onSelect: (target: Target) => void
  readonly onEdit: (target: Target) => void
}

/** What rows of the outline and boxes of the graph have in common. */
export function useItems() {
  const { state, dispatch, open } = useEditor()
  const { draft, selected } = state
  const onSelect = useCallback((target: Target) => dispatch({ type: 'select', target }), [dispatch])
  const onEdit = useCallback(
    (target: Target) => {
      dispatch({ type: 'select', target })
      open(true)
      focusForm()
    },
    [dispatch, open],
  )
  const all = targetsOf(draft)
  const current = selected && keyOf(selected)
  const actions: ItemActions = { onSelect, onEdit }
  return {
    all,
    actions,
    /** Which one is selected, and which is the way in by Tab. */
    stateOf(key: string) {
      const isEntry = key === (current ?? (all[0] && keyOf(all[0])))
      return { isCurrent: key === current, isEntry }
    },
  }
}
