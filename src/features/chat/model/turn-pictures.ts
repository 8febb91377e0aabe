import type { AppError } from '../../../contract/errors.ts'
import type { Turn } from '../../models/language-model.ts'

export function hasPictures(turn: Turn): boolean {
  return turn.role === 'user' && turn.pictures !== undefined
}

export function withoutPictures(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) => {
    if (turn.role !== 'user' || !turn.pictures) return turn
    const { pictures, ...rest } = turn
    return { ...rest, text: `${rest.text}\n(${pictures.length} pictures were shown here.)` }
  })
}

/** Whether a model failed because it takes no pictures. */
export function isBlind({ cause }: AppError): boolean {
  return (cause as { kind?: unknown } | undefined)?.kind === 'blind'
}
