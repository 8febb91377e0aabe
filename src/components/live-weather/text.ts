import { quiet, heading, line, faint, table, type Block } from '../../contract/text/blocks.ts'
import { readMoment } from '../../contract/text/moments.ts'
import type { Description, DescriptionContext, LiveAnswers } from '../description.ts'

type Weather = LiveAnswers['live_weather']

const DAY_MS = 86_400_000

export const describe: Description<'live_weather'> = ({ focus = 'current' }, context, weather) => {
  const { city, region, country, current, units } = weather
  const around = [
    current.feels_like === null ? '' : `feels like ${degrees(current.feels_like, weather)}`,
    current.humidity_percent === null ? '' : `humidity ${current.humidity_percent} %`,
    current.wind_speed === null ? '' : `wind ${Math.round(current.wind_speed)} ${units.wind_speed}`,
  ]
  return [
    heading([city, region, country].filter(Boolean).join(', ')),
    line({ text: degrees(current.temperature, weather), look: ['strong', 'info'] }, `  ${current.condition}`),
    quiet(around.filter(Boolean).join(', ')),
    dayLine(weather, context),
    focus === 'hourly' ? hours(weather, context) : undefined,
    days(weather, focus === 'current' ? 3 : 7, context),
  ]
}

function degrees(value: number, { units }: Weather): string {
  return `${Math.round(value)}${units.temperature}`
}

function dayLine(weather: Weather, { time }: DescriptionContext): Block | undefined {
  const start = Date.parse(weather.hourly[0]?.time ?? '')
  // Some providers tell every third hour only.
  const next = weather.hourly.filter(({ time: at }) => Date.parse(at) < start + DAY_MS)
  const trend = next.map(({ temperature }) => temperature)
  if (next[1] === undefined) return undefined
  const first = time(new Date(next[0]!.time), weather.timezone ?? undefined)
  const [low, high] = [Math.min(...trend), Math.max(...trend)].map((value) => degrees(value, weather))
  return line({ trend, tone: 'warning' }, faint(`  24 h from ${first}, ${low} to ${high}`))
}

function hours(weather: Weather, { time }: DescriptionContext): Block | undefined {
  const rows = weather.hourly
    .slice(0, 12)
    .map(({ time: at, temperature, precipitation_probability_percent: rain, condition }) => [
      time(new Date(at), weather.timezone ?? undefined),
      degrees(temperature, weather),
      rain === null ? '' : `${rain} %`,
      condition,
    ])
  return rows.length === 0 ? undefined : table(rows, { heads: ['hour', '', 'rain', ''], alignEnd: [1, 2] })
}

function days(weather: Weather, count: number, { date: written }: DescriptionContext): Block | undefined {
  const rows = weather.daily
    .slice(0, count)
    .map(({ date, temperature_min, temperature_max, condition }) => [
      written(readMoment(date), { weekday: 'short' }) ?? date,
      degrees(temperature_min, weather),
      degrees(temperature_max, weather),
      condition,
    ])
  return rows.length === 0 ? undefined : table(rows, { heads: ['day', 'low', 'high', ''], alignEnd: [1, 2] })
}
