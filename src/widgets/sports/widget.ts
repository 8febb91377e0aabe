import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { MAX_NAMED } from '../kit/first-titles.ts'
import { defineWidget } from '../kit/widget.ts'
import { sportsContract, type ScoresReading } from './contract.ts'
import { scoreboard } from './espn.ts'
import { leagueNamed } from './leagues.ts'
import { gamesOfDay } from './thesportsdb.ts'

const DAY_MS = 86_400_000

/** ESPN; and where it fails or has no games today, TheSportsDB for the leagues that are known there too. */
export const sports = defineWidget(sportsContract, {
  lookups: [scoreboard, gamesOfDay],

  async answer({ sport, league: given }, { hub, now, turn }) {
    const { id: league, name: league_name = given ?? sport, sportsDbId } = leagueNamed(sport, given)
    const withGames = (answered: Answered<ScoresReading>): Answered<ScoresReading> => {
      if (answered.value.games.length > 0) return answered
      throw new AppError('not_found', `No ${league_name} games right now. Try again on a match day.`)
    }
    const byEspn: Attempt<ScoresReading> = async (part) =>
      withGames(await hub.ask(scoreboard, { sport, league }, part))
    const bySportsDb =
      (number: string, daysAgo: number): Attempt<ScoresReading> =>
      async (part) => {
        const date = new Date(now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
        return withGames(await hub.ask(gamesOfDay, { sport, league, league_name, number, date }, part))
      }
    const others = sportsDbId === undefined ? [] : [bySportsDb(sportsDbId, 0), bySportsDb(sportsDbId, 1)]
    return await firstAnswer([byEspn, ...others], turn, () => false)
  },

  summary({ league_name, games }) {
    const lines = games
      .slice(0, MAX_NAMED)
      .map(
        ({ home, away, status_text }) =>
          `${home.name} ${home.score_text ?? '–'}:${away.score_text ?? '–'} ${away.name} (${status_text})`,
      )
    return `${league_name}: ${lines.join('; ') || 'no games'}.`
  },
})
