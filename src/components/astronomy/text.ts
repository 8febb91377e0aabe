import { plain, quiet, heading, line, column } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'astronomy'> = (
  { show = 'both' },
  { figure, moment },
  { picture, station },
) => {
  const degrees = (value: number) => `${figure(value, { decimals: 2 })}°`
  return [
    column([
      picture && show !== 'station'
        ? [heading(picture.title), plain(picture.explanation), quiet(picture.url)]
        : [],
      station && show !== 'picture'
        ? [
            heading(station.name),
            line(`${degrees(station.latitude)}, ${degrees(station.longitude)} at ${moment(station.time)}`),
            quiet(station.altitude_km === null ? null : `${figure(station.altitude_km)} km up`),
          ]
        : [],
    ]),
  ]
}
