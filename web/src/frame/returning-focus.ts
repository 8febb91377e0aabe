import { useEffect, useLayoutEffect, useRef } from 'react'
import { isAt } from './focus-keeper.ts'

/** For what lies above the page for a while: when it goes, the focus is where it was before. */
export function useReturningFocus(): void {
  const before = useRef<Element>(null)
  // Before what is opened takes the focus for itself.
  useLayoutEffect(() => {
    before.current ??= document.activeElement
  }, [])
  useEffect(
    () => () => {
      // Something on the page may have taken it already, e.g. the field of a new conversation.
      if (isAt(document.activeElement)) return
      const element = before.current
      if (element instanceof HTMLElement && isAt(element) && element.isConnected) element.focus()
    },
    [],
  )
}
