import { Flag, Pause, Play, RotateCcw, Watch } from 'lucide-react'
import { countOf } from '../../contract/text/counts.ts'
import { elapsedMs } from '../../contract/timer-clock.ts'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { useTicking } from '../view-kit/live/ticking.ts'
import { TimerProblem } from '../view-kit/live/timer-problem.tsx'
import { useTimer } from '../view-kit/live/timer.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { lapsOf, watchText, type Lap } from './laps.ts'

const STEP_MS = 50

export function StopwatchView({ id, timer_id, label }: ViewProps<'stopwatch'>) {
  const wish = { stopwatch: true as const, ...(label !== undefined && { label }) }
  const { timer, isLoading, begin, change, problem } = useTimer({ type: 'stopwatch', id, timer_id, wish })
  const { announce } = useViewContext()
  const runs = timer?.status === 'running'
  const now = useTicking(STEP_MS, runs)
  const shownMs = timer === null ? 0 : elapsedMs(timer, new Date(now))
  const shown = watchText(shownMs)
  const laps = lapsOf(timer?.laps ?? [])
  const name = timer?.label ?? label ?? 'Stopwatch'
  const toggle = () => {
    if (timer === null) return begin()
    change({ does: runs ? 'pause' : 'resume' })
    if (runs) announce(`Stopped at ${shown}.`)
  }
  const second = runs
    ? ({ text: 'Lap', Icon: Flag, does: 'lap' } as const)
    : ({ text: 'Reset', Icon: RotateCcw, does: 'reset' } as const)
  const Toggle = runs ? Pause : Play
  return (
    <Card icon={<Watch aria-hidden className="size-4" />} title={name} state={runs ? 'running' : undefined}>
      <p role="timer" aria-label={name} className="text-center font-mono text-2xl font-semibold tabular-nums">
        {shown}
      </p>
      <div className="mt-3 flex justify-center gap-2">
        <Button look="primary" className="min-w-24" disabled={isLoading} onClick={toggle}>
          <Toggle aria-hidden className="size-4" />
          {runs ? 'Stop' : shownMs > 0 ? 'Resume' : 'Start'}
        </Button>
        <Button
          className="min-w-24"
          disabled={!runs && shownMs === 0}
          onClick={() => change({ does: second.does })}
        >
          <second.Icon aria-hidden className="size-4" />
          {second.text}
        </Button>
      </div>
      <TimerProblem>{problem}</TimerProblem>
      {laps.length > 0 && <Laps laps={laps} />}
    </Card>
  )
}

function Laps({ laps }: { laps: readonly Lap[] }) {
  const text = laps
    .toReversed()
    .map(({ number, lap_ms, total_ms }) => `${number}\t${watchText(lap_ms)}\t${watchText(total_ms)}`)
    .join('\n')
  return (
    <div className="mt-3 border-t border-line pt-2">
      <p className="flex items-center justify-between text-xs text-ink-3">
        {countOf(laps.length, 'lap')}
        <CopyButton text={text} label="Copy the laps" />
      </p>
      <div className="fading max-h-48 overflow-y-auto" tabIndex={0} role="group" aria-label="Laps">
        <table className="w-full text-sm tabular-nums">
          <thead className="sr-only">
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Rank</th>
              <th scope="col">Lap</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {laps.map(({ number, lap_ms, total_ms, rank }) => (
              <tr key={number}>
                <td className="py-1 text-ink-3">{number}</td>
                <td className={`text-xs ${rank === 'fastest' ? 'text-good' : 'text-warn'}`}>{rank}</td>
                <td className="text-end font-medium">{watchText(lap_ms)}</td>
                <td className="w-24 text-end text-ink-3">{watchText(total_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
