import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { withTiming, type Caller, type NeedContext } from './need.ts'
import type { ScoresReading, SportName } from './readings.ts'

const DAY_MS = 86_400_000

export interface SportsWish {
  readonly sport: SportName
  readonly league?: string | undefined
}

/** ESPN; and where it fails or has no games today, TheSportsDB for the leagues that are known there too. */
export function createSports({ hub, widgets, leagueNamed, now }: NeedContext) {
  const { scoreboard, gamesOfDay } = widgets.sports

  return async ({ sport, league: given }: SportsWish, caller: Caller) => {
    const { id: league, name: league_name = given ?? sport, sportsDbId } = leagueNamed(sport, given)
    const withGames = (answered: Answered<ScoresReading>): Answered<ScoresReading> => {
      if (answered.value.games.length > 0) return answered
      throw new AppError('not_found', `No ${league_name} games right now. Try again on a match day.`)
    }
    const byEspn = async (turn: Turn) => withGames(await hub.ask(scoreboard, { sport, league }, turn))
    const bySportsDb =
      (number: string, daysAgo: number): Attempt<ScoresReading> =>
      async (turn) => {
        const date = new Date(now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
        return withGames(await hub.ask(gamesOfDay, { sport, league, league_name, number, date }, turn))
      }
    const others = sportsDbId === undefined ? [] : [bySportsDb(sportsDbId, 0), bySportsDb(sportsDbId, 1)]
    return withTiming(await firstAnswer([byEspn, ...others], hub.turn(caller), () => false), now)
  }
}
