import { quiet, heading, table, type Cell } from '../../contract/text/blocks.ts'
import type { Description, DescriptionContext, LiveAnswers } from '../description.ts'

type Game = LiveAnswers['live_sports']['games'][number]
const MAX_GAMES = 20

export const describe: Description<'live_sports'> = (_component, context, { league_name, league, games }) => [
  heading(league_name ?? league),
  games.length === 0
    ? quiet('No games')
    : table(games.slice(0, MAX_GAMES).map((game) => cellsOf(game, context))),
]

function cellsOf(
  { home, away, state, status_text, clock, starts_at }: Game,
  { moment }: DescriptionContext,
): Cell[] {
  const score = ({ score_text, score: points }: Game['home']) => score_text ?? String(points ?? '')
  const now = state === 'scheduled' ? moment(starts_at) : [status_text, clock].filter(Boolean).join(' ')
  const result = state === 'scheduled' ? '–' : `${score(home)} : ${score(away)}`
  return [home.name, result, away.name, state === 'live' ? { text: now, tone: 'success' } : now]
}
