import { refusedBy } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, MINUTE } from '../kit/durations.ts'

const provider: Provider = {
  name: 'OPEN_METEO_GEOCODING',
  title: 'Open-Meteo',
  origin: 'https://geocoding-api.open-meteo.com',
  caps: [
    { calls: 500, perSeconds: 60 },
    { calls: 9000, perSeconds: 86_400 },
  ],
}

export interface Place {
  readonly name: string
  readonly region: string | null
  readonly district: string | null
  readonly country: string | null
  readonly country_code: string | null
  readonly latitude: number
  readonly longitude: number
}

/** Places of a name, the best known first; empty when there is none. */
export const findPlaces = defineLookup<{ readonly name: string }, readonly Place[]>({
  name: 'open-meteo.places',
  provider,
  keepMs: (places) => (places.length > 0 ? 7 * DAY : 10 * MINUTE),
  example: { name: 'Oslo' },
  key: ({ name }) => name.toLowerCase(),
  request: ({ name }) => ({
    path: '/v1/search',
    query: { name, count: 20, language: 'en', format: 'json' },
  }),
  read(answer) {
    const root = fieldsOf(answer.json())
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    // Without a hit there is no list at all.
    return listOf(root['results']).flatMap((result) => placeOf(result) ?? [])
  },
})

function placeOf(result: unknown): Place | undefined {
  const fields = fieldsOf(result)
  const name = textOf(fields['name'])
  const latitude = numberOf(fields['latitude'])
  const longitude = numberOf(fields['longitude'])
  if (name === null || latitude === null || longitude === null) return undefined
  return {
    name,
    region: textOf(fields['admin1']),
    district: textOf(fields['admin2']),
    country: textOf(fields['country']),
    country_code: textOf(fields['country_code']),
    latitude,
    longitude,
  }
}
