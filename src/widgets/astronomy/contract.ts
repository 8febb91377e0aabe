import { Type } from '../../contract/type.ts'
import { literals, nullable, timestamp } from '../../contract/schema.ts'
import {
  DataSource,
  defineLiveEndpoint,
  fresh,
  liveData,
  optionalNumber,
  optionalText,
  type Reading,
  upstreamErrors,
} from '../kit/live-endpoint.ts'

const apod = {
  name: 'NASA APOD',
  url: 'https://apod.nasa.gov/',
  attribution: 'NASA Astronomy Picture of the Day',
}

const Astronomy = liveData(
  {
    picture: nullable(
      Type.Object({
        date: Type.String({ format: 'date', description: 'Day of the picture' }),
        title: Type.String({ description: 'Title' }),
        explanation: Type.String({ description: 'What it shows' }),
        media_type: literals(['image', 'video', 'other'], { description: 'What url points to' }),
        url: optionalText('Address of the picture or video; some days have none'),
        hd_url: optionalText('Address of the large picture'),
        thumbnail_url: optionalText("Address of a video's preview image"),
        copyright: optionalText('Copyright holder; null if in the public domain'),
        source: DataSource,
      }),
      { description: "Astronomy picture of the day; null if its provider can't be reached" },
    ),
    station: nullable(
      Type.Object({
        name: Type.String({ description: 'Name of the station' }),
        time: timestamp('When it was there'),
        latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
        longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
        altitude_km: optionalNumber('Height above the ground in kilometres'),
        velocity_km_h: optionalNumber('Speed in kilometres per hour'),
        visibility: nullable(literals(['daylight', 'eclipsed']), {
          description: 'In sunlight or in the shadow of the Earth',
        }),
        source: DataSource,
      }),
      { description: "Position of the space station; null if its provider can't be reached" },
    ),
  },
  'Astronomy picture of the day and position of the space station; source refers to the picture',
)

export type AstronomyReading = Reading<typeof Astronomy>
export type PictureReading = NonNullable<AstronomyReading['picture']>
export type StationReading = NonNullable<AstronomyReading['station']>

export const astronomyContract = defineLiveEndpoint({
  component: 'astronomy',
  providers: ['NASA', 'WHERETHEISS', 'OPEN_NOTIFY'],
  method: 'GET',
  path: '/api/widget/astronomy',
  summary: 'Astronomy picture of the day and position of the space station',
  result: Astronomy,
  errors: upstreamErrors,
  example: {
    result: {
      picture: {
        date: '2026-03-02',
        title: 'A nebula',
        explanation: 'What the picture shows.',
        media_type: 'image',
        url: 'https://apod.nasa.gov/apod/image/nebula.jpg',
        hd_url: null,
        thumbnail_url: null,
        copyright: null,
        source: apod,
      },
      station: {
        name: 'International Space Station',
        time: '2026-03-02T09:30:00Z',
        latitude: 12.3,
        longitude: -45.6,
        altitude_km: 421.7,
        velocity_km_h: 27_580,
        visibility: 'daylight',
        source: {
          name: 'Where the ISS at?',
          url: 'https://wheretheiss.at/',
          attribution: 'Position by wheretheiss.at',
        },
      },
      source: apod,
      ...fresh,
    },
  },
})
