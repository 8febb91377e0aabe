import { AppError } from '../../contract/errors.ts'

/** Text as one segment of a path: no slash gets out of it, and the two names that mean another folder are refused. */
export function pathSegment(text: string): string {
  if (text === '.' || text === '..') throw new AppError('not_found', `Nothing found for "${text}".`)
  return encodeURIComponent(text)
}
