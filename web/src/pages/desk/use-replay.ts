import { useEffect, useEffectEvent, useState } from 'react'

export interface Replay {
  readonly index: number
  readonly isPlaying: boolean
  readonly show: (index: number) => void
  readonly toggle: () => void
}

/** Long enough to read a line and find the mark. */
const MOMENT_MS = 1_800

/** Where the replay is. At the end of a task that is running it goes on with the task. */
export function useReplay(count: number, { isLive }: { isLive: boolean }): Replay {
  const [state, setState] = useState({ index: isLive ? Infinity : 0, isPlaying: false })
  const last = Math.max(0, count - 1)
  const index = Math.min(state.index, last)
  const isPlaying = state.isPlaying && index < last
  const show = (wanted: number) => {
    const next = Math.max(0, Math.min(wanted, last))
    setState({ index: isLive && next === last ? Infinity : next, isPlaying: false })
  }
  const toggle = () => {
    // At the end, playing begins again.
    setState(isPlaying ? { index, isPlaying: false } : { index: index === last ? 0 : index, isPlaying: true })
  }
  const advance = useEffectEvent(() =>
    setState(({ index: before }) => ({ index: Math.min(before, last) + 1, isPlaying: true })),
  )
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setTimeout(() => advance(), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, index])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
    const goal = goals(index, last)[event.key]
    if (goal === undefined && event.key !== ' ') return
    event.preventDefault()
    if (goal === undefined) toggle()
    else show(goal)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return { index, isPlaying, show, toggle }
}

function goals(index: number, last: number): Readonly<Record<string, number>> {
  return { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }
}

/** A field keeps its keys, and a button the one that presses it. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null) return true
  return key === ' ' && target.closest('button, a, summary') !== null
}
