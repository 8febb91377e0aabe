import { useEffect } from 'react'

const listeners = new Set<() => void>()
let shown: readonly string[] = []
let ids: ReadonlySet<string> = new Set()

function set(next: readonly string[]): void {
  shown = next
  ids = new Set(next)
  for (const listener of listeners) listener()
}

/** The questions that the page asks by itself, so that nothing else asks them a second time. */
export const shownQuestions = {
  get: () => ids,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Says that this question stands on the page. It may stand there twice. */
export function useShownQuestion(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    set([...shown, id])
    return () => {
      const at = shown.indexOf(id)
      set(shown.filter((_, index) => index !== at))
    }
  }, [id])
}
