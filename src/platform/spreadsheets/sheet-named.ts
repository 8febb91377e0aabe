import { AppError } from '../../contract/errors.ts'

/** The sheet of that name, upper or lower case; names are unique without regard to it. */
export function sheetNamed<Sheet extends { readonly name: string }>(
  name: string,
  { sheets, label }: { sheets: readonly Sheet[]; label: string },
): Sheet {
  const found =
    sheets.find((sheet) => sheet.name === name) ??
    sheets.find((sheet) => sheet.name.toLowerCase() === name.trim().toLowerCase())
  if (found) return found
  const names = sheets.map((sheet) => sheet.name)
  throw new AppError(
    'not_found',
    `${label} has no sheet "${name.slice(0, 60)}". Its sheets: ${names.slice(0, 50).join(', ')}.`,
  )
}
