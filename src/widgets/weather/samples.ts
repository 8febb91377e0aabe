import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  places: {
    results: [
      place({ id: 1, name: 'Springfield', admin1: 'Illinois', country: 'United States', country_code: 'US' }),
      place({ id: 2, name: 'Springfield', admin1: 'Missouri', country: 'United States', country_code: 'US' }),
      place({ id: 3, name: 'Springfield', admin1: 'Ontario', country: 'Canada', country_code: 'CA' }),
    ],
    generationtime_ms: 1,
  },
  forecast: {
    latitude: 40,
    longitude: -90,
    utc_offset_seconds: -18_000,
    timezone: 'America/Chicago',
    current_units: { temperature_2m: '°C', wind_speed_10m: 'km/h', precipitation: 'mm' },
    current: {
      time: '2026-03-02T09:15',
      temperature_2m: 4.2,
      relative_humidity_2m: 71,
      apparent_temperature: 1.1,
      is_day: 1,
      precipitation: 0.2,
      weather_code: 61,
      wind_speed_10m: 12.5,
      wind_direction_10m: 225,
    },
    hourly: {
      time: ['2026-03-02T08:00', '2026-03-02T09:00', '2026-03-02T10:00', '2026-03-02T11:00'],
      temperature_2m: [3.1, 4, 4.9, null],
      precipitation_probability: [10, 60, null, 80],
      weather_code: [3, 61, 63, 63],
      wind_speed_10m: [10, 12, 13, 14],
    },
    daily: {
      time: ['2026-03-02'],
      weather_code: [61],
      temperature_2m_max: [6.5],
      temperature_2m_min: [-1.5],
      sunrise: ['2026-03-02T06:31'],
      sunset: ['2026-03-02T17:52'],
    },
  },
  wttr: {
    current_condition: [
      {
        temp_C: '5',
        temp_F: '41',
        FeelsLikeC: '2',
        FeelsLikeF: '36',
        humidity: '70',
        precipMM: '0.1',
        precipInches: '0.0',
        windspeedKmph: '11',
        windspeedMiles: '7',
        winddirDegree: '220',
        weatherCode: '296',
        weatherDesc: [{ value: 'Light Rain' }],
        localObsDateTime: '2026-03-02 09:10 AM',
        observation_time: '03:10 PM',
      },
    ],
    nearest_area: [
      {
        areaName: [{ value: 'Springfield' }],
        region: [{ value: 'Illinois' }],
        country: [{ value: 'United States of America' }],
        latitude: '39.8',
        longitude: '-89.6',
      },
    ],
    weather: [
      {
        date: '2026-03-02',
        maxtempC: '6',
        maxtempF: '43',
        mintempC: '-2',
        mintempF: '28',
        astronomy: [{ sunrise: '06:31 AM', sunset: '05:52 PM' }],
        hourly: ['0', '900', '1200'].map((time, index) => ({
          time,
          tempC: String(index + 1),
          tempF: String(index + 34),
          chanceofrain: '40',
          chanceofsnow: '5',
          windspeedKmph: '9',
          windspeedMiles: '6',
          weatherCode: '116',
          weatherDesc: [{ value: 'Partly cloudy' }],
        })),
      },
    ],
  },
}

export const routes: SampleRoutes = {
  OPEN_METEO_GEOCODING: () => ({ body: samples.places }),
  OPEN_METEO: () => ({ body: samples.forecast }),
  WTTR: () => ({ body: samples.wttr }),
}

function place(fields: object): object {
  return { latitude: 40, longitude: -90, timezone: 'America/Chicago', population: 1000, ...fields }
}
