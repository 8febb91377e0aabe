import { AppError } from '../../contract/errors.ts'

const maxNameLength = 31

/** Refuses what Excel would call a damaged file. `taken` are the names of the workbook's other sheets. */
export function checkSheetName(name: string, taken: readonly string[] = []): void {
  const problem = problemOf(name, taken)
  if (problem !== undefined)
    throw new AppError('invalid_request', `The sheet name "${name.slice(0, 60)}" ${problem}`)
}

function problemOf(name: string, taken: readonly string[]): string | undefined {
  if (name.trim() === '') return 'is empty. Give it at least one letter.'
  if (name.length > maxNameLength)
    return `has ${name.length} characters. Excel allows at most ${maxNameLength}.`
  const forbidden = /[[\]:*?/\\]/.exec(name)?.[0]
  if (forbidden !== undefined) return `contains "${forbidden}", which Excel doesn't allow in sheet names.`
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\ufffe\uffff]/.test(name) || !name.isWellFormed())
    return "contains a character that can't be shown."
  if (name.startsWith("'") || name.endsWith("'"))
    return "starts or ends with an apostrophe, which Excel doesn't allow."
  if (name.toLowerCase() === 'history') return 'is reserved by Excel. Choose another.'
  if (taken.some((other) => other.toLowerCase() === name.toLowerCase()))
    return 'is there twice. Names must differ.'
  return undefined
}
