import { Type } from '../../contract/type.ts'
import { dictionary, literals, nullable, timestamp } from '../../contract/schema.ts'
import { DataSource, liveData, optionalNumber, optionalText, optionalTime } from './answer.ts'

const sky = {
  condition: Type.String({ description: 'The sky in words, e.g. light rain' }),
  weather_code: nullable(Type.Integer({ minimum: 0, maximum: 99 }), {
    description: 'WMO code of the condition, if the provider reports it',
  }),
}

export const Weather = liveData(
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

export const StockRange = literals(['1d', '5d', '1mo', '3mo', '6mo', '1y', '5y'], {
  default: '1mo',
  description: 'How far back the series goes',
})

export const Stock = liveData(
  {
    symbol: Type.String({ description: 'Symbol as used by the exchange' }),
    name: optionalText('Name of the company, fund or index'),
    currency: optionalText(
      'ISO 4217 code of the prices, if the provider reports it; prices in pence are converted to pounds',
    ),
    exchange: optionalText('Name of the exchange'),
    timezone: optionalText('IANA time zone of the exchange'),
    price: Type.Number({ description: 'Last price' }),
    price_at: optionalTime('When that price was paid'),
    previous_close: optionalNumber("Previous day's close"),
    change: optionalNumber('Price minus previous close'),
    change_percent: optionalNumber('The same in percent'),
    range: Type.String({ description: 'How far back the series goes, e.g. 1mo' }),
    interval: Type.String({ description: 'Time between two points, e.g. 1d' }),
    series: Type.Array(
      Type.Object({
        time: timestamp('Start of the interval'),
        close: Type.Number({ description: 'Last price in it' }),
      }),
      { description: 'Prices, oldest first; intervals without a trade are left out' },
    ),
  },
  'Price of a stock, fund, index or coin, and its series',
)

export const ExchangeRates = liveData(
  {
    base: Type.String({ description: 'Base currency, ISO 4217' }),
    date: Type.String({
      format: 'date',
      description: 'Date of the rates; weekends show the last ones before',
    }),
    rates: dictionary(Type.Number({ exclusiveMinimum: 0 }), {
      description: 'Value of one unit of base, by ISO 4217 code',
    }),
  },
  'Exchange rates against one currency',
)

export const Astronomy = liveData(
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

export const Sport = literals(['soccer', 'basketball', 'american_football', 'cricket'], {
  description: 'The sport',
})

const Team = Type.Object(
  {
    name: Type.String({ description: 'Name of the team' }),
    abbreviation: optionalText('Its short name'),
    score: optionalNumber('Points, goals or runs; null before the start'),
    score_text: optionalText('The score as written, e.g. 125/3 (16/20 ov) in cricket'),
    winner: nullable(Type.Boolean(), { description: 'Whether it won; null before the end and after a draw' }),
  },
  { description: 'A team and its score' },
)

export const Scores = liveData(
  {
    sport: Sport,
    league: Type.String({ description: 'League identifier from the request, e.g. eng.1' }),
    league_name: optionalText('Name of the league'),
    games: Type.Array(
      Type.Object({
        id: Type.String({ description: "The provider's name for the game" }),
        name: Type.String({ description: 'Both teams' }),
        starts_at: timestamp('Start of the game'),
        state: literals(['scheduled', 'live', 'finished', 'postponed', 'cancelled'], {
          description: 'Status',
        }),
        status_text: Type.String({ description: "The same in the sport's own words, e.g. HT or Final" }),
        clock: optionalText('Game clock of a live game'),
        period: nullable(Type.Integer({ minimum: 0 }), { description: 'Half, quarter or innings' }),
        home: Team,
        away: Team,
      }),
      { description: 'Live games first, then the latest' },
    ),
  },
  'Live or recent scores of a sport',
)
