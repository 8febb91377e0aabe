import { AppError } from '../../contract/errors.ts'
import type { Place } from './open-meteo-geocoding.ts'

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,DC District of Columbia'

const names: ReadonlyMap<string, string> = new Map(
  states.split(',').map((state) => [state.slice(0, 2).toLowerCase(), state.slice(3).toLowerCase()]),
)

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
      `No place called "${city}". Check the spelling, or name a bigger place nearby.`,
    )
  const place = places.find((candidate) => within.every((part) => liesIn(candidate, part)))
  if (place) return place
  const known = [...new Set(places.map(describe))].slice(0, 5).join('; ')
  throw new AppError('not_found', `No "${city}". Places with that name: ${known}.`)
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

/** `tx` is `texas`; people in the United States write it after the city. */
function stateNamed(abbreviation: string): string | undefined {
  return names.get(abbreviation)
}
