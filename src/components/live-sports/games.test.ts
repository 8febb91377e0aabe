import { expect, test } from 'vitest'
import { inOrder } from './games.ts'

const side = (name: string, abbreviation: string | null = null) => ({
  name,
  abbreviation,
  score: null,
  score_text: null,
  winner: null,
})

const game = (id: string, state: 'live' | 'finished', home: string, away: string) => ({
  id,
  name: `${home} – ${away}`,
  starts_at: '2026-03-02T15:00:00Z',
  state,
  status_text: '',
  clock: null,
  period: null,
  home: side(home, home.slice(0, 3).toUpperCase()),
  away: side(away),
})

const games = [game('1', 'live', 'Reds', 'Blues'), game('2', 'finished', 'Greens', 'Golds')]

test('the games of the team come first, the others stay in order', () => {
  expect(inOrder(games, { team: 'golds', which: 'all' }).map(({ id }) => id)).toEqual(['2', '1'])
  expect(inOrder(games, { team: 'GRE', which: 'all' }).map(({ id }) => id)).toEqual(['2', '1'])
  expect(inOrder(games, { team: undefined, which: 'all' }).map(({ id }) => id)).toEqual(['1', '2'])
})

test('only games in the wanted state are there', () => {
  expect(inOrder(games, { team: 'Golds', which: 'live' }).map(({ id }) => id)).toEqual(['1'])
  expect(inOrder(games, { team: undefined, which: 'scheduled' })).toEqual([])
})
