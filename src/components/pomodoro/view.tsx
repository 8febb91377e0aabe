import { Pause, Play, RotateCcw, SkipForward, Target } from 'lucide-react'
import { useEffect } from 'react'
import { useAlarm } from '../view-kit/live/alarm.ts'
import { Card } from '../view-kit/card.tsx'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { formatClock } from '../../contract/text/numbers.ts'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { ProgressRing } from '../view-kit/progress-ring.tsx'
import { isOver, leftOf, newSpan, paused, started, type Span } from '../view-kit/text/span.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import { useTicking } from '../view-kit/live/ticking.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { FIRST_STAGE, roundsDone, stageAfter, type Phase, type Stage } from './rounds.ts'

type Props = ViewProps<'pomodoro'>
type Lengths = Readonly<Record<Phase, number>>

interface Progress {
  readonly stage: Stage
  readonly span: Span
}

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
  work_minutes = 25,
  break_minutes = 5,
  long_break_minutes = 15,
  rounds = 4,
  label,
  autostart = false,
}: Props) {
  const lengths: Lengths = { work: work_minutes, break: break_minutes, long_break: long_break_minutes }
  const kept = usePersisted('pomodoro', id, () => waitingAt(FIRST_STAGE, lengths))
  const { stage, span } = kept.value
  const { change } = kept
  const { announce } = useViewContext()
  useEffect(() => {
    if (autostart) change((progress) => (progress.span.begun ? progress : running(progress)))
  }, [autostart, change])
  const now = useTicking(200, span.ends_at !== null, span.ends_at ?? undefined)
  const next = stageAfter(stage, rounds)
  const sentence = `${NAMES[stage.phase]} is over. Next: ${NAMES[next.phase].toLowerCase()}.`
  useAlarm(kept.name, span.ends_at === null ? undefined : { at: span.ends_at, sentence, sound: true })
  const over = isOver(span, now)
  const startNext = () => {
    change((progress) => running(waitingAt(stageAfter(progress.stage, rounds), lengths)))
    announce(`${NAMES[next.phase]} started.`)
  }
  const leftMs = leftOf(span, now)
  return (
    <Card
      icon={<Target aria-hidden className="size-4" />}
      title={label ?? 'Pomodoro'}
      subtitle={`round ${stage.round} of ${rounds}`}
      menu={[
        {
          label: 'Start over',
          icon: <RotateCcw aria-hidden className="size-4" />,
          onSelect: () => change(() => waitingAt(FIRST_STAGE, lengths)),
        },
      ]}
    >
      <Clock {...{ stage, span, over, leftMs, rounds }} />
      <div className="mt-3 flex flex-wrap items-center justify-center gap-2">
        {over ? (
          <Button look="primary" onClick={startNext}>
            <Play aria-hidden className="size-4" />
            Start {NAMES[next.phase].toLowerCase()}
          </Button>
        ) : (
          <StartOrPause span={span} change={change} />
        )}
        {!over && (
          <IconButton label={`Skip to ${NAMES[next.phase].toLowerCase()}`} onClick={startNext}>
            <SkipForward aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
    </Card>
  )
}

interface ClockProps extends Progress {
  readonly over: boolean
  readonly leftMs: number
  readonly rounds: number
}

function Clock({ stage, span, over, leftMs, rounds }: ClockProps) {
  const name = NAMES[stage.phase]
  return (
    <ProgressRing
      share={over ? 1 : leftMs / span.length_ms}
      color={over ? 'var(--warn)' : COLORS[stage.phase]}
    >
      <p className="text-sm text-ink-2">{name}</p>
      <p role="timer" aria-label={name} className="text-2xl font-semibold tabular-nums">
        {formatClock(Math.ceil(leftMs / 1000))}
      </p>
      <RoundDots done={roundsDone(stage) + (over && stage.phase === 'work' ? 1 : 0)} rounds={rounds} />
    </ProgressRing>
  )
}

function StartOrPause({
  span,
  change,
}: {
  span: Span
  change: (edit: (progress: Progress) => Progress) => void
}) {
  const runs = span.ends_at !== null
  const Icon = runs ? Pause : Play
  const press = () =>
    change((progress) =>
      runs ? { ...progress, span: paused(progress.span, Date.now()) } : running(progress),
    )
  return (
    <Button look="primary" onClick={press}>
      <Icon aria-hidden className="size-4" />
      {runs ? 'Pause' : span.begun ? 'Resume' : 'Start'}
    </Button>
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

function waitingAt(stage: Stage, lengths: Lengths): Progress {
  return { stage, span: newSpan(lengths[stage.phase] * MINUTE_MS) }
}

function running(progress: Progress): Progress {
  return { ...progress, span: started(progress.span, Date.now()) }
}
