import { Clock } from 'lucide-react'
import { formatDay } from '../../contract/text/moments.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import { Card } from '../view-kit/card.tsx'
import { useTicking } from '../view-kit/live/ticking.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { aheadInWords, timeIn, type ZoneTime } from './zone-time.ts'

type Props = ViewProps<'live_clock'>
type Place = { readonly label: string; readonly time_zone?: string }

export function LiveClockView(props: Props) {
  const { places, show_seconds = true } = props
  const now = new Date(useTicking(show_seconds ? 1000 : 60_000))
  const here: Place = { label: ownTimeZone().replaceAll('_', ' ') }
  const shown: readonly Place[] = places ?? [here]
  return (
    <Card
      icon={<Clock aria-hidden className="size-4" />}
      title={places ? 'World clock' : 'Clock'}
      subtitle={places ? undefined : 'here'}
    >
      <ul className={shown.length === 1 ? '' : 'grid grid-cols-1 gap-x-6 gap-y-4 @sm:grid-cols-2'}>
        {shown.map((place, index) => (
          <PlaceClock key={index} place={place} now={now} {...props} />
        ))}
      </ul>
    </Card>
  )
}

function PlaceClock({
  place,
  now,
  face = 'digital',
  hour_format = 'auto',
  show_seconds = true,
}: Props & { place: Place; now: Date }) {
  const time = timeIn(place.time_zone, now)
  if (!time)
    return (
      <li className="text-sm text-ink-3">
        <span className="block font-medium text-ink">{place.label}</span>
        Unknown time zone: {place.time_zone}
      </li>
    )
  const text = clockText(now, { timeZone: place.time_zone, hour_format, show_seconds })
  return (
    <li className="flex min-w-0 items-center gap-4">
      {face === 'analog' && <Face time={time} withSeconds={show_seconds} />}
      <div className="min-w-0">
        <p dir="auto" className="clip text-sm text-ink-2" title={place.time_zone}>
          {place.label}
        </p>
        <p className="text-2xl font-semibold whitespace-nowrap tabular-nums">
          <time dateTime={now.toISOString()}>{text}</time>
        </p>
        <p className="text-xs text-ink-3">
          {formatDay(now, place.time_zone)}
          {place.time_zone !== undefined && (
            <span className="whitespace-nowrap"> · {aheadInWords(time)}</span>
          )}
        </p>
      </div>
    </li>
  )
}

interface ClockLook extends Required<Pick<Props, 'hour_format' | 'show_seconds'>> {
  readonly timeZone: string | undefined
}

function clockText(now: Date, { timeZone, hour_format, show_seconds }: ClockLook): string {
  return new Intl.DateTimeFormat(undefined, {
    hour: hour_format === '24' ? '2-digit' : 'numeric',
    minute: '2-digit',
    ...(show_seconds && { second: '2-digit' }),
    ...(timeZone !== undefined && { timeZone }),
    ...(hour_format !== 'auto' && { hourCycle: hour_format === '24' ? 'h23' : 'h12' }),
  }).format(now)
}

/** Hands on a dial; the words beside it say the same. */
function Face({ time: { hours, minutes, seconds }, withSeconds }: { time: ZoneTime; withSeconds: boolean }) {
  return (
    <svg viewBox="0 0 100 100" className="size-24 shrink-0" aria-hidden>
      <circle cx="50" cy="50" r="47" fill="var(--surface-2)" stroke="var(--line-strong)" strokeWidth="2" />
      {Array.from({ length: 12 }, (_, hour) => (
        <line
          key={hour}
          x1="50"
          y1="8"
          x2="50"
          y2={hour % 3 === 0 ? 15 : 12}
          transform={`rotate(${hour * 30} 50 50)`}
          stroke="var(--text-3)"
          strokeWidth={hour % 3 === 0 ? 3 : 1.5}
        />
      ))}
      <Hand degrees={(hours % 12) * 30 + minutes / 2} length={24} width={4} color="var(--text-1)" />
      <Hand degrees={minutes * 6 + seconds / 10} length={35} width={3} color="var(--text-1)" />
      {withSeconds && <Hand degrees={seconds * 6} length={38} width={1.5} color="var(--accent)" />}
      <circle cx="50" cy="50" r="3" fill="var(--accent)" />
    </svg>
  )
}

function Hand({
  degrees,
  length,
  width,
  color,
}: {
  degrees: number
  length: number
  width: number
  color: string
}) {
  return (
    <line
      x1="50"
      y1="50"
      x2="50"
      y2={50 - length}
      transform={`rotate(${degrees} 50 50)`}
      stroke={color}
      strokeWidth={width}
      strokeLinecap="round"
    />
  )
}
