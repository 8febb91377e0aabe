import { useEffect } from 'react'

/** Looks again every so often, while that is worth it. */
export function useRepeated(look: () => void, { everyMs, isOn }: { everyMs: number; isOn: boolean }): void {
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [look, everyMs, isOn])
}
