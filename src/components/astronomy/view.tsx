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
import { Heading } from '../view-kit/heading.tsx'

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
            (picture ? <PictureOfTheDay shot={picture} /> : <Missing what="The picture of the day" />)}
          {show !== 'picture' &&
            (station ? <StationNow station={station} /> : <Missing what="The station" />)}
        </div>
      )}
    </LiveCard>
  )
}

function Missing({ what }: { what: string }) {
  return <p className="text-sm text-ink-3">{what} isn't available right now. Retrying automatically.</p>
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
        <Heading className="font-semibold">{title}</Heading>
        <p
          className="fading mt-1 max-h-40 overflow-y-auto text-sm text-ink-2"
          tabIndex={0}
          role="group"
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
      <Heading className="flex items-center gap-2 text-sm font-semibold">
        <Orbit aria-hidden className="size-4 text-accent" />
        {name}
        <span className="font-normal text-ink-3">
          <Ago at={time} />
        </span>
      </Heading>
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

/** Where there is land, by hand and no finer than a small picture needs: x is the longitude, y the latitude upside down. */
const LAND =
  'M-168 -66L-156 -71L-128 -70L-95 -72L-82 -73L-78 -62L-64 -60L-56 -52L-66 -45L-70 -42L-76 -35L-81 ' +
  '-30L-80 -25L-84 -30L-90 -29L-97 -26L-97 -20L-91 -18L-87 -21L-88 -16L-83 -10L-79 -9L-83 -8L-92 -1' +
  '4L-105 -20L-110 -24L-115 -31L-120 -34L-124 -40L-124 -48L-132 -55L-145 -60L-154 -58L-165 -55L-162' +
  ' -60L-166 -63zM-55 -82L-30 -83L-18 -77L-22 -70L-40 -65L-44 -60L-52 -65L-54 -70L-68 -76zM-79 -9L-' +
  '72 -12L-62 -10L-52 -5L-50 0L-44 3L-35 6L-39 14L-41 22L-48 26L-54 34L-58 38L-65 42L-68 50L-69 55L' +
  '-74 50L-73 40L-71 30L-70 18L-76 14L-81 6L-80 0L-77 -4zM-17 -15L-16 -21L-10 -30L-6 -35L10 -37L11 ' +
  '-33L20 -32L32 -31L35 -28L37 -21L43 -12L51 -12L48 -5L41 2L39 8L40 15L35 20L35 25L32 29L27 34L19 3' +
  '4L15 27L12 17L13 8L9 1L9 -4L4 -6L-8 -4L-13 -9zM-9 -37L-9 -43L-2 -44L-1 -47L-5 -48L2 -51L8 -54L8 ' +
  '-57L11 -56L14 -54L20 -55L23 -60L30 -60L22 -63L25 -66L18 -62L18 -57L13 -56L8 -58L5 -60L12 -66L20 ' +
  '-70L30 -70L41 -67L45 -68L60 -69L70 -73L82 -73L105 -77L115 -74L140 -73L160 -70L180 -69L178 -64L16' +
  '5 -60L162 -56L157 -51L156 -58L142 -59L136 -54L141 -50L132 -43L128 -39L129 -35L126 -35L125 -39L12' +
  '1 -39L119 -36L122 -31L120 -26L113 -22L108 -21L106 -17L109 -12L105 -9L101 -13L103 -1L98 -8L97 -17' +
  'L91 -22L86 -20L80 -14L77 -8L73 -18L67 -25L57 -26L50 -30L48 -29L52 -24L57 -24L59 -21L52 -16L44 -1' +
  '2L39 -21L35 -28L34 -31L36 -36L28 -37L27 -40L22 -37L19 -42L13 -45L16 -40L16 -38L10 -44L3 -43L-1 -' +
  '38L-6 -36zM-5 -50L1 -51L0 -53L-3 -58L-6 -57L-3 -54zM-24 -65L-14 -66L-15 -64L-22 -63zM44 16L50 15' +
  'L47 25L44 24zM114 22L122 18L130 12L136 12L136 16L141 17L142 11L146 19L153 26L150 37L141 38L135 3' +
  '4L129 32L118 35L115 33zM130 -32L136 -34L141 -36L141 -41L145 -44L141 -45L139 -38L132 -35zM95 -5L1' +
  '06 6L102 4zM109 -1L117 -7L119 -1L115 4L110 3zM131 1L141 3L147 6L150 10L141 9L138 7zM173 35L178 3' +
  '8L170 46L167 46L173 40zM-180 78L-150 76L-100 73L-60 64L-60 75L-20 72L40 68L100 66L150 68L170 72L' +
  '180 78L180 90L-180 90z'
