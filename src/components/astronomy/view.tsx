import { Orbit, Telescope } from 'lucide-react'
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import { formatNumber, withUnit } from '../../contract/text/numbers.ts'
import { Attribution, LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import { Picture } from '../view-kit/picture.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import { Ago } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { LAND } from './land.ts'

type Sky = AnswerOf<'GET /api/widget/astronomy'>
type Shot = NonNullable<Sky['picture']>
type Station = NonNullable<Sky['station']>

/** The station is 230 km further after half a minute; the picture stays for the day. */
const HALF_A_MINUTE = 30_000

export function AstronomyView({ show = 'both' }: ViewProps<'astronomy'>) {
  const live = useLiveData('GET /api/widget/astronomy', {}, { everyMs: HALF_A_MINUTE })
  return (
    <LiveCard
      live={live}
      icon={<Telescope aria-hidden className="size-4" />}
      title={show === 'station' ? 'Space station' : 'Astronomy'}
      subtitle={({ picture }) =>
        show === 'station' || !picture ? undefined : formatDay(readMoment(picture.date))
      }
      height={260}
    >
      {({ picture, station }) => (
        <div className="flex flex-col gap-4">
          {show !== 'station' &&
            (picture ? <PictureOfTheDay shot={picture} /> : <Missing what="The picture" />)}
          {show !== 'picture' &&
            (station ? <StationNow station={station} /> : <Missing what="The station" />)}
        </div>
      )}
    </LiveCard>
  )
}

function Missing({ what }: { what: string }) {
  return (
    <p className="text-sm text-ink-3">
      {what} cannot be asked for at the moment. It is tried again by itself.
    </p>
  )
}

function PictureOfTheDay({ shot }: { shot: Shot }) {
  const { title, explanation, media_type, url, hd_url, copyright } = shot
  const address = hd_url ?? url
  return (
    <figure className="flex flex-col gap-2">
      {address !== null && (
        <Picture
          url={address}
          alt={media_type === 'video' ? `${title} (video)` : title}
          className="rounded-lg"
        />
      )}
      <figcaption>
        <h4 className="font-semibold">{title}</h4>
        <p
          className="fading mt-1 max-h-40 overflow-y-auto text-sm text-ink-2"
          tabIndex={0}
          role="region"
          aria-label="What it shows"
        >
          {explanation}
        </p>
        {copyright !== null && <p className="mt-1 text-xs text-ink-3">© {copyright}</p>}
      </figcaption>
    </figure>
  )
}

function StationNow({ station }: { station: Station }) {
  const { name, time, latitude, longitude, altitude_km, velocity_km_h, visibility, source } = station
  const where = `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`
  return (
    <section className="flex flex-col gap-2">
      <h4 className="flex items-center gap-2 text-sm font-semibold">
        <Orbit aria-hidden className="size-4 text-accent" />
        {name}
        <span className="font-normal text-ink-3">
          <Ago at={time} />
        </span>
      </h4>
      <Globe latitude={latitude} longitude={longitude} label={`${name} is above ${where}.`} />
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2 tabular-nums">
        <OutLink
          url={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=3/${latitude}/${longitude}`}
        >
          {where}
        </OutLink>
        {altitude_km !== null && <span>{withUnit(formatNumber(Math.round(altitude_km)), 'km high')}</span>}
        {velocity_km_h !== null && <span>{withUnit(formatNumber(Math.round(velocity_km_h)), 'km/h')}</span>}
        {visibility !== null && (
          <span>{visibility === 'daylight' ? 'in sunlight' : "in the Earth's shadow"}</span>
        )}
      </p>
      <p className="text-xs text-ink-3">
        <Attribution source={source} />
      </p>
    </section>
  )
}

const MERIDIANS = [-120, -60, 0, 60, 120]
const PARALLELS = [-60, -30, 0, 30, 60]

/** The Earth unrolled, with the station above it. */
function Globe({ latitude, longitude, label }: { latitude: number; longitude: number; label: string }) {
  return (
    <svg
      viewBox="-180 -90 360 180"
      role="img"
      aria-label={label}
      className="block w-full rounded-lg bg-surface-2"
    >
      <path
        d={LAND}
        fill="var(--surface-3)"
        stroke="var(--line-strong)"
        strokeWidth={0.6}
        strokeLinejoin="round"
      />
      {MERIDIANS.map((at) => (
        <line
          key={at}
          x1={at}
          x2={at}
          y1={-90}
          y2={90}
          stroke="var(--line-strong)"
          strokeWidth={at === 0 ? 0.8 : 0.4}
        />
      ))}
      {PARALLELS.map((at) => (
        <line
          key={at}
          x1={-180}
          x2={180}
          y1={-at}
          y2={-at}
          stroke="var(--line-strong)"
          strokeWidth={at === 0 ? 1 : 0.5}
        />
      ))}
      <circle cx={longitude} cy={-latitude} r={12} fill="var(--accent)" opacity={0.25} />
      <circle
        cx={longitude}
        cy={-latitude}
        r={4.5}
        fill="var(--accent)"
        stroke="var(--surface-1)"
        strokeWidth={1.2}
      />
    </svg>
  )
}

function degrees(value: number, [positive, negative]: readonly [string, string]): string {
  return `${formatNumber(Math.abs(value), { decimals: 1 })}° ${value < 0 ? negative : positive}`
}
