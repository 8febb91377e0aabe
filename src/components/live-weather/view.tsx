import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  Droplets,
  Moon,
  Sun,
  Wind,
  type LucideIcon,
} from 'lucide-react'
import { formatNumber, withUnit } from '../../contract/text/numbers.ts'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import type { AnswerOf } from '../view-kit/service.ts'
import { Spark } from '../view-kit/sparkline.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Weather = AnswerOf<'GET /api/widget/weather'>

const TEN_MINUTES = 600_000

export function LiveWeatherView({ city, focus = 'current' }: ViewProps<'live_weather'>) {
  const live = useLiveData('GET /api/widget/weather', { query: { city } }, { everyMs: TEN_MINUTES })
  return (
    <LiveCard
      live={live}
      icon={<CloudSun aria-hidden className="size-4" />}
      title={live.data?.city ?? city}
      subtitle={({ region, country }) => country ?? region}
      height={168}
    >
      {(weather) => (
        <div className="flex flex-col gap-4">
          <Now weather={weather} />
          {focus !== 'daily' && <Hours weather={weather} />}
          {focus !== 'hourly' && <Days weather={weather} />}
        </div>
      )}
    </LiveCard>
  )
}

function Now({ weather: { current, units } }: { weather: Weather }) {
  const Icon = skyIcon(current.weather_code, current.is_day !== false)
  return (
    <div className="flex items-center gap-4">
      <Icon aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="text-2xl font-semibold tabular-nums">
          {degrees(current.temperature, units.temperature)}
        </p>
        <p className="clip text-sm text-ink-2">{current.condition}</p>
      </div>
      <ul className="flex flex-col gap-1 text-xs text-ink-3">
        {current.feels_like !== null && <li>feels {degrees(current.feels_like, units.temperature)}</li>}
        {current.humidity_percent !== null && (
          <li className="flex items-center gap-1">
            <Droplets aria-hidden className="size-3.5" />{' '}
            {formatNumber(current.humidity_percent, { format: 'percent' })}
            <span className="sr-only">humidity</span>
          </li>
        )}
        {current.wind_speed !== null && (
          <li className="flex items-center gap-1">
            <Wind aria-hidden className="size-3.5" />{' '}
            {withUnit(formatNumber(Math.round(current.wind_speed)), units.wind_speed)}
            <span className="sr-only">wind</span>
          </li>
        )}
      </ul>
    </div>
  )
}

const HOURS_SHOWN = 24

function Hours({ weather }: { weather: Weather }) {
  const hours = weather.hourly.slice(0, HOURS_SHOWN)
  if (hours.length < 2) return null
  const values = hours.map(({ temperature }) => temperature)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (
    <figure>
      <Spark
        values={values}
        height={40}
        label={`The next ${hours.length} hours: between ${degrees(low, weather.units.temperature)} and ${degrees(high, weather.units.temperature)}.`}
      />
      <figcaption className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        {hours
          .filter((_, index) => index % 6 === 0)
          .map(({ time, temperature }) => (
            <span key={time} className="text-center">
              <span className="block font-medium text-ink-2">{degrees(temperature, '°')}</span>
              {hourOf(time, weather.timezone)}
            </span>
          ))}
      </figcaption>
    </figure>
  )
}

function Days({ weather }: { weather: Weather }) {
  const days = weather.daily.slice(0, 5)
  if (days.length === 0) return null
  return (
    <ul className="grid auto-cols-fr grid-flow-col gap-1 text-center text-xs">
      {days.map(({ date, temperature_max, temperature_min, weather_code, condition }) => {
        const Icon = skyIcon(weather_code, true)
        return (
          <li key={date} className="flex flex-col items-center gap-1" title={condition}>
            <span className="text-ink-3">{weekday(date)}</span>
            <Icon aria-label={condition} className="size-5 text-ink-2" strokeWidth={1.5} />
            <span className="font-medium tabular-nums">{degrees(temperature_max, '°')}</span>
            <span className="text-ink-3 tabular-nums">{degrees(temperature_min, '°')}</span>
          </li>
        )
      })}
    </ul>
  )
}

function degrees(value: number, unit: string): string {
  return withUnit(formatNumber(Math.round(value)), unit)
}

function hourOf(time: string, timeZone: string | null): string {
  return new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone !== null && { timeZone }),
  }).format(new Date(time))
}

function weekday(date: string): string {
  return new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00Z`),
  )
}

/** WMO codes, from clear to thunder: each rule counts up to its number. */
const SKIES: readonly (readonly [number, LucideIcon])[] = [
  [2, CloudSun],
  [3, Cloud],
  [48, CloudFog],
  [57, CloudDrizzle],
  [67, CloudRain],
  [77, CloudSnow],
  [82, CloudRain],
  [86, CloudSnow],
  [99, CloudLightning],
]

function skyIcon(code: number | null, isDay: boolean): LucideIcon {
  if (code === null) return isDay ? CloudSun : CloudMoon
  if (code <= 1) return isDay ? Sun : Moon
  if (code === 2 && !isDay) return CloudMoon
  return SKIES.find(([upTo]) => code <= upTo)?.[1] ?? Cloud
}
