import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_PX = 80

/** Keeps the end in view while the reader is there; once they scroll up, nothing moves what they read. */
export function useStickToBottom(count: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLOListElement>(null)
  const sticks = useRef(true)
  const [isAway, setAway] = useState(false)
  const toEnd = useCallback(() => {
    sticks.current = true
    setAway(false)
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [])
  useEffect(() => {
    const view = scroller.current
    if (!view || !content.current) return undefined
    const onScroll = () => {
      sticks.current = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_PX
      if (sticks.current) setAway(false)
    }
    const onGrow = new ResizeObserver(() => {
      if (sticks.current) view.scrollTop = view.scrollHeight
      else setAway(true)
    })
    view.addEventListener('scroll', onScroll, { passive: true })
    onGrow.observe(content.current)
    return () => {
      view.removeEventListener('scroll', onScroll)
      onGrow.disconnect()
    }
  }, [])
  // Who has just said something wants to see the answer, wherever they were.
  useLayoutEffect(toEnd, [toEnd, count])
  return { scroller, content, isAway, toEnd }
}
