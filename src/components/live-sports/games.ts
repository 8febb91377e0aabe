import type { AnswerOf } from '../view-kit/service.ts'

type Game = AnswerOf<'GET /api/sports'>['games'][number]

export type Which = 'all' | 'live' | 'finished' | 'scheduled'

/** Those that are wanted, as they come from the service, with the games of one team first. */
export function inOrder(
  games: readonly Game[],
  { team, which }: { team: string | undefined; which: Which },
): Game[] {
  const wanted = which === 'all' ? [...games] : games.filter(({ state }) => state === which)
  return wanted.sort((one, other) => Number(isOf(other, team)) - Number(isOf(one, team)))
}

export function isOf({ home, away }: Pick<Game, 'home' | 'away'>, team: string | undefined): boolean {
  const wanted = team?.trim().toLowerCase()
  if (!wanted) return false
  return [home, away].some(
    ({ name, abbreviation }) => name.toLowerCase().includes(wanted) || abbreviation?.toLowerCase() === wanted,
  )
}
