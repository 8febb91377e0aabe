import { useEffect, useState } from 'react'

/**
 * The time in milliseconds while it is active, and no longer than until a moment where one is given. Steps fall on whole
 * multiples, so that the seconds of two clocks turn together; a page that comes back from the background is right at once.
 */
export function useTicking(everyMs: number, active = true, until = Infinity): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!active) return undefined
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const at = Date.now()
      setNow(at)
      return at
    }
    const wait = () => {
      timer = setTimeout(step, everyMs - (Date.now() % everyMs))
    }
    const step = () => {
      if (look() < until) wait()
    }
    step()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, active, until])
  return now
}
