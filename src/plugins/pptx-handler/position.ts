import { AppError } from '../../contract/errors.ts'

/** The number that a new slide gets; at the end when nothing was said. */
export function newSlidePosition(wanted: number | undefined, count: number): number {
  if (wanted === undefined) return count + 1
  if (wanted <= count + 1) return wanted
  throw new AppError(
    'invalid_request',
    `position ${wanted} is too large: the presentation has ${count} slides, so a new one can be at most number ${count + 1}.`,
  )
}
