import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { Spreadsheet } from '../spreadsheet.ts'

/** The sheet that a person would see first. */
export function firstSheet({ sheets }: Spreadsheet, path: string): string {
  const first = sheets.find((sheet) => !sheet.hidden) ?? sheets[0]
  if (first) return first.name
  throw new AppError('invalid_request', `"${basename(path)}" has no sheet with data.`)
}
