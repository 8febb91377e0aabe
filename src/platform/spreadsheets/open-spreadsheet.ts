import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { ZipEditor } from '../archives/zip-editor.ts'
import { fileError } from '../files/file-error.ts'
import { OdsRowReader, OdsSheetReader } from './ods-rows.ts'
import { sheetNamed } from './sheet-named.ts'
import type { SheetRow, Spreadsheet } from './spreadsheet.ts'
import { readSharedStrings, readStyleKinds, readWorkbookFacts, type PackageSheet } from './xlsx-package.ts'
import { XlsxRowReader } from './xlsx-rows.ts'
import { scanPart, scanPieces, spreadsheetLimits, type PartSource } from './zip-part.ts'

const compoundFile = 'd0cf11e0a1b11ae1'
const kind = 'a spreadsheet (.xlsx, .xls or .ods)'

/** Opens a workbook of Excel or LibreOffice, told apart by its content. Rows are read one by one, never all at once. */
export async function openSpreadsheet(path: string): Promise<Spreadsheet> {
  const label = `"${basename(path)}"`
  if ((await firstBytes(path)) === compoundFile) {
    const { openXls } = await import('./xls-reader.ts')
    return openXls(path, label)
  }
  const zip = await ZipEditor.open(path, { limits: spreadsheetLimits, kind })
  try {
    const source = { zip, label }
    return zip.has('content.xml') && zip.has('mimetype') ? await openOds(source) : await openXlsx(source)
  } catch (error) {
    await zip.close()
    throw error
  }
}

async function openXlsx(source: PartSource): Promise<Spreadsheet> {
  const facts = await readWorkbookFacts(source)
  const sheets = facts.sheets.filter((sheet) => sheet.kind === 'worksheet')
  let context: Promise<[string[], Awaited<ReturnType<typeof readStyleKinds>>]> | undefined
  async function* rows(sheet: PackageSheet, signal: AbortSignal | undefined): AsyncGenerator<SheetRow> {
    context ??= Promise.all([
      readSharedStrings(source, facts.stringsPart),
      readStyleKinds(source, facts.stylesPart),
    ])
    const [strings, styles] = await context
    const handler = new XlsxRowReader({ strings, styles, epoch: facts.epoch, label: source.label })
    for await (const _ of scanPieces(source, sheet.part, { handler, signal })) yield* handler.take()
    yield* handler.take()
  }
  return {
    format: 'xlsx',
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    rows: (name, options) => rows(sheetNamed(name, { sheets, label: source.label }), options?.signal),
    [Symbol.asyncDispose]: () => source.zip.close(),
  }
}

async function openOds(source: PartSource): Promise<Spreadsheet> {
  const type = (await source.zip.readText('mimetype')).trim()
  if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet')) {
    throw new AppError('unsupported_media_type', `${source.label} is not ${kind}, whatever its name says.`)
  }
  await refuseEncryptedOds(source)
  const reader = new OdsSheetReader()
  await scanPart(source, 'content.xml', { handler: reader })
  async function* rows(sheet: string, signal: AbortSignal | undefined): AsyncGenerator<SheetRow> {
    const handler = new OdsRowReader(sheet, source.label)
    for await (const _ of scanPieces(source, 'content.xml', { handler, signal })) {
      for (const { row, values, times } of handler.take()) {
        for (let index = 0; index < times; index++) yield { row: row + index, values }
      }
    }
  }
  return {
    format: 'ods',
    sheets: reader.sheets,
    rows: (name, options) =>
      rows(sheetNamed(name, { sheets: reader.sheets, label: source.label }).name, options?.signal),
    [Symbol.asyncDispose]: () => source.zip.close(),
  }
}

async function refuseEncryptedOds(source: PartSource): Promise<void> {
  if (!source.zip.has('META-INF/manifest.xml')) return
  const handler = {
    open(name: string) {
      if (name === 'encryption-data') {
        throw new AppError(
          'unsupported_media_type',
          `${source.label} is protected by a password: remove the password in its own program first.`,
        )
      }
    },
    close() {},
    text() {},
  }
  await scanPart(source, 'META-INF/manifest.xml', { handler })
}

async function firstBytes(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) {
      throw new AppError('conflict', `"${path}" is a folder or a device, not a file.`)
    }
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('hex', 0, bytesRead)
  } catch (error) {
    throw fileError(error, path)
  }
}
