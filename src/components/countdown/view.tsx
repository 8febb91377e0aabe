import { CalendarClock, PartyPopper } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Card } from '../view-kit/card.tsx'
import { formatDay, formatMoment } from '../../contract/text/moments.ts'
import { Ago } from '../view-kit/states.tsx'
import { useViewContext } from '../view-kit/view-context.ts'
import { useTicking } from '../view-kit/live/ticking.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { momentIn, timeUntil, type TimeLeft } from './until.ts'

export function CountdownView({ target, label, time_zone, finished_text }: ViewProps<'countdown'>) {
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
        <Left left={timeUntil(moment, new Date(now))} label={label} />
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

/** Said when it comes while somebody looks, not when it had come long before. */
function useSayingWhenOver(over: boolean, sentence: string): void {
  const { announce } = useViewContext()
  const wasOver = useRef(over)
  useEffect(() => {
    if (over && !wasOver.current) announce(sentence)
    wasOver.current = over
  }, [over, sentence, announce])
}
