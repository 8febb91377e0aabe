import { AppError } from '../../contract/errors.ts'

const maxNameLength = 31

/** Refuses what Excel would call a damaged file. `taken` are the names of the workbook's other sheets. */
export function checkSheetName(name: string, taken: readonly string[] = []): void {
  const problem = problemOf(name, taken)
  if (problem !== undefined)
    throw new AppError('invalid_request', `The sheet name "${name.slice(0, 60)}" ${problem}`)
}

function problemOf(name: string, taken: readonly string[]): string | undefined {
  if (name.trim() === '') return 'is empty: give it at least one letter.'
  if (name.length > maxNameLength)
    return `has ${name.length} characters: ${maxNameLength} is the most that Excel allows.`
  const forbidden = /[[\]:*?/\\]/.exec(name)?.[0]
  if (forbidden !== undefined) return `has a "${forbidden}" in it, which Excel does not allow in sheet names.`
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\ufffe\uffff]/.test(name) || !name.isWellFormed())
    return 'has a character in it that cannot be shown.'
  if (name.startsWith("'") || name.endsWith("'"))
    return 'begins or ends with an apostrophe, which Excel does not allow.'
  if (name.toLowerCase() === 'history') return 'is one that Excel keeps for itself: choose another.'
  if (taken.some((other) => other.toLowerCase() === name.toLowerCase()))
    return 'is there twice: names must differ.'
  return undefined
}
