import { createZipWriter, type ZipEntryStream, type ZipWriter } from '../../archives/zip-writer.ts'
import { ChartCapture } from '../charts/chart-capture.ts'
import { chartXml } from '../charts/chart-xml.ts'
import {
  contentTypesXml,
  packageRelationshipsXml,
  relationshipsXml,
  workbookRelationshipsXml,
  workbookXml,
  type PackagePlan,
  type WrittenSheet,
} from './package-parts.ts'
import { SharedStrings } from '../read/shared-strings.ts'
import { checkSheetName } from '../sheet-name.ts'
import { SheetXml } from './sheet-xml.ts'
import { StyleRegistry } from './style-registry.ts'
import { themes, type Theme } from './themes.ts'
import type { Chart, ChartRange, Sheet, Workbook } from './workbook.ts'
import { escapeXml, namespaces, xmlDeclaration } from '../xml-text.ts'

const unitsPerPixel = 9525

export interface WriteOptions {
  readonly signal?: AbortSignal
  /** Called with the rows written so far, every few thousand. */
  readonly onRows?: (rows: number) => void
}

export interface WrittenWorkbook {
  readonly bytes: number
  /** Rows include the header. */
  readonly sheets: readonly (WrittenSheet & { readonly name: string })[]
  /** Texts that were cut to what a cell can hold. */
  readonly shortened: number
}

/** Writes a workbook row by row: memory does not grow with the rows. */
export async function writeWorkbook(
  path: string,
  workbook: Workbook,
  options: WriteOptions = {},
): Promise<WrittenWorkbook> {
  workbook.sheets.forEach(({ name }, index) => {
    checkSheetName(
      name,
      workbook.sheets.slice(0, index).map((sheet) => sheet.name),
    )
  })
  await using zip = await createZipWriter(path, options.signal ? { signal: options.signal } : {})
  return await new WorkbookWriter(zip, workbook).write(options)
}

class WorkbookWriter {
  readonly #zip: ZipWriter
  readonly #workbook: Workbook
  readonly #styles = new StyleRegistry()
  readonly #strings = new SharedStrings()
  readonly #captures = new Map<string, { sheet: string; capture: ChartCapture }>()
  readonly #tally = { shortened: 0, formulas: 0 }
  readonly #written: WrittenSheet[] = []
  readonly #plan: PackagePlan

  constructor(zip: ZipWriter, workbook: Workbook) {
    this.#zip = zip
    this.#workbook = workbook
    let charts = 0
    this.#plan = { chartNumbers: workbook.sheets.map((sheet) => (sheet.charts ?? []).map(() => ++charts)) }
    for (const sheet of workbook.sheets) {
      for (const range of (sheet.charts ?? []).flatMap(rangesOf)) this.#watch(sheet.name, range)
    }
  }

  async write(options: WriteOptions): Promise<WrittenWorkbook> {
    const { sheets } = this.#workbook
    const theme = themes[this.#workbook.theme ?? 'blue']
    // Programs that tell file types apart look at the first names in the archive.
    await this.#zip.add('[Content_Types].xml', contentTypesXml(this.#plan))
    await this.#zip.add('_rels/.rels', packageRelationshipsXml())
    await this.#zip.add('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(this.#plan))
    for (let index = 0; index < sheets.length; index++) await this.#writeSheet(index, options)
    for (let index = 0; index < sheets.length; index++) await this.#writeCharts(index)
    const strings = await this.#zip.stream('xl/sharedStrings.xml')
    for (const piece of this.#strings.xml()) await strings.write(piece)
    await strings.end()
    await this.#zip.add('xl/styles.xml', this.#styles.toXml())
    await this.#zip.add('xl/theme/theme1.xml', themePartXml(theme))
    const facts = { written: this.#written, hasFormulas: this.#tally.formulas > 0 }
    await this.#zip.add('xl/workbook.xml', workbookXml(this.#workbook, facts))
    return {
      bytes: await this.#zip.close(),
      sheets: this.#written.map((written, index) => ({ ...written, name: sheets[index]!.name })),
      shortened: this.#tally.shortened,
    }
  }

  async #writeSheet(index: number, options: WriteOptions): Promise<void> {
    const sheet = this.#workbook.sheets[index]!
    const xml = new SheetXml(sheet, {
      styles: this.#styles,
      strings: this.#strings,
      named: this.#workbook.styles ?? {},
      tally: this.#tally,
      theme: themes[this.#workbook.theme ?? 'blue'],
      captures: [...this.#captures.values()]
        .filter((one) => one.sheet === sheet.name)
        .map((one) => one.capture),
    })
    const entry = await this.#zip.stream(`xl/worksheets/sheet${index + 1}.xml`)
    await writeRows(sheet.rows, { xml, entry, ...(options.onRows && { onRows: options.onRows }) })
    xml.close((sheet.charts ?? []).length > 0)
    for (const piece of xml.pieces.takeAll()) await entry.write(piece)
    await entry.end()
    this.#written.push({ rows: xml.rows, columns: xml.columns })
  }

  async #writeCharts(index: number): Promise<void> {
    const sheet = this.#workbook.sheets[index]!
    const numbers = this.#plan.chartNumbers[index]!
    if (numbers.length === 0) return
    const charts = sheet.charts ?? []
    const drawing = `drawing${index + 1}.xml`
    const links = numbers.map((number) => ['chart', `../charts/chart${number}.xml`] as const)
    await this.#zip.add(
      `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
      relationshipsXml([['drawing', `../drawings/${drawing}`]]),
    )
    await this.#zip.add(`xl/drawings/${drawing}`, drawingXml(charts))
    await this.#zip.add(`xl/drawings/_rels/${drawing}.rels`, relationshipsXml(links))
    const context = {
      sheet: sheet.name,
      rowsOf: (name: string) =>
        this.#written[this.#workbook.sheets.findIndex((one) => one.name === name)]?.rows ?? 0,
      captureOf: (range: ChartRange) => this.#captures.get(rangeKey(sheet.name, range))?.capture,
    }
    for (const [place, chart] of charts.entries()) {
      await this.#zip.add(`xl/charts/chart${numbers[place]}.xml`, chartXml(chart, context))
    }
  }

  #watch(sheet: string, range: ChartRange): void {
    const key = rangeKey(sheet, range)
    if (!this.#captures.has(key)) {
      this.#captures.set(key, { sheet: range.sheet ?? sheet, capture: new ChartCapture(range) })
    }
  }
}

interface RowTarget {
  readonly xml: SheetXml
  readonly entry: ZipEntryStream
  readonly onRows?: (rows: number) => void
}

async function writeRows(rows: Sheet['rows'], { xml, entry, onRows }: RowTarget): Promise<void> {
  const flush = async (): Promise<void> => {
    onRows?.(xml.rows)
    for (const piece of xml.pieces.take()) await entry.write(piece)
  }
  // Waiting for each row of a source that never waits would take longer than writing it.
  if (Symbol.iterator in rows) {
    for (const row of rows) {
      xml.addRow(row)
      if (xml.pieces.hasFull) await flush()
    }
    return
  }
  for await (const row of rows) {
    xml.addRow(row)
    if (xml.pieces.hasFull) await flush()
  }
}

function rangesOf({ series }: Chart): ChartRange[] {
  return series.flatMap(({ categories, values }) => (categories ? [categories, values] : [values]))
}

function rangeKey(sheet: string, range: ChartRange): string {
  const { firstRow, lastRow, firstColumn, lastColumn } = range
  return JSON.stringify([range.sheet ?? sheet, firstRow, lastRow, firstColumn, lastColumn])
}

/** Where the charts of one sheet lie. */
function drawingXml(charts: readonly Chart[]): string {
  const anchors = charts.map(anchorXml).join('')
  return `${xmlDeclaration}<xdr:wsDr xmlns:xdr="${namespaces.spreadsheetDrawing}" xmlns:a="${namespaces.drawing}">${anchors}</xdr:wsDr>`
}

function anchorXml({ place, title }: Chart, index: number): string {
  const name = title === undefined ? '' : ` descr="${escapeXml(title)}"`
  return [
    '<xdr:oneCellAnchor>',
    `<xdr:from><xdr:col>${place.column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`,
    `<xdr:ext cx="${Math.round(place.width * unitsPerPixel)}" cy="${Math.round(place.height * unitsPerPixel)}"/>`,
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}"${name}/>`,
    '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>',
    '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>',
    `<a:graphic><a:graphicData uri="${namespaces.chart}">`,
    `<c:chart xmlns:c="${namespaces.chart}" xmlns:r="${namespaces.relationships}" r:id="rId${index + 1}"/>`,
    '</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>',
  ].join('')
}

/** The workbook's theme. Without this part LibreOffice draws pie charts blank, and user-made charts have no colours. */
function themePartXml({ palette }: Theme): string {
  const accents = palette.map(
    (color, index) => `<a:accent${index + 1}><a:srgbClr val="${color}"/></a:accent${index + 1}>`,
  )
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const line = (width: number) =>
    `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr">${fill}<a:prstDash val="solid"/></a:ln>`
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
  const font = (face: string) => `<a:latin typeface="${face}"/><a:ea typeface=""/><a:cs typeface=""/>`
  return `${xmlDeclaration}<a:theme xmlns:a="${namespaces.drawing}" name="Office Theme"><a:themeElements>${[
    '<a:clrScheme name="Office">',
    '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>',
    '<a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2>',
    ...accents,
    '<a:hlink><a:srgbClr val="0563C1"/></a:hlink><a:folHlink><a:srgbClr val="954F72"/></a:folHlink></a:clrScheme>',
    `<a:fontScheme name="Office"><a:majorFont>${font('Calibri Light')}</a:majorFont>`,
    `<a:minorFont>${font('Calibri')}</a:minorFont></a:fontScheme>`,
    `<a:fmtScheme name="Office"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>`,
    `<a:lnStyleLst>${line(6350)}${line(12700)}${line(19050)}</a:lnStyleLst>`,
    `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst>`,
    `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`,
  ].join('')}</a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`
}
