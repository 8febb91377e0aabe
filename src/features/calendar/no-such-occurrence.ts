import { AppError } from '../../contract/errors.ts'

export function noSuchOccurrence({ title }: { readonly title: string }, occurrence: string): AppError {
  return new AppError(
    'not_found',
    `"${title}" does not begin at ${occurrence}: CALENDAR_LIST says when it does.`,
  )
}
