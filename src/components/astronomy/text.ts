import { plain, quiet, heading, line, column, sourceNote, type Blocks } from '../../contract/text/blocks.ts'
import type { Description, DescriptionContext, LiveAnswers } from '../description.ts'

type Sky = LiveAnswers['astronomy']

export const describe: Description<'astronomy'> = ({ show = 'both' }, context, { picture, station }) => [
  column([
    show === 'station' ? [] : pictureBlocks(picture),
    show === 'picture' ? [] : stationBlocks(station, context),
  ]),
]

function pictureBlocks(picture: Sky['picture']): Blocks {
  if (picture === null) return [quiet("The picture of the day isn't available right now.")]
  const { title, explanation, url, copyright } = picture
  return [heading(title), plain(explanation), quiet(url), quiet(copyright && `© ${copyright}`)]
}

function stationBlocks(station: Sky['station'], { figure, moment }: DescriptionContext): Blocks {
  if (station === null) return [quiet("The station isn't available right now.")]
  const { name, time, latitude, longitude, altitude_km, velocity_km_h, visibility, source } = station
  const degrees = (value: number) => `${figure(value, { decimals: 2 })}°`
  const flight = [
    altitude_km === null ? '' : `${figure(altitude_km, { decimals: 0 })} km high`,
    velocity_km_h === null ? '' : `${figure(velocity_km_h, { decimals: 0 })} km/h`,
    visibility === null ? '' : visibility === 'daylight' ? 'in sunlight' : "in the Earth's shadow",
  ]
  return [
    heading(name),
    line(`${degrees(latitude)}, ${degrees(longitude)} at ${moment(time)}`),
    quiet(flight.filter(Boolean).join(', ')),
    sourceNote(source),
  ]
}
