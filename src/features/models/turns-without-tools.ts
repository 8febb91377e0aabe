import type { Turn } from './language-model.ts'

/** What was called and found as words, for a model that cannot call: it need not know the form to read it. */
export function turnsWithoutTools(turns: readonly Turn[]): Turn[] {
  const told: Turn[] = []
  for (const turn of turns.map(inWords)) {
    const last = told.at(-1)
    // Such models want the two sides to take turns.
    if (last?.role === 'user' && turn.role === 'user') told[told.length - 1] = joined(last, turn)
    else told.push(turn)
  }
  return told
}

type UserTurn = Extract<Turn, { role: 'user' }>

function inWords(turn: Turn): Exclude<Turn, { role: 'tool' }> {
  if (turn.role === 'tool') return { role: 'user', text: `(Result of ${turn.name}: ${plain(turn.result)})` }
  if (turn.role === 'user' || !turn.calls) return turn
  const calls = turn.calls.map(({ name, args }) => `(Called ${name} with ${plain(args)})`)
  return { role: 'assistant', text: [turn.text, ...calls].filter((part) => part !== '').join('\n') }
}

function joined(one: UserTurn, other: UserTurn): UserTurn {
  const pictures = [...(one.pictures ?? []), ...(other.pictures ?? [])]
  return { role: 'user', text: `${one.text}\n\n${other.text}`, ...(pictures.length > 0 && { pictures }) }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
