import type { Game, ScoresReading, SportName } from './contract.ts'
import { refusedBy } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { inOrder, untilItMoves } from './espn.ts'

const provider: Provider = {
  name: 'THESPORTSDB',
  title: 'TheSportsDB',
  origin: 'https://www.thesportsdb.com',
  caps: [{ calls: 25, perSeconds: 60 }],
}

/** The key that everybody may use. */
const KEY = '123'

const sports: Readonly<Record<SportName, string>> = {
  soccer: 'Soccer',
  basketball: 'Basketball',
  american_football: 'American Football',
  cricket: 'Cricket',
}

export interface DayQuestion {
  readonly sport: SportName
  readonly league: string
  readonly league_name: string
  /** The league's number here. */
  readonly number: string
  readonly date: string
}

/** The games of a league on one day; empty when there was none. */
export const gamesOfDay = defineLookup<DayQuestion, ScoresReading>({
  name: 'thesportsdb.day',
  provider,
  keepMs: ({ games }, now) => untilItMoves(games, now),
  example: {
    sport: 'soccer',
    league: 'eng.1',
    league_name: 'English Premier League',
    number: '4328',
    date: '2026-03-21',
  },
  request: ({ sport, number, date }) => ({
    path: `/api/v1/json/${KEY}/eventsday.php`,
    query: { d: date, s: sports[sport], l: number },
  }),
  read(answer, { sport, league, league_name, number }) {
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    // The list has another name in each of its answers, and is null when it is empty.
    const events = listOf(root['events'] ?? root['results'] ?? root['event']).map(fieldsOf)
    const ours = events.filter((event) => textOf(event['idLeague']) === number)
    return {
      sport,
      league,
      league_name,
      games: inOrder(ours.flatMap((event) => gameOf(event) ?? [])),
      source: {
        name: 'TheSportsDB',
        url: `https://www.thesportsdb.com/league/${number}`,
        attribution: 'Scores: TheSportsDB',
      },
    }
  },
})

function gameOf(event: Fields): Game | undefined {
  const id = textOf(event['idEvent'])
  const starts_at = startOf(event)
  const [home, away] = [textOf(event['strHomeTeam']), textOf(event['strAwayTeam'])]
  if (id === null || starts_at === null || home === null || away === null) return undefined
  const state = stateOf(event)
  const [ours, theirs] = scoresOf(event, state)
  const lead = state === 'finished' && ours !== null && theirs !== null ? ours - theirs : 0
  return {
    id,
    name: textOf(event['strEvent']) ?? `${home} vs ${away}`,
    starts_at,
    state,
    status_text: textOf(event['strStatus']) ?? state,
    clock: null,
    period: null,
    home: teamOf(home, { score: ours, lead }),
    away: teamOf(away, { score: theirs, lead: -lead }),
  }
}

function scoresOf(event: Fields, state: Game['state']): [number | null, number | null] {
  if (state !== 'live' && state !== 'finished') return [null, null]
  return [numberOf(event['intHomeScore']), numberOf(event['intAwayScore'])]
}

function teamOf(name: string, { score, lead }: { score: number | null; lead: number }): Game['home'] {
  const score_text = score === null ? null : String(score)
  return { name, abbreviation: null, score, score_text, winner: lead === 0 ? null : lead > 0 }
}

/** Times are in UTC without saying so; old ones come in pieces such as `8:00`. */
function startOf(event: Fields): string | null {
  const stamp = textOf(event['strTimestamp'])
  if (stamp !== null) return timeOf(/Z|[+-]\d\d:?\d\d$/.test(stamp) ? stamp : `${stamp}Z`)
  const date = textOf(event['dateEvent'])
  const [hour = '0', minute = '00'] = (textOf(event['strTime']) ?? '0:00').split(':')
  return date === null ? null : timeOf(`${date}T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:00Z`)
}

function stateOf(event: Fields): Game['state'] {
  const status = textOf(event['strStatus']) ?? ''
  if (textOf(event['strPostponed']) === 'yes' || /postponed|^PST$/i.test(status)) return 'postponed'
  if (/cancell?ed|abandoned|^(?:CANC|ABD)$/i.test(status)) return 'cancelled'
  if (/finished|^(?:FT|AET|PEN|AOT|Final)/i.test(status)) return 'finished'
  if (/not started|^(?:NS|TBD)$/i.test(status)) return 'scheduled'
  // Older games have a score and no status.
  if (status === '') return textOf(event['intHomeScore']) === null ? 'scheduled' : 'finished'
  return 'live'
}
