import { AppError } from '../../../contract/errors.ts'
import { grownChart, grownFilterName, grownTable, type Growth } from './grown-references.ts'
import type { NewHeader } from './splice-sheet.ts'
import { relationshipsOf, type PackageSheet, type WorkbookFacts } from '../read/xlsx-package.ts'
import type { ZipEditor } from '../../archives/zip-editor.ts'
import type { ZipParts } from '../zip-parts.ts'

interface GrowOptions {
  /** What is changed; `parts` is the same file as it was. */
  readonly zip: ZipEditor
  readonly facts: WorkbookFacts
  readonly sheet: PackageSheet
  readonly growth: Growth
  readonly newHeader: NewHeader | undefined
  readonly extendCharts: boolean
}

/** Lets what refers to the rows of a sheet reach over the new ones: its tables, its filter and, if wanted, its charts. */
export async function growReferences(parts: ZipParts, options: GrowOptions): Promise<void> {
  const { facts, sheet, growth, zip } = options
  const related = await relationshipsOf(parts, sheet.part)
  for (const { target } of related.filter(({ kind }) => kind === 'table'))
    await growTable(parts, { part: target, ...options })
  const workbook = await zip.readText(facts.part)
  const grown = grownFilterName(workbook, { sheet: sheet.name, growth })
  if (grown !== workbook) zip.write(facts.part, grown)
  if (!options.extendCharts) return
  for (const chart of await chartParts(parts, sheet.part)) {
    const xml = grownChart(await zip.readText(chart), { sheet: sheet.name, growth })
    if (xml !== undefined) zip.write(chart, xml)
  }
}

/** Charts that lie on a sheet. */
export async function chartParts(parts: ZipParts, sheetPart: string): Promise<string[]> {
  const drawings = (await relationshipsOf(parts, sheetPart)).filter(({ kind }) => kind === 'drawing')
  const charts = await Promise.all(drawings.map(({ target }) => relationshipsOf(parts, target)))
  return charts
    .flat()
    .filter(({ kind, target }) => kind === 'chart' && parts.has(target))
    .map(({ target }) => target)
}

async function growTable(
  parts: ZipParts,
  { part, growth, newHeader, zip }: GrowOptions & { part: string },
): Promise<void> {
  if (!parts.has(part)) return
  const xml = await zip.readText(part)
  const grown = grownTable(xml, growth)
  if (grown === undefined) return
  const name = /\sdisplayName=["']([^"']*)/.exec(xml)?.[1] ?? 'a table'
  if (/\stotalsRowCount=["'][1-9]/.test(xml)) {
    throw new AppError(
      'conflict',
      `The table "${name}" in ${parts.label} ends with a totals row. Turn that row off in Excel before adding rows.`,
    )
  }
  if (newHeader) {
    throw new AppError(
      'conflict',
      `The rows of ${parts.label} are the table "${name}". Only Excel itself can add columns to it.`,
    )
  }
  zip.write(part, grown)
}
