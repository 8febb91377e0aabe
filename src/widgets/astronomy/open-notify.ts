import type { StationReading } from './contract.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, numberOf, timeOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { MINUTE, SECOND } from '../kit/durations.ts'

const provider: Provider = {
  name: 'OPEN_NOTIFY',
  title: 'Open Notify',
  // It has no https.
  origin: 'http://api.open-notify.org',
  caps: [{ calls: 10, perSeconds: 60 }],
}

export const stationNow = defineLookup<Record<string, never>, StationReading>({
  name: 'open-notify.position',
  provider,
  keepMs: 5 * SECOND,
  staleMs: MINUTE,
  memoryOnly: true,
  example: {},
  request: () => ({ path: '/iss-now.json' }),
  read(answer) {
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    const position = fieldsOf(root['iss_position'])
    const latitude = numberOf(position['latitude'])
    const longitude = numberOf(position['longitude'])
    const time = timeOf(numberOf(root['timestamp']))
    if (latitude === null || longitude === null || time === null) throw new UnreadableAnswer('no position')
    return {
      name: 'International Space Station',
      time,
      latitude,
      longitude,
      altitude_km: null,
      velocity_km_h: null,
      visibility: null,
      source: { name: 'Open Notify', url: 'http://open-notify.org/', attribution: 'Position by Open Notify' },
    }
  },
})
