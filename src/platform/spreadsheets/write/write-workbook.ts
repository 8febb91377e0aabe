import { createZipWriter, type ZipEntryStream, type ZipWriter } from '../../archives/zip-writer.ts'
import { ChartCapture } from '../charts/chart-capture.ts'
import { chartXml } from '../charts/chart-xml.ts'
import { drawingXml } from '../charts/drawing-xml.ts'
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
import { themePartXml } from './theme-part.ts'
import { themes } from './themes.ts'
import type { Chart, ChartRange, Sheet, Workbook } from './workbook.ts'

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
