import { facts } from '../../contract/text/blocks.ts'
import { ownTimeZone } from '../../contract/text/time-zone.ts'
import type { Description } from '../description.ts'

export const describe: Description<'live_clock'> = (
  { places = [{ label: 'Here', time_zone: ownTimeZone() }], hour_format = 'auto' },
  { now, date },
) => {
  const hours = hour_format === 'auto' ? {} : { hour12: hour_format === '12' }
  const look = { weekday: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', ...hours } as const
  return [
    facts(
      places.map(({ label, time_zone }) => ({
        label,
        value: date(now, { ...look, timeZone: time_zone }) ?? 'unknown time zone',
      })),
    ),
  ]
}
