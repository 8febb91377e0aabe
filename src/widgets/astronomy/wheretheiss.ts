import type { StationReading } from './contract.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, timeOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { MINUTE, SECOND } from '../kit/durations.ts'

const provider: Provider = {
  name: 'WHERETHEISS',
  title: 'wheretheiss.at',
  origin: 'https://api.wheretheiss.at',
  caps: [{ calls: 5, perSeconds: 5 }],
}

const KILOMETRES_IN_A_MILE = 1.609344

/** It moves 7.7 km a second: an old position is no position. */
export const stationPosition = defineLookup<Record<string, never>, StationReading>({
  name: 'wheretheiss.position',
  provider,
  keepMs: 5 * SECOND,
  staleMs: MINUTE,
  memoryOnly: true,
  example: {},
  request: () => ({ path: '/v1/satellites/25544' }),
  read(answer) {
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    const latitude = numberOf(root['latitude'])
    const longitude = numberOf(root['longitude'])
    const time = timeOf(numberOf(root['timestamp']))
    if (latitude === null || longitude === null || time === null) throw new UnreadableAnswer('no position')
    const { visibility } = root
    const inKilometres = (name: string) => {
      const value = numberOf(root[name])
      return value !== null && root['units'] === 'miles' ? value * KILOMETRES_IN_A_MILE : value
    }
    return {
      name: 'International Space Station',
      time,
      latitude,
      longitude,
      altitude_km: inKilometres('altitude'),
      velocity_km_h: inKilometres('velocity'),
      visibility: visibility === 'daylight' || visibility === 'eclipsed' ? visibility : null,
      source: {
        name: 'Where the ISS at?',
        url: 'https://wheretheiss.at/',
        attribution: 'Position by wheretheiss.at',
      },
    }
  },
})
