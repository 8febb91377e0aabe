import { chartParts } from '../append/grow-parts.ts'
import { attribute, decodeEntities, type XmlHandler } from './xml-scanner.ts'
import { readWorkbookFacts, relationshipsOf } from './xlsx-package.ts'
import { scanPart } from './scan-part.ts'
import { ZipParts } from '../zip-parts.ts'

const maxPartBytes = 32 * 1024 * 1024

export interface XlsxDetails {
  readonly names: readonly { readonly name: string; readonly refers_to: string }[]
  /** Sheets that are one large chart. */
  readonly chartSheets: readonly string[]
  readonly sheets: readonly {
    readonly name: string
    readonly charts: readonly { readonly type: string; readonly title: string | null }[]
    readonly tables: readonly { readonly name: string; readonly range: string }[]
  }[]
}

/** What a workbook has beside its cells. */
export async function readXlsxDetails(path: string): Promise<XlsxDetails> {
  await using parts = await ZipParts.open(path, 'an Excel workbook (.xlsx)')
  const facts = await readWorkbookFacts(parts)
  const sheets = []
  for (const { name, part } of facts.sheets.filter(({ kind }) => kind === 'worksheet')) {
    const charts = []
    for (const chart of await chartParts(parts, part)) charts.push(await readChart(parts, chart))
    sheets.push({ name, charts, tables: await readTables(parts, part) })
  }
  return {
    names: facts.names
      .filter(({ name, hidden }) => !hidden && !name.startsWith('_xlnm.'))
      .map(({ name, refers_to }) => ({ name, refers_to })),
    chartSheets: facts.sheets.filter(({ kind }) => kind === 'chartsheet').map(({ name }) => name),
    sheets,
  }
}

async function readChart(parts: ZipParts, part: string): Promise<{ type: string; title: string | null }> {
  const reader = new ChartReader()
  await scanPart(parts, part, { handler: reader, maxBytes: maxPartBytes })
  return { type: reader.type ?? 'other', title: reader.title === '' ? null : reader.title }
}

async function readTables(parts: ZipParts, sheetPart: string): Promise<{ name: string; range: string }[]> {
  const tables: { name: string; range: string }[] = []
  const handler: XmlHandler = {
    open(element, attributes) {
      if (element !== 'table') return
      tables.push({
        name: attribute(attributes, 'displayName') ?? '',
        range: attribute(attributes, 'ref') ?? '',
      })
    },
    close() {},
    text() {},
  }
  for (const { kind, target } of await relationshipsOf(parts, sheetPart)) {
    if (kind === 'table' && parts.has(target))
      await scanPart(parts, target, { handler, maxBytes: maxPartBytes })
  }
  return tables
}

/** Kind and title of a chart: the first plot, and the text of the title that stands before the plots. */
class ChartReader implements XmlHandler {
  type: string | undefined
  title = ''
  #inPlots = false
  #inTitle = false
  #inText = false

  open(name: string, attributes: string): void {
    if (name === 'plotArea') this.#inPlots = true
    if (name === 'title' && !this.#inPlots) this.#inTitle = true
    if (name === 't' || name === 'v') this.#inText = this.#inTitle
    if (this.#inPlots && this.type === undefined && name.endsWith('Chart'))
      this.type = name.replace(/(?:3D)?Chart$/, '')
    if (name === 'barDir' && attribute(attributes, 'val') === 'col') this.type = 'column'
  }

  close(name: string): void {
    if (name === 'title') this.#inTitle = false
    if (name === 't' || name === 'v') this.#inText = false
  }

  text(raw: string): void {
    if (this.#inText) this.title += decodeEntities(raw)
  }
}
