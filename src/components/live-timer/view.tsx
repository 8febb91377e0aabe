import { Pause, Play, Plus, RotateCcw, Timer } from 'lucide-react'
import { useEffect } from 'react'
import { useAlarm } from '../view-kit/live/alarm.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { formatTime } from '../../contract/text/moments.ts'
import { formatClock, formatDuration } from '../../contract/text/numbers.ts'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { ProgressRing } from '../view-kit/progress-ring.tsx'
import { isOver, leftOf, newSpan, paused, prolonged, started, type Span } from '../view-kit/text/span.ts'
import { Ago } from '../view-kit/states.tsx'
import { useTicking } from '../view-kit/live/ticking.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const MINUTE_MS = 60_000

export function LiveTimerView({
  id,
  seconds,
  label,
  autostart = true,
  sound = true,
  started_at,
  stopped_at,
}: ViewProps<'live_timer'>) {
  const lengthMs = seconds * 1000
  const {
    name,
    value: span,
    change,
  } = usePersisted('live_timer', id, () => beginning(lengthMs, { started_at, stopped_at }))
  useEffect(() => {
    if (autostart) change((kept) => (kept.begun ? kept : started(kept, Date.now())))
  }, [autostart, change])
  useEffect(() => {
    // Once for each time: whoever starts it again on its card has it running.
    if (stopped_at !== undefined)
      change((kept) =>
        Date.parse(stopped_at) > (kept.stopped_at ?? 0) ? stopped(lengthMs, stopped_at) : kept,
      )
  }, [stopped_at, lengthMs, change])
  const now = useTicking(200, span.ends_at !== null, span.ends_at ?? undefined)
  useAlarm(name, span.ends_at === null ? undefined : { at: span.ends_at, sentence: sentenceOf(label), sound })
  const over = isOver(span, now)
  const leftMs = leftOf(span, now)
  return (
    <Card
      icon={<Timer aria-hidden className="size-4" />}
      title={label ?? 'Timer'}
      subtitle={formatDuration(span.length_ms / 1000)}
      state={stateOf(span, over)}
    >
      <Clock label={label ?? 'Timer'} {...{ span, over, leftMs }} />
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {!over && <StartOrPause span={span} change={change} />}
        <Button
          aria-label="Add 1 min"
          onClick={() => change((kept) => ({ ...kept, ...prolonged(kept, MINUTE_MS, Date.now()) }))}
        >
          <Plus aria-hidden className="size-4" />1 min
        </Button>
        <Button
          look={over ? 'primary' : 'secondary'}
          onClick={() => change((kept) => ({ ...kept, ...begunAgain(lengthMs, over) }))}
        >
          <RotateCcw aria-hidden className="size-4" />
          {over ? 'Start again' : 'Reset'}
        </Button>
      </div>
    </Card>
  )
}

function Clock({ label, span, over, leftMs }: { label: string; span: Span; over: boolean; leftMs: number }) {
  return (
    <ProgressRing share={over ? 1 : leftMs / span.length_ms} color={over ? 'var(--warn)' : 'var(--accent)'}>
      <p role="timer" aria-label={label} className="text-2xl font-semibold tabular-nums">
        {formatClock(Math.ceil(leftMs / 1000))}
      </p>
      <Below span={span} over={over} />
    </ProgressRing>
  )
}

interface Changed {
  readonly span: TimerSpan
  readonly change: (edit: (span: TimerSpan) => TimerSpan) => void
}

function StartOrPause({ span, change }: Changed) {
  if (span.ends_at !== null)
    return (
      <Button look="primary" onClick={() => change((kept) => paused(kept, Date.now()))}>
        <Pause aria-hidden className="size-4" />
        Pause
      </Button>
    )
  return (
    <Button look="primary" onClick={() => change((kept) => started(kept, Date.now()))}>
      <Play aria-hidden className="size-4" />
      {span.begun && span.left_ms < span.length_ms ? 'Resume' : 'Start'}
    </Button>
  )
}

function Below({ span, over }: { span: Span; over: boolean }) {
  if (span.ends_at === null) return null
  return (
    <p className={`text-xs ${over ? 'font-medium text-warn' : 'text-ink-3'}`}>
      {over ? (
        <>
          Time is up, <Ago at={new Date(span.ends_at)} />
        </>
      ) : (
        `until ${formatTime(new Date(span.ends_at))}`
      )}
    </p>
  )
}

function stateOf(span: Span, over: boolean): string | undefined {
  if (over) return 'finished'
  if (span.ends_at !== null || !span.begun) return undefined
  return span.left_ms === span.length_ms ? 'stopped' : 'paused'
}

/** What is kept of it, with the moment when a message stopped it. */
interface TimerSpan extends Span {
  readonly stopped_at?: number
}

function beginning(
  lengthMs: number,
  { started_at, stopped_at }: Readonly<Record<'started_at' | 'stopped_at', string | undefined>>,
): TimerSpan {
  const span = newSpan(lengthMs)
  // Whether that stop was done already only the browser knows, so that it is not said here.
  if (stopped_at !== undefined) return { ...span, begun: true }
  return started_at === undefined ? span : started(span, Date.parse(started_at))
}

function stopped(lengthMs: number, at: string): TimerSpan {
  return { ...newSpan(lengthMs), begun: true, stopped_at: Date.parse(at) }
}

function begunAgain(lengthMs: number, atOnce: boolean): Span {
  const span = { ...newSpan(lengthMs), begun: true }
  return atOnce ? started(span, Date.now()) : span
}

function sentenceOf(label: string | undefined): string {
  return label === undefined ? 'Your timer is up.' : `The timer “${label}” is up.`
}
