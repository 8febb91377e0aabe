import { useEffect } from 'react'

/** What the tab of the browser says, so that many tabs can be told apart. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Deskhand`
  }, [title])
}
