import { absoluteRange, quotedSheet } from '../cell-reference.ts'
import type { Workbook } from './workbook.ts'
import { escapeXml, namespaces, xmlDeclaration } from '../xml-text.ts'

const office = 'application/vnd.openxmlformats-officedocument'

/** What a package consists of: sheets, and for each sheet the numbers of its charts. */
export interface PackagePlan {
  /** One per sheet; numbers count over the whole workbook, from 1. */
  readonly chartNumbers: readonly (readonly number[])[]
}

export function contentTypesXml({ chartNumbers }: PackagePlan): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${office}.${type}+xml"/>`
  return [
    `${xmlDeclaration}<Types xmlns="${namespaces.contentTypes}">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('workbook.xml', 'spreadsheetml.sheet.main'),
    ...chartNumbers.map((_, index) =>
      override(`worksheets/sheet${index + 1}.xml`, 'spreadsheetml.worksheet'),
    ),
    override('theme/theme1.xml', 'theme'),
    override('styles.xml', 'spreadsheetml.styles'),
    override('sharedStrings.xml', 'spreadsheetml.sharedStrings'),
    ...chartNumbers.flatMap((charts, index) =>
      charts.length === 0 ? [] : [override(`drawings/drawing${index + 1}.xml`, 'drawing')],
    ),
    ...chartNumbers.flat().map((number) => override(`charts/chart${number}.xml`, 'drawingml.chart')),
    '</Types>',
  ].join('')
}

export function packageRelationshipsXml(): string {
  return relationshipsXml([['officeDocument', 'xl/workbook.xml']])
}

export function workbookRelationshipsXml({ chartNumbers }: PackagePlan): string {
  return relationshipsXml([
    ...chartNumbers.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
    ['theme', 'theme/theme1.xml'],
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ])
}

export function relationshipsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${namespaces.relationships}/${type}" Target="${target}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${namespaces.packageRelationships}">${items.join('')}</Relationships>`
}

/** What was written of each sheet. */
export interface WrittenSheet {
  readonly rows: number
  readonly columns: number
}

interface WorkbookOptions {
  readonly written: readonly WrittenSheet[]
  readonly hasFormulas: boolean
}

export function workbookXml(workbook: Workbook, { written, hasFormulas }: WorkbookOptions): string {
  const sheets = workbook.sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const names = definedNames(workbook, written)
  return [
    `${xmlDeclaration}<workbook xmlns="${namespaces.main}" xmlns:r="${namespaces.relationships}">`,
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15600"/></bookViews>',
    `<sheets>${sheets.join('')}</sheets>`,
    names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`,
    // The values in the file are right; programs that can calculate should still do it themselves.
    hasFormulas ? '<calcPr calcId="191029" fullCalcOnLoad="1"/>' : '',
    '</workbook>',
  ].join('')
}

function definedNames(workbook: Workbook, written: readonly WrittenSheet[]): string[] {
  const ofSheets = workbook.sheets.flatMap((sheet, index) => {
    const hasHeader = sheet.columns.some((column) => column.header !== undefined)
    const { rows, columns } = written[index]!
    if (!hasHeader) return []
    const range = { firstRow: 0, firstColumn: 0, lastRow: Math.max(rows - 1, 0), lastColumn: columns - 1 }
    const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeXml(absoluteRange(sheet.name, range))}</definedName>`
    // The header is printed on every page.
    const titles = `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXml(quotedSheet(sheet.name))}!$1:$1</definedName>`
    return sheet.filter ? [filter, titles] : [titles]
  })
  const own = (workbook.names ?? []).map(
    ({ name, sheet, range }) =>
      `<definedName name="${escapeXml(name)}">${escapeXml(absoluteRange(sheet, range))}</definedName>`,
  )
  return [...ofSheets, ...own]
}
