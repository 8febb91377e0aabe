import type { WeatherReading } from './contract.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, HOUR, MINUTE } from '../kit/durations.ts'
import { momentAtOffset } from '../kit/local-time.ts'
import { conditionOf } from './weather-conditions.ts'

const provider: Provider = {
  name: 'OPEN_METEO',
  title: 'Open-Meteo',
  origin: 'https://api.open-meteo.com',
  caps: [
    { calls: 500, perSeconds: 60 },
    { calls: 9000, perSeconds: 86_400 },
  ],
  pauseMs: pauseOf,
}

export type Units = 'metric' | 'imperial'

export interface ForecastQuestion {
  readonly latitude: number
  readonly longitude: number
  readonly units: Units
}

/** The weather of a point; whose point it is, somebody else knows. */
export type Forecast = Omit<WeatherReading, 'city' | 'region' | 'country' | 'country_code'>

export const forecast = defineLookup<ForecastQuestion, Forecast>({
  name: 'open-meteo.forecast',
  provider,
  keepMs: 10 * MINUTE,
  example: { latitude: 59.91, longitude: 10.75, units: 'metric' },
  request: ({ latitude, longitude, units }) => ({
    path: '/v1/forecast',
    query: {
      latitude,
      longitude,
      current:
        'temperature_2m,relative_humidity_2m,apparent_temperature,is_day,precipitation,weather_code,wind_speed_10m,wind_direction_10m',
      hourly: 'temperature_2m,precipitation_probability,weather_code,wind_speed_10m',
      daily: 'weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset',
      timezone: 'auto',
      forecast_days: 3,
      ...(units === 'imperial' && {
        temperature_unit: 'fahrenheit',
        wind_speed_unit: 'mph',
        precipitation_unit: 'inch',
      }),
    },
  }),
  read: readForecast,
})

function readForecast(answer: UpstreamAnswer, { latitude, longitude, units }: ForecastQuestion): Forecast {
  const root = fieldsOf(answer.json())
  if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
  const offset = numberOf(root['utc_offset_seconds']) ?? 0
  const hourly = hoursOf(fieldsOf(root['hourly']), offset)
  const current = currentOf(root, { offset, hourly })
  if (!current) throw new UnreadableAnswer('a forecast without a temperature')
  return {
    latitude,
    longitude,
    timezone: textOf(root['timezone']),
    utc_offset_s: offset,
    units: unitsOf(root, units),
    current,
    hourly,
    daily: daysOf(fieldsOf(root['daily']), offset),
    source: {
      name: 'Open-Meteo',
      url: 'https://open-meteo.com/',
      attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
    },
  }
}

/** The tables are columns of the same length; some names have an older spelling that is still answered. */
function column(table: Fields, ...names: readonly string[]): readonly unknown[] {
  return listOf(table[names.find((name) => name in table) ?? ''])
}

function hoursOf(table: Fields, offset: number): Forecast['hourly'] {
  const temperatures = column(table, 'temperature_2m')
  const probabilities = column(table, 'precipitation_probability')
  const winds = column(table, 'wind_speed_10m', 'windspeed_10m')
  const codes = column(table, 'weather_code', 'weathercode')
  return listOf(table['time']).flatMap((local, index) => {
    const time = momentAtOffset(String(local), offset)
    const temperature = numberOf(temperatures[index])
    if (time === null || temperature === null) return []
    return {
      time,
      temperature,
      precipitation_probability_percent: numberOf(probabilities[index]),
      wind_speed: numberOf(winds[index]),
      ...skyOf(codes[index]),
    }
  })
}

function daysOf(table: Fields, offset: number): Forecast['daily'] {
  const highs = column(table, 'temperature_2m_max')
  const lows = column(table, 'temperature_2m_min')
  const codes = column(table, 'weather_code', 'weathercode')
  const sunrises = column(table, 'sunrise')
  const sunsets = column(table, 'sunset')
  const sun = (value: unknown) => (typeof value === 'string' ? momentAtOffset(value, offset) : null)
  return listOf(table['time']).flatMap((date, index) => {
    const [high, low] = [numberOf(highs[index]), numberOf(lows[index])]
    if (high === null || low === null) return []
    return {
      date: String(date),
      temperature_max: high,
      temperature_min: low,
      sunrise: sun(sunrises[index]),
      sunset: sun(sunsets[index]),
      ...skyOf(codes[index]),
    }
  })
}

function currentOf(
  root: Fields,
  { offset, hourly }: { offset: number; hourly: Forecast['hourly'] },
): Forecast['current'] | undefined {
  const now = { ...withNewNames(fieldsOf(root['current_weather'])), ...fieldsOf(root['current']) }
  const time = momentAtOffset(String(now['time']), offset)
  if (time === null) return undefined
  // What is not measured now is taken from the forecast of the hour.
  const hour = hourly.findLast((each) => each.time <= time)
  const temperature = numberOf(now['temperature_2m']) ?? hour?.temperature
  if (temperature === undefined) return undefined
  const isDay = numberOf(now['is_day'])
  return {
    time,
    temperature,
    feels_like: numberOf(now['apparent_temperature']),
    humidity_percent: numberOf(now['relative_humidity_2m']),
    precipitation: numberOf(now['precipitation']),
    wind_speed: numberOf(now['wind_speed_10m'] ?? hour?.wind_speed),
    wind_direction_degrees: numberOf(now['wind_direction_10m']),
    is_day: isDay === null ? null : isDay === 1,
    ...skyOf(now['weather_code'] ?? hour?.weather_code),
  }
}

/** An older form of the current weather, which is still answered. */
function withNewNames({ temperature, windspeed, winddirection, weathercode, ...others }: Fields): Fields {
  return {
    ...others,
    temperature_2m: temperature,
    wind_speed_10m: windspeed,
    wind_direction_10m: winddirection,
    weather_code: weathercode,
  }
}

function skyOf(code: unknown): { condition: string; weather_code: number | null } {
  const weather_code = numberOf(code)
  return { condition: conditionOf(weather_code), weather_code }
}

/** As the answer itself says, so that a mirror that ignores the wish is labelled rightly. */
function unitsOf(root: Fields, asked: Units): Forecast['units'] {
  const tables = ['current_units', 'hourly_units', 'daily_units'].map((name) => fieldsOf(root[name]))
  const unit = (name: string) => tables.map((table) => table[name]).find((text) => text !== undefined)
  const isImperial = (name: string, imperial: string) => {
    const told = unit(name)
    return told === undefined ? asked === 'imperial' : told === imperial
  }
  return {
    temperature: isImperial('temperature_2m', '°F') ? '°F' : '°C',
    wind_speed: isImperial('wind_speed_10m', 'mp/h') ? 'mph' : 'km/h',
    precipitation: isImperial('precipitation', 'inch') ? 'in' : 'mm',
  }
}

/** Which of its limits was reached stands in the sentence. */
function pauseOf(answer: UpstreamAnswer): number {
  const text = answer.text()
  if (/tomorrow|daily/i.test(text)) return DAY / 4
  return /hour/i.test(text) ? HOUR : MINUTE
}
