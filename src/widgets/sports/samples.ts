import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  scoreboard: {
    leagues: [{ name: 'Example League' }],
    events: [game('1', 'post', ['2', '1']), game('2', 'in', ['0', '3']), game('3', 'pre', ['0', '0'])],
  },
  day: {
    events: [
      {
        idEvent: '9',
        idLeague: '4328',
        strEvent: 'Reds vs Blues',
        strHomeTeam: 'Reds',
        strAwayTeam: 'Blues',
        intHomeScore: '1',
        intAwayScore: '2',
        strTimestamp: '2026-03-01T15:00:00',
        strStatus: 'Match Finished',
        strPostponed: 'no',
      },
      {
        idEvent: '10',
        idLeague: '1',
        strHomeTeam: 'A',
        strAwayTeam: 'B',
        strTimestamp: '2026-03-01T15:00:00',
      },
    ],
  },
}

export const routes: SampleRoutes = {
  ESPN: () => ({ body: samples.scoreboard }),
  THESPORTSDB: () => ({ body: samples.day }),
}

function game(id: string, state: string, scores: readonly [string, string]): object {
  const side = (homeAway: string, score: string, won: boolean) => ({
    homeAway,
    score,
    winner: state === 'post' && won,
    team: {
      displayName: homeAway === 'home' ? 'Reds' : 'Blues',
      abbreviation: homeAway === 'home' ? 'RED' : 'BLU',
    },
  })
  const status = { displayClock: "58'", period: 2, type: { name: 'STATUS', state, shortDetail: state } }
  return {
    id,
    name: 'Blues at Reds',
    date: `2026-03-01T1${id}:00Z`,
    status,
    competitions: [{ status, competitors: [side('home', scores[0], true), side('away', scores[1], false)] }],
  }
}
