import { readFile, stat } from 'node:fs/promises'
import { AppError } from '../../../contract/errors.ts'
import { megabytesText } from '../../../contract/text/numbers.ts'
import { damaged, passwordProtected } from '../../archives/zip-directory.ts'
import { sheetNamed } from '../sheet-named.ts'
import type { SheetRow, Spreadsheet } from '../spreadsheet.ts'

/** The old format is read as a whole. */
const maxBytes = 50 * 1024 * 1024
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')
/** The record that begins a workbook of Excel 97 to 2003, and the one that follows it when there is a password. */
const workbookStart = Buffer.from('0908100000060500', 'hex')
const passwordRecord = 0x2f

/** A workbook from before 2007, or one of today behind a password: both lie in a compound file. */
export async function openXls(path: string, label: string): Promise<Spreadsheet> {
  const { size } = await stat(path)
  if (size > maxBytes) {
    throw new AppError(
      'too_large',
      `${label} is an old .xls file of ${megabytesText(size)}. At most 50 MB can be read. Save it as .xlsx.`,
    )
  }
  const bytes = await readFile(path)
  if (bytes.includes(encryptedPackage) || hasPassword(bytes)) throw passwordProtected(label)
  const { readXls } = await import('hucre/xlsx')
  let workbook: Awaited<ReturnType<typeof readXls>>
  try {
    workbook = await readXls(bytes)
  } catch (error) {
    throw bytes.includes(workbookStart) ? damaged(label, error) : notAWorkbook(label, error)
  }
  const { sheets } = workbook
  async function* rows(name: string): AsyncGenerator<SheetRow> {
    const sheet = sheetNamed(name, { sheets, label })
    for (const [row, values] of sheet.rows.entries()) {
      // Rows without any value are holes in the list.
      if (values?.some((value) => value !== null)) yield { row, values }
    }
  }
  return {
    format: 'xls',
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden: hidden === true })),
    rows,
    [Symbol.asyncDispose]: async () => {},
  }
}

function hasPassword(bytes: Buffer): boolean {
  const start = bytes.indexOf(workbookStart)
  return start >= 0 && start + 22 <= bytes.length && bytes.readUInt16LE(start + 20) === passwordRecord
}

function notAWorkbook(label: string, cause: unknown): AppError {
  return new AppError('unsupported_media_type', `${label} is not a spreadsheet, despite its name.`, {
    cause,
  })
}
