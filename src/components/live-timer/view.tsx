import { Check, Pause, Play, Plus, RotateCcw, Timer as TimerIcon } from 'lucide-react'
import { formatTime } from '../../contract/text/moments.ts'
import { formatClock, formatDuration } from '../../contract/text/numbers.ts'
import type { Timer } from '../../contract/timer.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { TimerProblem } from '../view-kit/live/timer-problem.tsx'
import { useTimeLeft, useTimer, type TimerOfCard } from '../view-kit/live/timer.ts'
import { ProgressRing } from '../view-kit/progress-ring.tsx'
import { Ago } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function LiveTimerView({ id, timer_id, seconds, label, sound = true }: ViewProps<'live_timer'>) {
  const wish = { seconds, sound, ...(label !== undefined && { label }) }
  const shown = useTimer({ type: 'live_timer', id, timer_id, wish })
  const { timer } = shown
  const lengthMs = timer?.length_ms ?? seconds * 1_000
  const { leftMs, over } = useTimeLeft(timer, lengthMs)
  const name = timer?.label ?? label ?? 'Timer'
  return (
    <Card
      icon={<TimerIcon aria-hidden className="size-4" />}
      title={name}
      subtitle={formatDuration(lengthMs / 1_000)}
      state={stateOf(timer, over)}
    >
      <ProgressRing
        share={over ? 1 : Math.min(1, leftMs / Math.max(1, lengthMs))}
        color={over ? 'var(--warn)' : 'var(--accent)'}
      >
        <p role="timer" aria-label={name} className="text-2xl font-semibold tabular-nums">
          {formatClock(Math.ceil(leftMs / 1_000))}
        </p>
        <Below timer={timer} over={over} />
      </ProgressRing>
      <Controls {...shown} over={over} />
      <TimerProblem>{shown.problem}</TimerProblem>
    </Card>
  )
}

function Controls({ timer, isLoading, begin, change, over }: TimerOfCard & { over: boolean }) {
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      {over ? (
        timer?.status !== 'done' && (
          <Button look="primary" onClick={() => change({ does: 'done' })}>
            <Check aria-hidden className="size-4" />
            Done
          </Button>
        )
      ) : (
        <StartOrPause {...{ timer, isLoading, begin, change }} />
      )}
      <Button
        aria-label="Add 1 min"
        disabled={timer === null}
        onClick={() => change({ does: 'add', seconds: 60 })}
      >
        <Plus aria-hidden className="size-4" />1 min
      </Button>
      <Button disabled={timer === null} onClick={() => change({ does: over ? 'resume' : 'reset' })}>
        <RotateCcw aria-hidden className="size-4" />
        {over ? 'Start again' : 'Reset'}
      </Button>
    </div>
  )
}

function StartOrPause({
  timer,
  isLoading,
  begin,
  change,
}: Pick<TimerOfCard, 'timer' | 'isLoading' | 'begin' | 'change'>) {
  if (timer?.status === 'running')
    return (
      <Button look="primary" onClick={() => change({ does: 'pause' })}>
        <Pause aria-hidden className="size-4" />
        Pause
      </Button>
    )
  const isBegun = timer !== null && timer.left_ms! < timer.length_ms!
  return (
    <Button
      look="primary"
      disabled={isLoading}
      onClick={() => (timer === null ? begin() : change({ does: 'resume' }))}
    >
      <Play aria-hidden className="size-4" />
      {isBegun ? 'Resume' : 'Start'}
    </Button>
  )
}

function Below({ timer, over }: { timer: Timer | null; over: boolean }) {
  if (!timer?.ends_at) return null
  const end = new Date(timer.ends_at)
  return (
    <p className={`text-xs ${over ? 'font-medium text-warn' : 'text-ink-3'}`}>
      {over ? (
        <>
          {timer.status === 'missed' ? 'Missed' : 'Time is up'}, <Ago at={end} />
        </>
      ) : (
        `until ${formatTime(end)}`
      )}
    </p>
  )
}

function stateOf(timer: Timer | null, over: boolean): string | undefined {
  if (over) return timer?.status === 'missed' ? 'missed' : 'finished'
  if (timer?.status !== 'paused') return undefined
  return timer.left_ms === timer.length_ms ? 'stopped' : 'paused'
}
