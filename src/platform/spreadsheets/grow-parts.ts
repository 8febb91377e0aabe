import { AppError } from '../../contract/errors.ts'
import { grownChart, grownFilterName, grownTable, type Growth } from './grown-references.ts'
import type { NewHeader } from './splice-sheet.ts'
import { relationshipsOf, type PackageSheet, type WorkbookFacts } from './xlsx-package.ts'
import type { PartSource } from './zip-part.ts'

interface GrowOptions {
  readonly facts: WorkbookFacts
  readonly sheet: PackageSheet
  readonly growth: Growth
  readonly newHeader: NewHeader | undefined
  readonly extendCharts: boolean
}

/** Lets what refers to the rows of a sheet reach over the new ones: its tables, its filter and, if wanted, its charts. */
export async function growReferences(source: PartSource, options: GrowOptions): Promise<void> {
  const { facts, sheet, growth } = options
  const related = await relationshipsOf(source, sheet.part)
  for (const { target } of related.filter(({ kind }) => kind === 'table'))
    await growTable(source, { part: target, ...options })
  const workbook = await source.zip.readText(facts.part)
  const grown = grownFilterName(workbook, { sheet: sheet.name, growth })
  if (grown !== workbook) source.zip.write(facts.part, grown)
  if (!options.extendCharts) return
  for (const chart of await chartParts(source, sheet.part)) {
    const xml = grownChart(await source.zip.readText(chart), { sheet: sheet.name, growth })
    if (xml !== undefined) source.zip.write(chart, xml)
  }
}

/** Charts that lie on a sheet. */
export async function chartParts(source: PartSource, sheetPart: string): Promise<string[]> {
  const drawings = (await relationshipsOf(source, sheetPart)).filter(({ kind }) => kind === 'drawing')
  const charts = await Promise.all(drawings.map(({ target }) => relationshipsOf(source, target)))
  return charts
    .flat()
    .filter(({ kind, target }) => kind === 'chart' && source.zip.has(target))
    .map(({ target }) => target)
}

async function growTable(
  source: PartSource,
  { part, growth, newHeader }: GrowOptions & { part: string },
): Promise<void> {
  if (!source.zip.has(part)) return
  const xml = await source.zip.readText(part)
  const grown = grownTable(xml, growth)
  if (grown === undefined) return
  const name = /\sdisplayName=["']([^"']*)/.exec(xml)?.[1] ?? 'a table'
  if (/\stotalsRowCount=["'][1-9]/.test(xml)) {
    throw new AppError(
      'conflict',
      `The table "${name}" in ${source.label} ends in a row of totals: turn that row off in Excel before adding rows.`,
    )
  }
  if (newHeader) {
    throw new AppError(
      'conflict',
      `The rows of ${source.label} are the table "${name}", whose columns only Excel itself can add to.`,
    )
  }
  source.zip.write(part, grown)
}
