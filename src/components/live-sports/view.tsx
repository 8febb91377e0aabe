import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '../view-kit/controls/controls.tsx'
import { formatMoment } from '../../contract/text/moments.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { Segments } from '../view-kit/controls/segments.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import { Empty } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { inOrder, isOf, type Which } from './games.ts'

type Scores = AnswerOf<'GET /api/sports'>
type Game = Scores['games'][number]
type Sport = Scores['sport']

const HALF_A_MINUTE = 30_000

const SPORTS: Record<Sport, string> = {
  soccer: 'Soccer',
  basketball: 'Basketball',
  american_football: 'American football',
  cricket: 'Cricket',
}

const WHICH: readonly { value: Which; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'finished', label: 'Finished' },
  { value: 'scheduled', label: 'Upcoming' },
]

export function LiveSportsView({ sport: asked, league, team }: ViewProps<'live_sports'>) {
  const [sport, setSport] = useState<Sport>(asked)
  const [which, setWhich] = useState<Which>('all')
  // A league belongs to its sport; another sport shows its best known one.
  const query = { sport, ...(league !== undefined && sport === asked && { league }) }
  const live = useLiveData('GET /api/sports', { query }, { everyMs: HALF_A_MINUTE })
  return (
    <LiveCard
      live={live}
      icon={<Trophy aria-hidden className="size-4" />}
      title={SPORTS[sport]}
      subtitle={({ league_name, league: code }) => league_name ?? code}
      height={220}
      below={
        <SelectField
          label="Sport"
          hideLabel
          value={sport}
          onChange={({ target }) => setSport(target.value as Sport)}
        >
          {Object.entries(SPORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      }
    >
      {({ games }) => <Games games={inOrder(games, { team, which })} {...{ team, which, setWhich }} />}
    </LiveCard>
  )
}

interface GamesProps {
  readonly games: readonly Game[]
  readonly team: string | undefined
  readonly which: Which
  readonly setWhich: (which: Which) => void
}

function Games({ games, team, which, setWhich }: GamesProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <Segments label="Which games" values={WHICH} chosen={which} onChoose={setWhich} />
      {games.length === 0 && <Empty>No games right now.</Empty>}
      <ul
        className="fading relative max-h-96 w-full divide-y divide-line overflow-y-auto"
        tabIndex={0}
        aria-label="Games"
      >
        {games.map((game) => (
          <GameItem key={game.id} game={game} team={team} />
        ))}
      </ul>
    </div>
  )
}

function GameItem({ game, team }: { game: Game; team: string | undefined }) {
  const { home, away, state, starts_at, status_text, clock } = game
  return (
    <li
      className={`flex items-center gap-3 py-2 ${isOf(game, team) ? 'rounded-lg bg-accent-soft px-2' : ''}`}
    >
      <div className="min-w-0 flex-1">
        <Side side={home} />
        <Side side={away} />
      </div>
      <div className="w-24 shrink-0 text-end text-xs text-ink-3">
        {state === 'live' && (
          <p className="flex items-center justify-end gap-1.5 font-medium text-good">
            <span aria-hidden className="size-1.5 rounded-full bg-good" />
            live
          </p>
        )}
        <p>{state === 'live' ? (clock ?? status_text) : status_text}</p>
        {state === 'scheduled' && <time dateTime={starts_at}>{formatMoment(new Date(starts_at))}</time>}
      </div>
    </li>
  )
}

function Side({ side: { name, score, score_text, winner } }: { side: Game['home'] }) {
  const shown = score_text ?? (score === null ? '–' : formatNumber(score))
  return (
    <p className={`flex justify-between gap-3 ${winner === false ? 'text-ink-3' : ''}`}>
      <span dir="auto" className={`clip ${winner ? 'font-semibold' : ''}`}>
        {name}
      </span>
      <span className={`shrink-0 tabular-nums ${winner ? 'font-semibold' : ''}`}>
        {shown}
        {winner && <span className="sr-only">, won</span>}
      </span>
    </p>
  )
}
