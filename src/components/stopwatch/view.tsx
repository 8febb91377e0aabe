import { Flag, Pause, Play, RotateCcw, Watch } from 'lucide-react'
import { useEffect } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { useTicking } from '../view-kit/live/ticking.ts'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  elapsedOf,
  lapsOf,
  measuring,
  NOTHING_MEASURED,
  stopped,
  watchText,
  withLap,
  type Lap,
  type Measured,
} from './measured.ts'

const STEP_MS = 50

export function StopwatchView({ id, label, autostart = false, started_at }: ViewProps<'stopwatch'>) {
  const { value: measured, change } = usePersisted('stopwatch', id, () => beginning(started_at))
  const { announce } = useViewContext()
  useEffect(() => {
    if (autostart) change((kept) => (kept.begun ? kept : measuring(kept, Date.now())))
  }, [autostart, change])
  const runs = measured.began_at !== null
  const shown = watchText(elapsedOf(measured, useTicking(STEP_MS, runs)))
  const laps = lapsOf(measured)
  const toggle = () => {
    change((kept) => (runs ? stopped(kept, Date.now()) : measuring(kept, Date.now())))
    if (runs) announce(`Stopped at ${shown}.`)
  }
  const second = runs
    ? { text: 'Lap', Icon: Flag, press: () => change((kept) => withLap(kept, Date.now())) }
    : { text: 'Reset', Icon: RotateCcw, press: () => change(() => ({ ...NOTHING_MEASURED, begun: true })) }
  const Toggle = runs ? Pause : Play
  return (
    <Card
      icon={<Watch aria-hidden className="size-4" />}
      title={label ?? 'Stopwatch'}
      state={runs ? 'running' : undefined}
    >
      <p
        role="timer"
        aria-label={label ?? 'Stopwatch'}
        className="text-center font-mono text-2xl font-semibold tabular-nums"
      >
        {shown}
      </p>
      <div className="mt-3 flex justify-center gap-2">
        <Button look="primary" className="min-w-24" onClick={toggle}>
          <Toggle aria-hidden className="size-4" />
          {runs ? 'Stop' : measured.before_ms > 0 ? 'Resume' : 'Start'}
        </Button>
        <Button className="min-w-24" disabled={!runs && measured.before_ms === 0} onClick={second.press}>
          <second.Icon aria-hidden className="size-4" />
          {second.text}
        </Button>
      </div>
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
      <div className="fading max-h-48 overflow-y-auto" tabIndex={0} role="region" aria-label="Laps">
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

function beginning(startedAt: string | undefined): Measured {
  return startedAt === undefined ? NOTHING_MEASURED : measuring(NOTHING_MEASURED, Date.parse(startedAt))
}
