import { useRef, useState, type UIEvent } from 'react'

const MARGIN_ROWS = 8

/** Which of many rows of one height are in view, so that only they are drawn. Give `onScroll` to what scrolls. */
export function useWindowed({
  count,
  rowHeight,
  viewHeight,
}: {
  count: number
  rowHeight: number
  viewHeight: number
}) {
  const [top, setTop] = useState(0)
  const frame = useRef(0)
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS)
  const last = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + MARGIN_ROWS)
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollTop } = event.currentTarget
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => setTop(scrollTop))
  }
  return { first, last, before: first * rowHeight, after: Math.max(0, count - last) * rowHeight, onScroll }
}
