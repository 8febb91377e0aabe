import { CalendarDays, ChevronLeft, ChevronRight, MapPin } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { formatTime } from '../../contract/text/moments.ts'
import { knownTimeZone } from '../../contract/text/time-zone.ts'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { Empty, Failure, Skeleton } from '../view-kit/states.tsx'
import { toneSoft } from '../view-kit/tone.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Heading } from '../view-kit/heading.tsx'
import {
  dayOf,
  eventsByDay,
  isAllDay,
  monthOf,
  shifted,
  shiftedMonth,
  weekOf,
  weeksOfMonth,
  type CalendarEvent,
  type CalendarProps,
  type Day,
} from './days.ts'

type View = CalendarProps['view']

export function CalendarView({ events, ...props }: ViewProps<'calendar_view'>) {
  const [day, setDay] = useState(() => props.date ?? dayOf(new Date(), zoneOf(props)))
  return events ? (
    <Calendar {...{ ...props, events, day }} onDay={setDay} />
  ) : (
    <OwnCalendar {...{ ...props, day }} onDay={setDay} />
  )
}

interface ShownDay {
  readonly day: Day
  readonly onDay: (day: Day) => void
}

type OwnCalendarProps = Omit<ViewProps<'calendar_view'>, 'events'> & ShownDay

/** Days around the one that is shown: the weeks of its month, and a month ahead of any day of it. */
const BEFORE_DAYS = 7
const AHEAD_DAYS = 75
const ASK_EVERY_MS = 300_000

/** The calendar of the person, as it is now. */
function OwnCalendar(props: OwnCalendarProps) {
  const feed = useViewContext().events
  const from = shifted(`${monthOf(props.day)}-01`, -BEFORE_DAYS)
  const live = useLiveData(
    'GET /api/calendar/events',
    { query: { from, days: AHEAD_DAYS } },
    { everyMs: ASK_EVERY_MS },
  )
  const { data, error, refresh } = live
  useEffect(() => feed.on('calendar.changed', refresh), [feed, refresh])
  return (
    <Calendar
      {...props}
      events={data?.events ?? NO_EVENTS}
      onRefresh={refresh}
      instead={
        data ? undefined : error ? <Failure error={error} onRetry={refresh} /> : <Skeleton height={80} />
      }
    />
  )
}

const NO_EVENTS: readonly CalendarEvent[] = []

function zoneOf({ time_zone }: Pick<OwnCalendarProps, 'time_zone'>): string | undefined {
  return time_zone && knownTimeZone(time_zone)
}

interface CalendarViewProps extends OwnCalendarProps {
  readonly events: readonly CalendarEvent[]
  readonly onRefresh?: () => void
  /** Stands in the place of the events until they are known. */
  readonly instead?: ReactNode
}

function Calendar(props: CalendarViewProps) {
  const { title, view: first = 'month', week_starts_on = 'monday', events, day, onDay: setDay } = props
  const timeZone = zoneOf(props)
  const today = dayOf(new Date(), timeZone)
  const [view, setView] = useState<View>(first)
  const byDay = useMemo(() => eventsByDay(events, timeZone), [events, timeZone])
  const move = (step: number) =>
    setDay(view === 'month' ? shiftedMonth(day, step) : shifted(day, step * (view === 'day' ? 1 : 7)))
  const shared = { byDay, today, timeZone }
  const choose = (next: Day) => {
    setDay(next)
    setView('day')
  }
  return (
    <Card
      icon={<CalendarDays aria-hidden className="size-4" />}
      title={title ?? 'Calendar'}
      state={props.onRefresh ? 'live' : countOf(events.length, 'event')}
      onRefresh={props.onRefresh}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <IconButton label="Earlier" onClick={() => move(-1)}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <p aria-live="polite" className="min-w-32 text-center font-medium">
          {headingOf(day, view)}
        </p>
        <IconButton label="Later" onClick={() => move(1)}>
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
        <Button look="quiet" onClick={() => setDay(today)}>
          Today
        </Button>
        <ViewChoice view={view} onChoose={setView} />
      </div>
      {props.instead ??
        (view === 'month' ? (
          <Month day={day} starts={week_starts_on} onChoose={choose} {...shared} />
        ) : (
          <DayList days={daysOf(day, { view, starts: week_starts_on, byDay })} {...shared} />
        ))}
    </Card>
  )
}

function daysOf(
  day: Day,
  { view, starts, byDay }: { view: View; starts: CalendarProps['week_starts_on']; byDay: Shown['byDay'] },
): readonly Day[] {
  if (view === 'week') return weekOf(day, starts)
  if (view === 'day') return [day]
  return [...byDay.keys()].filter((one) => one >= day).toSorted()
}

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <div role="group" aria-label="View" className="ms-auto flex rounded-lg bg-surface-2 p-0.5">
      {(['month', 'week', 'day', 'agenda'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          className="min-h-8 rounded-md px-2.5 text-sm text-ink-2 capitalize aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card"
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface Shown {
  readonly byDay: ReadonlyMap<Day, CalendarEvent[]>
  readonly today: Day
  readonly timeZone: string | undefined
}

const MAX_IN_CELL = 3

function Month({
  day,
  starts,
  onChoose,
  byDay,
  today,
}: Shown & { day: Day; starts: CalendarProps['week_starts_on']; onChoose: (day: Day) => void }) {
  const weeks = weeksOfMonth(day, starts)
  return (
    <div className="grid grid-cols-7 gap-px overflow-hidden rounded-lg border border-line bg-line text-sm">
      {weeks[0]!.map((one) => (
        <p key={one} className="bg-surface-1 py-1 text-center text-xs text-ink-3">
          {written(one, { weekday: 'short' })}
        </p>
      ))}
      {weeks.flat().map((one) => {
        const events = byDay.get(one) ?? []
        return (
          <button
            key={one}
            type="button"
            aria-label={`${written(one, { day: 'numeric', month: 'long' })}, ${countOf(events.length, 'event')}`}
            aria-current={one === today ? 'date' : undefined}
            className={`flex min-h-16 min-w-0 flex-col items-stretch gap-0.5 bg-surface-1 p-1 text-start -outline-offset-2 hover:bg-surface-2 ${monthOf(one) === monthOf(day) ? '' : 'text-ink-3'}`}
            onClick={() => onChoose(one)}
          >
            <span
              className={`grid size-6 place-items-center rounded-full text-xs tabular-nums ${one === today ? 'bg-accent text-on-accent' : ''}`}
            >
              {Number(one.slice(8))}
            </span>
            {events.slice(0, MAX_IN_CELL).map((event, index) => (
              <span key={index} className={`truncate rounded px-1 text-xs ${toneSoft[event.tone ?? 'info']}`}>
                {event.title}
              </span>
            ))}
            {events.length > MAX_IN_CELL && (
              <span className="text-xs text-ink-3">+{events.length - MAX_IN_CELL}</span>
            )}
          </button>
        )
      })}
    </div>
  )
}

function DayList({ days, byDay, today, timeZone }: Shown & { days: readonly Day[] }) {
  const shown = days.length === 1 ? days : days.filter((day) => byDay.has(day))
  if (shown.every((day) => !byDay.has(day))) return <Empty>Nothing planned.</Empty>
  return (
    <ol className="fading flex max-h-120 flex-col gap-4 overflow-y-auto">
      {shown.map((day) => (
        <li key={day}>
          <Heading className={`mb-1 text-sm font-semibold ${day === today ? 'text-accent' : 'text-ink-2'}`}>
            {written(day, { weekday: 'long', day: 'numeric', month: 'long' })}
          </Heading>
          <ul className="flex flex-col gap-1">
            {(byDay.get(day) ?? []).map((event, index) => (
              <EventLine key={index} event={event} timeZone={timeZone} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function EventLine({ event, timeZone }: { event: CalendarEvent; timeZone: string | undefined }) {
  const { run } = useAction()
  const { title, start, end, location, text, tone = 'info', action } = event
  const times = isAllDay(event)
    ? 'all day'
    : [start, end]
        .filter((moment) => moment !== undefined)
        .map((moment) => formatTime(new Date(moment), timeZone))
        .join(' – ')
  return (
    <li className={`rounded-lg px-3 py-2 ${toneSoft[tone]}`}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-xs tabular-nums">{times}</span>
        <span dir="auto" className="font-medium wrap-anywhere text-ink">
          {title}
        </span>
        {location !== undefined && (
          <span className="flex items-center gap-1 text-xs text-ink-2">
            <MapPin aria-hidden className="size-3" /> {location}
          </span>
        )}
      </p>
      {text !== undefined && <p className="mt-1 text-sm text-ink-2">{text}</p>}
      {action && (
        <Button className="mt-2" onClick={() => void run(action)}>
          Open
        </Button>
      )}
    </li>
  )
}

function written(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))
}

function headingOf(day: Day, view: View): string {
  if (view === 'day')
    return written(day, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
  return written(day, { month: 'long', year: 'numeric' })
}
