import { Type } from '../../contract/type.ts'
import { literals, nullable, timestamp } from '../../contract/schema.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalNumber,
  optionalText,
  optionalTime,
  type Reading,
} from '../kit/live-endpoint.ts'

const sky = {
  condition: Type.String({ description: 'The sky in words, e.g. light rain' }),
  weather_code: nullable(Type.Integer({ minimum: 0, maximum: 99 }), {
    description: 'WMO code of the condition, if the provider reports it',
  }),
}

const Weather = liveData(
  {
    city: Type.String({ description: 'Name of the place found' }),
    region: optionalText('Part of the country'),
    country: optionalText('Name of the country'),
    country_code: optionalText('ISO 3166-1 code of the country, two letters'),
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
    timezone: optionalText('IANA time zone of the place'),
    utc_offset_s: nullable(Type.Integer(), { description: 'Seconds to add to UTC for local time there' }),
    units: Type.Object(
      {
        temperature: literals(['°C', '°F'], { description: 'Unit of every temperature' }),
        wind_speed: literals(['km/h', 'mph'], { description: 'Unit of every wind speed' }),
        precipitation: literals(['mm', 'in'], { description: 'Unit of every precipitation' }),
      },
      { description: 'Units of the figures, following the UNITS setting' },
    ),
    current: Type.Object(
      {
        time: timestamp('When it was observed'),
        temperature: Type.Number({ description: 'Air temperature' }),
        feels_like: optionalNumber('Apparent temperature'),
        humidity_percent: optionalNumber('Relative humidity'),
        precipitation: optionalNumber('Precipitation of the last hour'),
        wind_speed: optionalNumber('Wind speed'),
        wind_direction_degrees: optionalNumber('Direction the wind comes from, clockwise from north'),
        is_day: nullable(Type.Boolean(), { description: 'Whether the sun is up' }),
        ...sky,
      },
      { description: 'Conditions now' },
    ),
    hourly: Type.Array(
      Type.Object({
        time: timestamp('Start of the hour'),
        temperature: Type.Number({ description: 'Air temperature' }),
        precipitation_probability_percent: optionalNumber('Chance of rain or snow'),
        wind_speed: optionalNumber('Wind speed'),
        ...sky,
      }),
      { description: 'Forecast from the current hour, nearest first' },
    ),
    daily: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'Local date' }),
        temperature_max: Type.Number({ description: 'Highest temperature' }),
        temperature_min: Type.Number({ description: 'Lowest temperature' }),
        sunrise: optionalTime('Sunrise'),
        sunset: optionalTime('Sunset'),
        ...sky,
      }),
      { description: 'Forecast by day, today first' },
    ),
  },
  'Weather at a place: now, by the hour and by the day',
)

export type WeatherReading = Reading<typeof Weather>

export const weatherContract = defineLiveEndpoint({
  component: 'live_weather',
  isFigures: true,
  providers: ['OPEN_METEO_GEOCODING', 'OPEN_METEO', 'WTTR'],
  method: 'GET',
  path: '/api/widget/weather',
  summary: 'Current weather and hourly forecast for a city',
  query: Type.Object({
    city: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name of a place, e.g. Oslo or Paris, Texas',
    }),
  }),
  result: Weather,
  errors: lookupErrors,
  example: {
    query: { city: 'Oslo' },
    result: {
      city: 'Oslo',
      region: 'Oslo',
      country: 'Norway',
      country_code: 'NO',
      latitude: 59.91,
      longitude: 10.75,
      timezone: 'Europe/Oslo',
      utc_offset_s: 3600,
      units: { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' },
      current: {
        time: '2026-03-02T09:30:00Z',
        temperature: 2.4,
        feels_like: -0.8,
        humidity_percent: 71,
        precipitation: 0,
        wind_speed: 11.2,
        wind_direction_degrees: 225,
        is_day: true,
        condition: 'partly cloudy',
        weather_code: 2,
      },
      hourly: [
        {
          time: '2026-03-02T09:00:00Z',
          temperature: 2.1,
          precipitation_probability_percent: 5,
          wind_speed: 10.8,
          condition: 'partly cloudy',
          weather_code: 2,
        },
      ],
      daily: [
        {
          date: '2026-03-02',
          temperature_max: 4.6,
          temperature_min: -2.3,
          sunrise: '2026-03-02T06:02:00Z',
          sunset: '2026-03-02T16:45:00Z',
          condition: 'partly cloudy',
          weather_code: 2,
        },
      ],
      source: {
        name: 'Open-Meteo',
        url: 'https://open-meteo.com/',
        attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
      },
      ...fresh,
    },
  },
})
