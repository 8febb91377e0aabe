import { AppError } from '../../contract/errors.ts'

export function noSuchOccurrence({ title }: { readonly title: string }, occurrence: string): AppError {
  return new AppError(
    'not_found',
    `"${title}" doesn't start at ${occurrence}. See CALENDAR_LIST for its times.`,
  )
}
