import { zipBytes } from './archive-bytes.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A small workbook, made by hand and not by the code under test; numbers are numbers, all else is text. */
export function xlsxBytes(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
): Buffer {
  const names = Object.keys(sheets)
  const overrides = names.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
  )
  return zipBytes([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>${overrides.join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packageRelationships}">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    },
    ...Object.values(sheets).map((rows, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    })),
  ])
}

function rowXml(values: readonly (string | number)[], index: number): string {
  const cells = values.map((value, column) => {
    const place = `${String.fromCodePoint(65 + column)}${index + 1}`
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
    return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
  })
  return `<row r="${index + 1}">${cells.join('')}</row>`
}
