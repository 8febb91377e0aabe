import type { WeatherReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { MINUTE } from '../kit/durations.ts'
import { momentAtOffset } from '../kit/local-time.ts'
import type { Units } from './open-meteo.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { wmoCodeOf } from './weather-conditions.ts'

const provider: Provider = {
  name: 'WTTR',
  title: 'wttr.in',
  origin: 'https://wttr.in',
  caps: [{ calls: 30, perSeconds: 60 }],
}

export interface WttrQuestion {
  /** A name, or `latitude,longitude`. */
  readonly place: string
  readonly units: Units
}

/** Every number is text here, every object the first of a list, and the hours are three apart. */
export const wttrWeather = defineLookup<WttrQuestion, WeatherReading>({
  name: 'wttr.weather',
  provider,
  keepMs: 10 * MINUTE,
  example: { place: 'Oslo', units: 'metric' },
  request: ({ place }) => ({ path: `/${pathSegment(place)}`, query: { format: 'j1' } }),
  read: readWeather,
  // Both units are in every answer, but the reading has only one.
  key: ({ place, units }) => [place.toLowerCase(), units],
})

function readWeather(answer: UpstreamAnswer, { place, units }: WttrQuestion): WeatherReading {
  if (answer.status === 404 || /^\s*Unknown location/i.test(answer.text()))
    throw new AppError('not_found', `No place called "${place}". Check the spelling.`)
  if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
  const body = fieldsOf(answer.json())
  const root = 'data' in body ? fieldsOf(body['data']) : body
  const now = first(root['current_condition'])
  const area = first(root['nearest_area'])
  const offset = offsetOf(now)
  const read = readerFor(units)
  const current = currentOf(now, { offset, read })
  const latitude = numberOf(area['latitude'])
  const longitude = numberOf(area['longitude'])
  if (!current || latitude === null || longitude === null)
    throw new UnreadableAnswer('weather without a temperature or a place')
  return {
    city: wordOf(area['areaName']) ?? place,
    region: wordOf(area['region']),
    country: wordOf(area['country']),
    country_code: null,
    latitude,
    longitude,
    timezone: null,
    utc_offset_s: offset,
    units:
      units === 'imperial'
        ? { temperature: '°F', wind_speed: 'mph', precipitation: 'in' }
        : { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' },
    current,
    hourly: listOf(root['weather']).flatMap((day) => hoursOf(fieldsOf(day), { offset, read })),
    daily: listOf(root['weather']).flatMap((day) => dayOf(fieldsOf(day), { offset, read })),
    source: { name: 'wttr.in', url: 'https://wttr.in/', attribution: 'Weather by wttr.in' },
  }
}

type Read = (fields: Fields, names: { readonly metric: string; readonly imperial: string }) => number | null

interface Reading {
  readonly offset: number
  readonly read: Read
}

function readerFor(units: Units): Read {
  return (fields, names) => numberOf(fields[names[units]])
}

function currentOf(now: Fields, { offset, read }: Reading): WeatherReading['current'] | undefined {
  const time = localMoment(textOf(now['localObsDateTime']), offset)
  const temperature = read(now, { metric: 'temp_C', imperial: 'temp_F' })
  if (time === null || temperature === null) return undefined
  return {
    time,
    temperature,
    feels_like: read(now, { metric: 'FeelsLikeC', imperial: 'FeelsLikeF' }),
    humidity_percent: numberOf(now['humidity']),
    precipitation: read(now, { metric: 'precipMM', imperial: 'precipInches' }),
    wind_speed: read(now, { metric: 'windspeedKmph', imperial: 'windspeedMiles' }),
    wind_direction_degrees: numberOf(now['winddirDegree']),
    is_day: null,
    ...skyOf(now),
  }
}

function hoursOf(day: Fields, { offset, read }: Reading): WeatherReading['hourly'] {
  const date = textOf(day['date'])
  return listOf(day['hourly']).flatMap((entry) => {
    const hour = fieldsOf(entry)
    // "0", "300" … "2100"
    const clock = (textOf(hour['time']) ?? '').padStart(4, '0')
    const time = momentAtOffset(`${date}T${clock.slice(0, 2)}:${clock.slice(2)}`, offset)
    const temperature = read(hour, { metric: 'tempC', imperial: 'tempF' })
    if (time === null || temperature === null) return []
    const chances = [numberOf(hour['chanceofrain']), numberOf(hour['chanceofsnow'])].filter(
      (one) => one !== null,
    )
    return {
      time,
      temperature,
      precipitation_probability_percent: chances.length > 0 ? Math.max(...chances) : null,
      wind_speed: read(hour, { metric: 'windspeedKmph', imperial: 'windspeedMiles' }),
      ...skyOf(hour),
    }
  })
}

function dayOf(day: Fields, { offset, read }: Reading): WeatherReading['daily'] {
  const date = textOf(day['date'])
  const high = read(day, { metric: 'maxtempC', imperial: 'maxtempF' })
  const low = read(day, { metric: 'mintempC', imperial: 'mintempF' })
  if (date === null || high === null || low === null) return []
  const sun = first(day['astronomy'])
  const hours = listOf(day['hourly'])
  return [
    {
      date,
      temperature_max: high,
      temperature_min: low,
      sunrise: localMoment(`${date} ${textOf(sun['sunrise'])}`, offset),
      sunset: localMoment(`${date} ${textOf(sun['sunset'])}`, offset),
      ...skyOf(fieldsOf(hours[Math.floor(hours.length / 2)])),
    },
  ]
}

/** The same minute is told twice, here and in UTC: the difference is the zone. */
function offsetOf(now: Fields): number {
  const local = minutesOf(textOf(now['localObsDateTime'])?.slice(11) ?? null)
  const utc = minutesOf(textOf(now['observation_time']))
  if (local === null || utc === null) return 0
  const difference = (local - utc + 1440) % 1440
  // Zones reach from 12 hours behind to 14 ahead; which day it is, the clocks do not say.
  return (difference > 14 * 60 ? difference - 1440 : difference) * 60
}

function localMoment(text: string | null, offset: number): string | null {
  const minutes = minutesOf(text?.slice(11) ?? null)
  if (text === null || minutes === null) return null
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return momentAtOffset(`${text.slice(0, 10)}T${clock}`, offset)
}

/** Minutes since midnight of `10:37 PM`. */
function minutesOf(clock: string | null): number | null {
  const match = /^(\d{1,2}):(\d{2}) ([AP])M$/.exec(clock ?? '')
  if (!match) return null
  const hour = (Number(match[1]) % 12) + (match[3] === 'P' ? 12 : 0)
  return hour * 60 + Number(match[2])
}

function skyOf(fields: Fields): { condition: string; weather_code: number | null } {
  const condition = wordOf(fields['weatherDesc'])?.toLowerCase() ?? 'unknown'
  return { condition, weather_code: wmoCodeOf(numberOf(fields['weatherCode'])) }
}

function first(list: unknown): Fields {
  return fieldsOf(listOf(list)[0])
}

function wordOf(list: unknown): string | null {
  return textOf(first(list)['value'])
}
