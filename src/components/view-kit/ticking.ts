import { useEffect, useState } from 'react'

/**
 * The time in milliseconds while it is active. Steps fall on whole multiples, so that the seconds of two clocks turn
 * together; a page that comes back from the background is right at once.
 */
export function useTicking(everyMs: number, active = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!active) return undefined
    let timer: ReturnType<typeof setTimeout>
    const look = () => setNow(Date.now())
    const wait = () => {
      timer = setTimeout(step, everyMs - (Date.now() % everyMs))
    }
    const step = () => {
      look()
      wait()
    }
    step()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, active])
  return now
}
