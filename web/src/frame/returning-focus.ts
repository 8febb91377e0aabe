import { useEffect } from 'react'
import { isAt } from './focus-keeper.ts'

/** For what lies above the page for a while: when it goes, the focus is where it was before. */
export function useReturningFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // Something on the page may have taken it already, e.g. the field of a new conversation.
      if (isAt(document.activeElement)) return
      if (before instanceof HTMLElement && isAt(before) && before.isConnected) before.focus()
    }
  }, [])
}
