import { Pause, Play, RotateCcw, SkipForward, Target } from 'lucide-react'
import { formatClock } from '../../contract/text/numbers.ts'
import { roundsDone, stageAfter } from '../../contract/timer-clock.ts'
import type { TimerStage } from '../../contract/timer.ts'
import { Card } from '../view-kit/card.tsx'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { TimerProblem } from '../view-kit/live/timer-problem.tsx'
import { useTimeLeft, useTimer, type TimerOfCard } from '../view-kit/live/timer.ts'
import { ProgressRing } from '../view-kit/progress-ring.tsx'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Phase = TimerStage['phase']

const NAMES: Readonly<Record<Phase, string>> = {
  work: 'Focus',
  break: 'Short break',
  long_break: 'Long break',
}
const COLORS: Readonly<Record<Phase, string>> = {
  work: 'var(--accent)',
  break: 'var(--good)',
  long_break: 'var(--good)',
}
const MINUTE_MS = 60_000

export function PomodoroView({
  id,
  timer_id,
  work_minutes = 25,
  break_minutes = 5,
  long_break_minutes = 15,
  rounds = 4,
  label,
}: ViewProps<'pomodoro'>) {
  const pomodoro = { work_minutes, break_minutes, long_break_minutes, rounds }
  const wish = { pomodoro, ...(label !== undefined && { label }) }
  const shown = useTimer({ type: 'pomodoro', id, timer_id, wish })
  const { timer, change } = shown
  const stage = timer?.stage ?? firstStage(pomodoro)
  const lengthMs = timer?.length_ms ?? stage.lengths_ms.work
  const { leftMs, over } = useTimeLeft(timer, lengthMs)
  return (
    <Card
      icon={<Target aria-hidden className="size-4" />}
      title={timer?.label ?? label ?? 'Pomodoro'}
      subtitle={`round ${stage.round} of ${stage.rounds}`}
      menu={[
        {
          label: 'Start over',
          icon: <RotateCcw aria-hidden className="size-4" />,
          onSelect: () => timer && change({ does: 'reset' }),
        },
      ]}
    >
      <Clock stage={stage} over={over} leftMs={leftMs} share={over ? 1 : Math.min(1, leftMs / lengthMs)} />
      <Controls {...shown} stage={stage} over={over} />
      <TimerProblem>{shown.problem}</TimerProblem>
    </Card>
  )
}

interface ClockProps {
  readonly stage: TimerStage
  readonly over: boolean
  readonly leftMs: number
  readonly share: number
}

function Clock({ stage, over, leftMs, share }: ClockProps) {
  const name = NAMES[stage.phase]
  return (
    <ProgressRing share={share} color={over ? 'var(--warn)' : COLORS[stage.phase]}>
      <p className="text-sm text-ink-2">{name}</p>
      <p role="timer" aria-label={name} className="text-2xl font-semibold tabular-nums">
        {formatClock(Math.ceil(leftMs / 1_000))}
      </p>
      <RoundDots done={roundsDone(stage) + (over && stage.phase === 'work' ? 1 : 0)} rounds={stage.rounds} />
    </ProgressRing>
  )
}

function Controls({
  timer,
  isLoading,
  begin,
  change,
  stage,
  over,
}: TimerOfCard & { stage: TimerStage; over: boolean }) {
  const { announce } = useViewContext()
  const next = NAMES[stageAfter(stage).phase].toLowerCase()
  const startNext = () => {
    change({ does: 'next' })
    announce(`${NAMES[stageAfter(stage).phase]} started.`)
  }
  if (over)
    return (
      <div className="mt-3 flex justify-center">
        <Button look="primary" onClick={startNext}>
          <Play aria-hidden className="size-4" />
          Start {next}
        </Button>
      </div>
    )
  const runs = timer?.status === 'running'
  const Icon = runs ? Pause : Play
  const press = () => (timer === null ? begin() : change({ does: runs ? 'pause' : 'resume' }))
  return (
    <div className="mt-3 flex flex-wrap items-center justify-center gap-2">
      <Button look="primary" disabled={isLoading} onClick={press}>
        <Icon aria-hidden className="size-4" />
        {runs ? 'Pause' : timer === null ? 'Start' : 'Resume'}
      </Button>
      <IconButton label={`Skip to ${next}`} disabled={timer === null} onClick={startNext}>
        <SkipForward aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function RoundDots({ done, rounds }: { done: number; rounds: number }) {
  return (
    <p className="mt-1 flex flex-wrap justify-center gap-1">
      <span className="sr-only">
        {done} of {rounds} rounds done
      </span>
      {Array.from({ length: rounds }, (_, index) => (
        <span
          key={index}
          aria-hidden
          className={`size-2 rounded-full ${index < done ? 'bg-accent' : 'bg-surface-3'}`}
        />
      ))}
    </p>
  )
}

interface Lengths {
  readonly work_minutes: number
  readonly break_minutes: number
  readonly long_break_minutes: number
  readonly rounds: number
}

function firstStage({ work_minutes, break_minutes, long_break_minutes, rounds }: Lengths): TimerStage {
  const lengths_ms = {
    work: work_minutes * MINUTE_MS,
    break: break_minutes * MINUTE_MS,
    long_break: long_break_minutes * MINUTE_MS,
  }
  return { phase: 'work', round: 1, rounds, lengths_ms }
}
