import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { defineWidget, mapped } from '../kit/widget.ts'
import { weatherContract, type WeatherReading } from './contract.ts'
import { findPlaces, type Place } from './open-meteo-geocoding.ts'
import { forecast } from './open-meteo.ts'
import { choosePlace, splitPlace } from './place-choice.ts'
import { wttrWeather } from './wttr.ts'

const HOUR_MS = 3_600_000

/** Open-Meteo, which must be told where a place is, and then wttr.in, which finds it itself. */
export const weather = defineWidget(weatherContract, {
  lookups: [findPlaces, forecast, wttrWeather],

  async answer({ city: given }, { hub, setting, now, turn }) {
    const units = setting('UNITS') === 'imperial' ? ('imperial' as const) : ('metric' as const)
    const city = given.trim()
    let place: Place | undefined

    const byOpenMeteo = async (part: Turn): Promise<Answered<WeatherReading>> => {
      const places = await hub.ask(findPlaces, { name: splitPlace(city).name }, part)
      place = choosePlace(places.value, city)
      const { latitude, longitude } = place
      const found = await hub.ask(forecast, { latitude, longitude, units }, part)
      return mapped(found, (value) => ({ ...value, ...namesOf(place!) }))
    }
    const byWttr = async (part: Turn): Promise<Answered<WeatherReading>> => {
      const where = place ? `${place.latitude},${place.longitude}` : city
      const found = await hub.ask(wttrWeather, { place: where, units }, part)
      // Its own name for a point is that of the nearest village.
      return place ? mapped(found, (value) => ({ ...value, ...namesOf(place!) })) : found
    }

    const answered = await firstAnswer([byOpenMeteo, byWttr], turn)
    return mapped(answered, (value) => fromNowOn(value, answered.stale ? now() : undefined))
  },

  summary(data) {
    const [today] = data.daily
    const later = today ? `; today ${rangeOf(today, data)}` : ''
    return `${placeOf(data)}: ${nowOf(data)}${later}.`
  },
})

function namesOf({ name, region, country, country_code, latitude, longitude }: Place) {
  return { city: name, region, country, country_code, latitude, longitude }
}

/** The forecast begins with the current hour; of an old answer, with the hour that it is now. */
function fromNowOn(reading: WeatherReading, later: Date | undefined): WeatherReading {
  const moment = later?.getTime() ?? Date.parse(reading.current.time)
  const hour = Math.floor(moment / HOUR_MS) * HOUR_MS
  // Where hours come in threes, the last one that began still counts.
  const last = reading.hourly.findLastIndex(({ time }) => Date.parse(time) <= hour)
  const begins = last === -1 ? 0 : last
  return { ...reading, hourly: reading.hourly.slice(begins) }
}

function placeOf({ city, country }: WeatherReading): string {
  return country === null ? city : `${city}, ${country}`
}

function nowOf({ current, units }: WeatherReading): string {
  return `${degrees(current.temperature, units)}, ${current.condition}`
}

function rangeOf(day: WeatherReading['daily'][number], { units }: WeatherReading): string {
  return `${degrees(day.temperature_min, units)} to ${degrees(day.temperature_max, units)}, ${day.condition}`
}

function degrees(value: number, units: WeatherReading['units']): string {
  return `${Math.round(value)} ${units.temperature}`
}
