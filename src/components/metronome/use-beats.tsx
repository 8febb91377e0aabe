import { useEffect, useRef, useState } from 'react'
import { playTone } from '../view-kit/live/sound.ts'
import { beatsUntil, type Beat, type Tempo } from './tempo.ts'

const LOOK_EVERY_MS = 25
const AHEAD_SECONDS = 0.15
/** A page in the background is looked at once a second only. */
const AHEAD_HIDDEN_SECONDS = 2.5

/**
 * Beats while it runs, and says which beat of the bar sounds. The clock of the sound card tells the time: timers are far
 * too uneven to play to, so they only plan a little ahead.
 */
export function useBeats(runs: boolean, tempo: Tempo): number | undefined {
  const [place, setPlace] = useState<number>()
  const wanted = useRef(tempo)
  wanted.current = tempo
  useEffect(() => {
    if (!runs) return undefined
    const context = new AudioContext()
    const beat: Beat = { at: context.currentTime + 0.1, place: 0 }
    const planned: Beat[] = [beat]
    click(context, beat)
    let last = beat
    const plan = () => {
      const ahead = document.hidden ? AHEAD_HIDDEN_SECONDS : AHEAD_SECONDS
      for (const next of beatsUntil(last, context.currentTime + ahead, wanted.current)) {
        click(context, next)
        planned.push(next)
        last = next
      }
    }
    let frame = 0
    const show = () => {
      while (planned[1] && planned[1].at <= context.currentTime) planned.shift()
      if (planned[0] && planned[0].at <= context.currentTime) setPlace(planned[0].place)
      frame = requestAnimationFrame(show)
    }
    const timer = setInterval(plan, LOOK_EVERY_MS)
    show()
    return () => {
      clearInterval(timer)
      cancelAnimationFrame(frame)
      setPlace(undefined)
      void context.close()
    }
  }, [runs])
  return place
}

function click(context: AudioContext, { at, place }: Beat): void {
  playTone(context, {
    at,
    pitch: place === 0 ? 1500 : 1000,
    seconds: 0.05,
    loudness: place === 0 ? 0.5 : 0.3,
  })
}
