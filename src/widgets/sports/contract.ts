import { Type, type Static } from '../../contract/type.ts'
import { literals, nullable, timestamp } from '../../contract/schema.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalNumber,
  optionalText,
  type Reading,
} from '../kit/live-endpoint.ts'

const Sport = literals(['soccer', 'basketball', 'american_football', 'cricket'], {
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

const Scores = liveData(
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

export type ScoresReading = Reading<typeof Scores>
export type Game = ScoresReading['games'][number]
export type SportName = Static<typeof Sport>

export const sportsContract = defineLiveEndpoint({
  component: 'live_sports',
  isFigures: true,
  providers: ['ESPN', 'THESPORTSDB'],
  method: 'GET',
  path: '/api/sports',
  summary: 'Live or recent scores of a sport',
  query: Type.Object({
    sport: Sport,
    league: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]+$',
        maxLength: 64,
        description: "League, e.g. eng.1, nba or nfl; the sport's best known by default",
      }),
    ),
  }),
  result: Scores,
  errors: lookupErrors,
  example: {
    query: { sport: 'soccer', league: 'eng.1' },
    result: {
      sport: 'soccer',
      league: 'eng.1',
      league_name: 'English Premier League',
      games: [
        {
          id: '740001',
          name: 'Team B at Team A',
          starts_at: '2026-03-01T15:00:00Z',
          state: 'finished',
          status_text: 'FT',
          clock: null,
          period: 2,
          home: { name: 'Team A', abbreviation: 'AAA', score: 2, score_text: '2', winner: true },
          away: { name: 'Team B', abbreviation: 'BBB', score: 1, score_text: '1', winner: false },
        },
      ],
      source: { name: 'ESPN', url: 'https://www.espn.com/soccer/', attribution: 'Scores: ESPN' },
      ...fresh,
    },
  },
})
