import type { Answered } from '../../platform/upstream/provider.ts'
import { firstAnswer } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Place } from '../../widgets/weather/open-meteo-geocoding.ts'
import { mapped, withTiming, type Caller, type NeedContext } from './need.ts'
import { choosePlace, splitPlace } from '../../widgets/weather/place-choice.ts'
import type { WeatherReading } from '../../widgets/weather/contract.ts'

const HOUR_MS = 3_600_000

/** Open-Meteo, which must be told where a place is, and then wttr.in, which finds it itself. */
export function createWeather({ hub, widgets, setting, now }: NeedContext) {
  const { findPlaces, forecast, wttrWeather } = widgets.weather

  return async (given: string, caller: Caller) => {
    const units = setting('UNITS') === 'imperial' ? ('imperial' as const) : ('metric' as const)
    const city = given.trim()
    let place: Place | undefined

    const byOpenMeteo = async (turn: Turn): Promise<Answered<WeatherReading>> => {
      const places = await hub.ask(findPlaces, { name: splitPlace(city).name }, turn)
      place = choosePlace(places.value, city)
      const { latitude, longitude } = place
      const found = await hub.ask(forecast, { latitude, longitude, units }, turn)
      return mapped(found, (value) => ({ ...value, ...namesOf(place!) }))
    }
    const byWttr = async (turn: Turn): Promise<Answered<WeatherReading>> => {
      const where = place ? `${place.latitude},${place.longitude}` : city
      const found = await hub.ask(wttrWeather, { place: where, units }, turn)
      // Its own name for a point is that of the nearest village.
      return place ? mapped(found, (value) => ({ ...value, ...namesOf(place!) })) : found
    }

    const answered = await firstAnswer([byOpenMeteo, byWttr], hub.turn(caller))
    return withTiming(
      mapped(answered, (value) => fromNowOn(value, answered.stale ? now() : undefined)),
      now,
    )
  }
}

function namesOf({ name, region, country, country_code, latitude, longitude }: Place) {
  return { city: name, region, country, country_code, latitude, longitude }
}

/** The forecast begins with the current hour; of an old answer, with the hour that it is now. */
function fromNowOn(weather: WeatherReading, later: Date | undefined): WeatherReading {
  const moment = later?.getTime() ?? Date.parse(weather.current.time)
  const hour = Math.floor(moment / HOUR_MS) * HOUR_MS
  // Where hours come in threes, the last one that began still counts.
  const last = weather.hourly.findLastIndex(({ time }) => Date.parse(time) <= hour)
  const begins = last === -1 ? 0 : last
  return { ...weather, hourly: weather.hourly.slice(begins) }
}
