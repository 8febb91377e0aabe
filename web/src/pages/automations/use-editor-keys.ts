import { useEffect, useRef } from 'react'
import { commands } from './editor-actions.tsx'
import type { EditorModel } from './editor-model.ts'

const GO_PATIENCE_MS = 1_200

/** Keys that work wherever nobody is typing. They come before those of the shell, which has some of the same letters. */
export function useEditorKeys(model: EditorModel): void {
  const latest = useRef(model)
  latest.current = model
  useEffect(() => {
    let goPressedAt = -Infinity
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        void latest.current.save()
        return
      }
      // `g` and a letter lead to another page, as everywhere.
      const isGoing = performance.now() - goPressedAt < GO_PATIENCE_MS
      goPressedAt = event.key === 'g' ? performance.now() : -Infinity
      if (isGoing || isTyping(event.target)) return
      const command = commands.find((one) => one.matches(event))
      if (!command) return
      event.preventDefault()
      if (command.canRun(latest.current)) command.run(latest.current)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=menu]') !== null)
  )
}
