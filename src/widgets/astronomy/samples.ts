import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  picture: {
    date: '2026-03-02',
    title: 'A nebula',
    explanation: 'What it shows.',
    media_type: 'image',
    url: 'https://apod.nasa.gov/apod/image/nebula.jpg',
    hdurl: 'https://apod.nasa.gov/apod/image/nebula_big.jpg',
    copyright: '\nAda\nLovelace',
  },
  station: {
    latitude: 12.5,
    longitude: -45.25,
    altitude: 421.5,
    velocity: 27_580.5,
    visibility: 'eclipsed',
    timestamp: 1_772_443_800,
    units: 'kilometers',
  },
  stationNow: {
    message: 'success',
    timestamp: 1_772_443_801,
    iss_position: { latitude: '-12.5000', longitude: '45.2500' },
  },
}

export const routes: SampleRoutes = {
  NASA: () => ({ body: samples.picture }),
  WHERETHEISS: () => ({ body: samples.station }),
  OPEN_NOTIFY: () => ({ body: samples.stationNow }),
}
