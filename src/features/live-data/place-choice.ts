import { AppError } from '../../contract/errors.ts'
import type { Place } from '../../widgets/open-meteo-geocoding.ts'
import { stateNamed } from './us-states.ts'

/** `Paris, Texas` is a name and where it lies; only the name can be looked up. */
export function splitPlace(city: string): { name: string; within: readonly string[] } {
  const [name = '', ...within] = city.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '))
  return { name, within: within.filter((part) => part !== '').map((part) => part.toLowerCase()) }
}

/** The best known place that lies where it should. */
export function choosePlace(places: readonly Place[], city: string): Place {
  const { within } = splitPlace(city)
  const [first] = places
  if (!first)
    throw new AppError(
      'not_found',
      `There is no place called "${city}". Check its spelling, or name a bigger place nearby.`,
    )
  const place = places.find((candidate) => within.every((part) => liesIn(candidate, part)))
  if (place) return place
  const known = [...new Set(places.map(describe))].slice(0, 5).join('; ')
  throw new AppError('not_found', `There is no "${city}". Places of that name are: ${known}.`)
}

function liesIn({ region, district, country, country_code }: Place, part: string): boolean {
  const names = [region, district, country, country_code].flatMap((name) => name?.toLowerCase() ?? [])
  const wanted = [part, stateNamed(part), aliases.get(part)]
  return wanted.some((name) => name !== undefined && names.includes(name))
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['usa', 'united states'],
  ['us', 'united states'],
  ['u.s.', 'united states'],
  ['america', 'united states'],
  ['uk', 'united kingdom'],
  ['u.k.', 'united kingdom'],
  ['great britain', 'united kingdom'],
  ['uae', 'united arab emirates'],
])

function describe({ name, region, country }: Place): string {
  return [name, region, country].filter((part) => part !== null).join(', ')
}
