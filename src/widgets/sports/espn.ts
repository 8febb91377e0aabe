import type { Game, ScoresReading, SportName } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { MINUTE, SECOND } from '../kit/durations.ts'
import { leagues } from './leagues.ts'
import { pathSegment } from '../kit/path-segment.ts'

const provider: Provider = {
  name: 'ESPN',
  title: 'ESPN',
  origin: 'https://site.api.espn.com',
  caps: [{ calls: 60, perSeconds: 60 }],
}

const paths: Readonly<Record<SportName, string>> = {
  soccer: 'soccer',
  basketball: 'basketball',
  american_football: 'football',
  cricket: 'cricket',
}

export interface ScoresQuestion {
  readonly sport: SportName
  readonly league: string
}

export const scoreboard = defineLookup<ScoresQuestion, ScoresReading>({
  name: 'espn.scoreboard',
  provider,
  keepMs: ({ games }, now) => untilItMoves(games, now),
  example: { sport: 'soccer', league: 'eng.1' },
  request: ({ sport, league }) => ({
    path: `/apis/site/v2/sports/${paths[sport]}/${pathSegment(league)}/scoreboard`,
  }),
  read(answer, { sport, league }) {
    if (answer.status === 404 || answer.status === 400) throw unknownLeague(sport, league)
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    if (!Array.isArray(root['events'])) throw new UnreadableAnswer('a scoreboard without games')
    return {
      sport,
      league,
      league_name: textOf(fieldsOf(listOf(root['leagues'])[0])['name']),
      games: inOrder(listOf(root['events']).flatMap((event) => gameOf(fieldsOf(event), sport) ?? [])),
      source: { name: 'ESPN', url: `https://www.espn.com/${espnPage(sport)}/`, attribution: 'Scores: ESPN' },
    }
  },
})

/** Live games first, then what ended last, then what comes next. */
export function inOrder(games: readonly Game[]): Game[] {
  const rank = { live: 0, finished: 1, scheduled: 2, postponed: 3, cancelled: 3 }
  return games.toSorted((a, b) => {
    if (rank[a.state] !== rank[b.state]) return rank[a.state] - rank[b.state]
    const byStart = a.starts_at.localeCompare(b.starts_at)
    return a.state === 'finished' ? -byStart : byStart
  })
}

/** Half a minute while a game is on or about to begin; otherwise until the next one, ten minutes at most. */
export function untilItMoves(games: readonly Game[], now: Date): number {
  if (games.some(({ state }) => state === 'live')) return 30 * SECOND
  const starts = games
    .filter(({ state }) => state === 'scheduled')
    .map(({ starts_at }) => Date.parse(starts_at))
  const soonest = Math.min(...starts) - now.getTime()
  return Math.min(Math.max(soonest, 30 * SECOND), 10 * MINUTE)
}

function unknownLeague(sport: SportName, league: string): AppError {
  const known = leagues[sport].map(({ id, name }) => `${id} (${name})`).join(', ')
  return new AppError('not_found', `Unknown league "${league}" for ${sport}. Available: ${known}.`)
}

function espnPage(sport: SportName): string {
  return { soccer: 'soccer', basketball: 'nba', american_football: 'nfl', cricket: 'cricket' }[sport]
}

function gameOf(event: Fields, sport: SportName): Game | undefined {
  const competition = fieldsOf(listOf(event['competitions'])[0])
  // Cricket tells the state only with the competition.
  const status = fieldsOf(competition['status'] ?? event['status'])
  const [home, away] = sidesOf(competition)
  const id = textOf(event['id'])
  const starts_at = timeOf(event['date'])
  if (id === null || starts_at === null || !home || !away) return undefined
  const state = stateOf(fieldsOf(status['type']))
  const winner = state === 'finished' ? winnerOf(home, away) : null
  return {
    id,
    name: textOf(event['name']) ?? `${teamName(away)} at ${teamName(home)}`,
    starts_at,
    state,
    ...progressOf(status, { state, sport }),
    home: teamOf(home, { state, winner: winner === null ? null : winner === home }),
    away: teamOf(away, { state, winner: winner === null ? null : winner === away }),
  }
}

function sidesOf(competition: Fields): [Fields | undefined, Fields | undefined] {
  const sides = listOf(competition['competitors']).map(fieldsOf)
  const side = (name: string) => sides.find((one) => one['homeAway'] === name)
  return [side('home') ?? sides[0], side('away') ?? sides[1]]
}

/** How far it is. The clock of a cricket match stands still; a sentence tells how it is going. */
function progressOf(
  status: Fields,
  { state, sport }: { state: Game['state']; sport: SportName },
): Pick<Game, 'status_text' | 'clock' | 'period'> {
  const type = fieldsOf(status['type'])
  const isCricket = sport === 'cricket'
  const words = [isCricket ? status['summary'] : null, type['shortDetail'], type['description']]
  return {
    status_text: words.map(textOf).find((text) => text !== null) ?? state,
    clock: state === 'live' && !isCricket ? textOf(status['displayClock']) : null,
    period: numberOf(status['period']),
  }
}

function stateOf(type: Fields): Game['state'] {
  const words = `${textOf(type['name']) ?? ''} ${textOf(type['description']) ?? ''}`
  if (/POSTPONED|DELAYED_START|RESCHEDULED/i.test(words)) return 'postponed'
  if (/CANCELL?ED|ABANDONED|FORFEIT/i.test(words)) return 'cancelled'
  if (type['state'] === 'in') return 'live'
  return type['state'] === 'post' ? 'finished' : 'scheduled'
}

function winnerOf(home: Fields, away: Fields): Fields | null {
  // In cricket the flag is text.
  const won = (side: Fields) => String(side['winner']) === 'true'
  return won(home) ? home : won(away) ? away : null
}

function teamOf(
  side: Fields,
  { state, winner }: { state: Game['state']; winner: boolean | null },
): Game['home'] {
  const team = fieldsOf(side['team'])
  const hasScore = state === 'live' || state === 'finished'
  const score = hasScore ? textOf(side['score']) : null
  const shootout = hasScore ? textOf(side['shootoutScore']) : null
  return {
    name: teamName(side),
    abbreviation: textOf(team['abbreviation']),
    score: score === null ? null : runsOf(score),
    score_text: score === null || shootout === null ? score : `${score} (${shootout})`,
    winner,
  }
}

function teamName(side: Fields): string {
  const team = fieldsOf(side['team'])
  return textOf(team['displayName']) ?? textOf(team['name']) ?? 'Unknown'
}

/** The number of `2`, of `125/3 (16/20 ov, target 156)` and, innings added, of `302 & 250/4`. */
function runsOf(score: string): number | null {
  const innings = score.split('&').map((part) => /^\s*(\d+(?:\.\d+)?)/.exec(part)?.[1])
  const counted = innings.filter((runs) => runs !== undefined).map(Number)
  return counted.length === 0 ? null : counted.reduce((sum, runs) => sum + runs, 0)
}
