import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_PX = 80

/** Keeps the end in view while the reader is there; once they scroll up, nothing moves what they read. */
export function useStickToBottom(count: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  /** Where it stood last: only who goes up from there has left the end. */
  const lastTop = useRef(0)
  const [isAway, setAway] = useState(false)
  const toEnd = useCallback(() => {
    sticks.current = true
    setAway(false)
    if (!scroller.current) return
    scroller.current.style.overflowAnchor = 'none'
    scroller.current.scrollTop = scroller.current.scrollHeight
    lastTop.current = scroller.current.scrollTop
  }, [])
  useEffect(() => {
    const view = scroller.current
    if (!view || !content.current) return undefined
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = view
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX
      // The end may have moved away since: a card that grew is no reason to stop following.
      if (isNear) sticks.current = true
      else if (scrollTop < lastTop.current) leave()
      lastTop.current = scrollTop
      if (sticks.current) setAway(false)
    }
    const messages = content.current.getElementsByClassName('message')
    const lastHeight = () => messages[messages.length - 1]?.clientHeight ?? 0
    let height = 0
    const leave = () => {
      if (sticks.current) height = lastHeight()
      sticks.current = false
      // What is read stays in its place while what is above it gets its height; at the end this would only cost.
      view.style.overflowAnchor = 'auto'
    }
    const onGrow = new ResizeObserver(() => {
      if (sticks.current) return toEnd()
      const before = height
      height = lastHeight()
      // Earlier ones get their height only when they come into view: that is nothing new.
      if (height > before) setAway(true)
    })
    view.addEventListener('scroll', onScroll, { passive: true })
    onGrow.observe(content.current)
    // A field that grows or a bar that comes takes room from the conversation.
    onGrow.observe(view)
    return () => {
      view.removeEventListener('scroll', onScroll)
      onGrow.disconnect()
    }
  }, [toEnd])
  // Who has just said something wants to see the answer, wherever they were.
  useLayoutEffect(toEnd, [toEnd, count])
  return { scroller, content, isAway, toEnd }
}
