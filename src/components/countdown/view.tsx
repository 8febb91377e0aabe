import { Bell, BellRing, CalendarClock, PartyPopper } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Card } from '../view-kit/card.tsx'
import { formatDay, formatMoment } from '../../contract/text/moments.ts'
import { Ago } from '../view-kit/states.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { TimerProblem } from '../view-kit/live/timer-problem.tsx'
import { useTimer } from '../view-kit/live/timer.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import { useTicking } from '../view-kit/live/ticking.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { momentIn, timeUntil, type TimeLeft } from './until.ts'

export function CountdownView(props: ViewProps<'countdown'>) {
  const { target, label, time_zone, finished_text } = props
  const moment = useMemo(() => momentIn(target, time_zone), [target, time_zone])
  const now = useTicking(1000, true, moment.getTime())
  const over = moment.getTime() <= now
  useSayingWhenOver(over, finished_text ?? `${label}: it's time.`)
  const when = target.length === 10 ? formatDay(moment) : formatMoment(moment)
  return (
    <Card icon={<CalendarClock aria-hidden className="size-4" />} title={label} subtitle={when}>
      {over ? (
        <div className="flex items-start gap-2">
          <PartyPopper aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          <div className="min-w-0">
            <p dir="auto" className="text-lg wrap-anywhere">
              {finished_text ?? "It's time."}
            </p>
            <p className="text-sm text-ink-3">
              <Ago at={moment} />
            </p>
          </div>
        </div>
      ) : (
        <>
          <Left left={timeUntil(moment, new Date(now))} label={label} />
          <NotifyMe {...props} moment={moment} />
        </>
      )}
    </Card>
  )
}

function Left({ left, label }: { left: TimeLeft; label: string }) {
  return (
    <div role="timer" aria-label={`Time until ${label}`} className="grid grid-cols-4 gap-2 text-center">
      {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
        <p key={unit} className="min-w-0 rounded-lg bg-surface-2 px-1 py-3">
          <span className="block text-xl font-semibold tabular-nums @sm:text-2xl">{left[unit]} </span>
          <span className="block clip text-xs text-ink-2">{left[unit] === 1 ? unit.slice(0, -1) : unit}</span>
        </p>
      ))}
    </div>
  )
}

/** A card only shows; whoever wants to be told asks the service. */
function NotifyMe({ id, timer_id, label, moment }: ViewProps<'countdown'> & { moment: Date }) {
  const wish = { kind: 'countdown' as const, at: moment.toISOString(), label }
  const { timer, isLoading, begin, cancel, problem } = useTimer({ type: 'countdown', id, timer_id, wish })
  const isOn = timer?.status === 'running'
  const Icon = isOn ? BellRing : Bell
  return (
    <div className="mt-3 flex flex-col items-center">
      <Button look="quiet" aria-pressed={isOn} disabled={isLoading} onClick={isOn ? cancel : begin}>
        <Icon aria-hidden className="size-4" />
        {isOn ? "You'll be notified" : 'Notify me'}
      </Button>
      <TimerProblem>{problem}</TimerProblem>
    </div>
  )
}

/** Said when it comes while somebody looks, not when it had come long before. */
function useSayingWhenOver(over: boolean, sentence: string): void {
  const { announce } = useViewContext()
  const wasOver = useRef(over)
  useEffect(() => {
    if (over && !wasOver.current) announce(sentence)
    wasOver.current = over
  }, [over, sentence, announce])
}
