import type { SportName } from './contract.ts'

export interface League {
  /** Its name at ESPN, which is also its name in our requests. */
  readonly id: string
  readonly name: string
  /** Other names that people use. */
  readonly also: readonly string[]
  /** Its number at TheSportsDB. */
  readonly sportsDbId: string
}

/** The leagues that are known by name; the first of a sport is asked for when none is named. */
export const leagues: Readonly<Record<SportName, readonly [League, ...League[]]>> = {
  soccer: [
    { id: 'eng.1', name: 'English Premier League', also: ['epl', 'premier-league'], sportsDbId: '4328' },
    { id: 'esp.1', name: 'Spanish LaLiga', also: ['laliga', 'la-liga'], sportsDbId: '4335' },
    { id: 'ger.1', name: 'German Bundesliga', also: ['bundesliga'], sportsDbId: '4331' },
    { id: 'ita.1', name: 'Italian Serie A', also: ['serie-a', 'seriea'], sportsDbId: '4332' },
    { id: 'fra.1', name: 'French Ligue 1', also: ['ligue-1', 'ligue1'], sportsDbId: '4334' },
    { id: 'usa.1', name: 'Major League Soccer', also: ['mls'], sportsDbId: '4346' },
    {
      id: 'uefa.champions',
      name: 'UEFA Champions League',
      also: ['champions-league', 'ucl'],
      sportsDbId: '4480',
    },
    { id: 'fifa.world', name: 'FIFA World Cup', also: ['world-cup'], sportsDbId: '4429' },
  ],
  basketball: [
    { id: 'nba', name: 'NBA', also: [], sportsDbId: '4387' },
    { id: 'wnba', name: 'WNBA', also: [], sportsDbId: '4516' },
  ],
  american_football: [
    { id: 'nfl', name: 'NFL', also: [], sportsDbId: '4391' },
    { id: 'college-football', name: 'NCAA Football', also: ['ncaaf', 'ncaa'], sportsDbId: '4479' },
  ],
  cricket: [
    { id: '8048', name: 'Indian Premier League', also: ['ipl'], sportsDbId: '4460' },
    { id: '8044', name: 'Big Bash League', also: ['bbl'], sportsDbId: '4461' },
  ],
}

/** The league that is meant; one that is not in the list is taken as ESPN's own name for it. */
export function leagueNamed(
  sport: SportName,
  given: string | undefined,
): Pick<League, 'id'> & Partial<League> {
  if (given === undefined) return leagues[sport][0]
  const wanted = given.toLowerCase()
  return leagues[sport].find(({ id, also }) => id === wanted || also.includes(wanted)) ?? { id: wanted }
}
