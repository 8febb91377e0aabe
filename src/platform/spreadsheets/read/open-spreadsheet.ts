import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { fileError } from '../../files/file-error.ts'
import { OdsRowReader, OdsSheetReader } from './ods-rows.ts'
import { sheetNamed } from '../sheet-named.ts'
import type { SheetRow, Spreadsheet } from '../spreadsheet.ts'
import { readSharedStrings, readStyleKinds, readWorkbookFacts, type PackageSheet } from './xlsx-package.ts'
import { XlsxRowReader } from './xlsx-rows.ts'
import { scanPart, scanPieces } from './scan-part.ts'
import { ZipParts } from '../zip-parts.ts'
import { namedPath } from '../../files/held.ts'

const compoundFile = 'd0cf11e0a1b11ae1'
const kind = 'a spreadsheet (.xlsx, .xls or .ods)'

/** Opens a workbook of Excel or LibreOffice, told apart by its content. Rows are read one by one, never all at once. */
export async function openSpreadsheet(path: string): Promise<Spreadsheet> {
  const label = `"${basename(namedPath(path))}"`
  if ((await firstBytes(path)) === compoundFile) {
    const { openXls } = await import('./xls-reader.ts')
    return openXls(path, label)
  }
  const parts = await ZipParts.open(path, kind)
  try {
    return parts.has('content.xml') && parts.has('mimetype') ? await openOds(parts) : await openXlsx(parts)
  } catch (error) {
    await parts[Symbol.asyncDispose]()
    throw error
  }
}

async function openXlsx(parts: ZipParts): Promise<Spreadsheet> {
  const facts = await readWorkbookFacts(parts)
  const sheets = facts.sheets.filter((sheet) => sheet.kind === 'worksheet')
  let context: Promise<[string[], Awaited<ReturnType<typeof readStyleKinds>>]> | undefined
  async function* rows(sheet: PackageSheet, signal: AbortSignal | undefined): AsyncGenerator<SheetRow> {
    context ??= Promise.all([
      readSharedStrings(parts, facts.stringsPart),
      readStyleKinds(parts, facts.stylesPart),
    ])
    const [strings, styles] = await context
    const handler = new XlsxRowReader({ strings, styles, epoch: facts.epoch, label: parts.label })
    for await (const _ of scanPieces(parts, sheet.part, { handler, signal })) yield* handler.take()
    yield* handler.take()
  }
  return {
    format: 'xlsx',
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    rows: (name, options) => rows(sheetNamed(name, { sheets, label: parts.label }), options?.signal),
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

async function openOds(parts: ZipParts): Promise<Spreadsheet> {
  const type = await readMimetype(parts)
  if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet')) {
    throw new AppError('unsupported_media_type', `${parts.label} is not ${kind}, despite its name.`)
  }
  await refuseEncryptedOds(parts)
  const reader = new OdsSheetReader()
  await scanPart(parts, 'content.xml', { handler: reader })
  async function* rows(sheet: string, signal: AbortSignal | undefined): AsyncGenerator<SheetRow> {
    const handler = new OdsRowReader(sheet, parts.label)
    for await (const _ of scanPieces(parts, 'content.xml', { handler, signal })) {
      for (const { row, values, times } of handler.take()) {
        for (let index = 0; index < times; index++) yield { row: row + index, values }
      }
    }
  }
  return {
    format: 'ods',
    sheets: reader.sheets,
    rows: (name, options) =>
      rows(sheetNamed(name, { sheets: reader.sheets, label: parts.label }).name, options?.signal),
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

async function readMimetype(parts: ZipParts): Promise<string> {
  for await (const chunk of parts.chunks('mimetype')) return chunk.toString('latin1', 0, 100).trim()
  return ''
}

async function refuseEncryptedOds(parts: ZipParts): Promise<void> {
  if (!parts.has('META-INF/manifest.xml')) return
  const handler = {
    open(name: string) {
      if (name === 'encryption-data') {
        throw new AppError(
          'unsupported_media_type',
          `${parts.label} is password-protected. Remove the password in its own program first.`,
        )
      }
    },
    close() {},
    text() {},
  }
  await scanPart(parts, 'META-INF/manifest.xml', { handler })
}

async function firstBytes(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) {
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    }
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('hex', 0, bytesRead)
  } catch (error) {
    throw fileError(error, path)
  }
}
