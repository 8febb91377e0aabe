import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createZipWriter } from '../../archives/zip-writer.ts'
import { openSpreadsheet } from './open-spreadsheet.ts'
import { writeWorkbook } from '../write/write-workbook.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-spreadsheet-'))
  path = join(folder, 'book.xlsx')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function links(items: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const lines = Object.entries(items).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships>${lines.join('')}</Relationships>`
}

interface Parts {
  readonly rows?: string
  readonly strings?: string
  readonly styles?: string
  readonly workbook?: string
  readonly sheet?: string
}

async function xlsx({ rows = '', strings, styles, workbook, sheet }: Parts): Promise<void> {
  await using zip = await createZipWriter(path)
  await zip.add('_rels/.rels', links({ a: ['officeDocument', 'xl/workbook.xml'] }))
  await zip.add(
    'xl/workbook.xml',
    workbook ??
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
  )
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    links({
      s: ['worksheet', 'worksheets/sheet1.xml'],
      c: ['chartsheet', 'chartsheets/sheet1.xml'],
      t: ['sharedStrings', 'sharedStrings.xml'],
      f: ['styles', 'styles.xml'],
    }),
  )
  await zip.add(
    'xl/worksheets/sheet1.xml',
    sheet ?? `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  )
  await zip.add('xl/chartsheets/sheet1.xml', '<chartsheet/>')
  if (strings !== undefined) await zip.add('xl/sharedStrings.xml', `<sst>${strings}</sst>`)
  if (styles !== undefined) await zip.add('xl/styles.xml', styles)
  await zip.close()
}

async function ods(content: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await using zip = await createZipWriter(path)
  await zip.add('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')
  await zip.add(
    'content.xml',
    `<office:document-content><office:automatic-styles><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${content}</office:spreadsheet></office:body></office:document-content>`,
  )
  for (const [name, text] of Object.entries(more)) await zip.add(name, text)
  await zip.close()
}

async function read(sheet = 'S', most = Number.POSITIVE_INFINITY): Promise<unknown[]> {
  await using book = await openSpreadsheet(path)
  const rows: unknown[] = []
  for await (const { row, values } of book.rows(sheet)) {
    rows.push([row, ...values])
    if (rows.length >= most) break
  }
  return rows
}

test('shared, rich, inline and formula texts, without the reading aids of East Asian ones', async () => {
  await xlsx({
    strings:
      '<si><t>plain &amp; simple</t></si><si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and not</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si/>',
    rows:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="B2" t="str"><f>A1&amp;"x"</f><v>a_x000D_b</v></c><c r="C2" t="s"><v>99</v></c><c r="D2" t="e"><v>#N/A</v></c></row>',
  })
  expect(await read()).toEqual([
    [0, 'plain & simple', 'bold and not', '東京', ''],
    [1, 'inline', 'a\rb', null, '#N/A'],
  ])
})

test('dates, times and spans of time by their formats, in both calendars', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="&quot;d&quot;0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>'
  const rows =
    '<row><c s="1"><v>45351</v></c><c s="2"><v>45351.354166666664</v></c><c s="3"><v>0.5</v></c><c s="4"><v>1.25</v></c><c s="5"><v>7</v></c><c><v>8</v></c><c s="1" t="d"><v>2024-02-29</v></c></row>'
  await xlsx({ styles, rows })
  expect(await read()).toEqual([
    [
      0,
      new Date('2024-02-29'),
      new Date('2024-02-29T08:30:00Z'),
      '12:00:00',
      '30:00:00',
      7,
      8,
      new Date('2024-02-29'),
    ],
  ])
  const workbook = `<workbook xmlns:r="${office}"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="s"/></sheets></workbook>`
  await xlsx({ styles, workbook, rows: '<row><c s="1"><v>43889</v></c></row>' })
  expect(await read()).toEqual([[0, new Date('2024-02-29')]])
})

test('cells and rows may leave out where they are, or leave gaps', async () => {
  await xlsx({
    rows: '<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row/>',
  })
  expect(await read()).toEqual([[0, 1, 2], [4, null, null, 3, 4], [5]])
})

test('sheets that are charts are left out, hidden ones are told', async () => {
  const workbook = `<workbook xmlns:r="${office}"><sheets><sheet name="Chart" r:id="c"/><sheet name="S" state="veryHidden" r:id="s"/><sheet name="Lost" r:id="zzz"/></sheets></workbook>`
  await xlsx({ workbook, rows: '<row><c><v>1</v></c></row>' })
  await using book = await openSpreadsheet(path)
  expect(book.sheets).toEqual([{ name: 'S', hidden: true }])
  expect(await read('s')).toEqual([[0, 1]])
})

test('OpenDocument sheets: types, repeated cells and rows, lines, notes and hidden sheets', async () => {
  const cell = (attributes: string, text = '') => `<table:table-cell ${attributes}>${text}</table:table-cell>`
  await ods(
    `<table:table table:name="S"><table:table-row>${cell('office:value-type="float" office:value="1.5"', '<text:p>1,50</text:p>')}${cell('office:value-type="date" office:date-value="2024-02-29T08:30:00"')}${cell('office:value-type="boolean" office:boolean-value="true"')}${cell('office:value-type="time" office:time-value="PT08H30M00S"')}${cell('office:value-type="string"', '<office:annotation><text:p>note</text:p></office:annotation><text:p>a<text:s text:c="2"/>b</text:p><text:p>c &amp; d</text:p>')}${cell('table:number-columns-repeated="16000"')}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="2">${cell('table:number-columns-repeated="2" office:value-type="string"', '<text:p>x</text:p>')}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="1048000">${cell('table:number-columns-repeated="16384"')}</table:table-row></table:table>` +
      `<table:table table:name="T" table:style-name="ta2"><table:table-row>${cell('office:value-type="float" office:value="9"')}</table:table-row></table:table>`,
  )
  await using book = await openSpreadsheet(path)
  expect(book.format).toBe('ods')
  expect(book.sheets).toEqual([
    { name: 'S', hidden: false },
    { name: 'T', hidden: true },
  ])
  expect(await read()).toEqual([
    [0, 1.5, new Date('2024-02-29T08:30:00Z'), true, '08:30:00', 'a  b\nc & d'],
    [1, 'x', 'x'],
    [2, 'x', 'x'],
  ])
  expect(await read('T')).toEqual([[0, 9]])
})

test('a row of OpenDocument that repeats a million times takes no more memory than one', async () => {
  await ods(
    '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16384"/></table:table-row></table:table>',
  )
  const rows = await read('S', 3)
  expect(rows).toHaveLength(3)
  await ods(
    '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="float" office:value="1"/></table:table-row><table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row></table:table>',
  )
  await expect(read()).rejects.toThrow('is damaged: a cell is outside the sheet.')
})

test('reading stops as soon as nobody wants more, however large the sheet is', async () => {
  function* rows() {
    for (let index = 0; index < 200_000; index++) yield [index, 'some text']
  }
  await writeWorkbook(path, {
    sheets: [{ name: 'S', columns: [{ header: 'a' }, { header: 'b' }], rows: rows() }],
  })
  expect(await read('S', 2)).toEqual([
    [0, 'a', 'b'],
    [1, 0, 'some text'],
  ])
})

test('an aborted call stops reading', async () => {
  await writeWorkbook(path, { sheets: [{ name: 'S', columns: [], rows: [[1], [2]] }] })
  await using book = await openSpreadsheet(path)
  const rows = book.rows('S', { signal: AbortSignal.abort() })
  await expect(Array.fromAsync(rows)).rejects.toThrow('aborted')
})

test('a sheet that unpacks to far more than it should is refused', async () => {
  await using zip = await createZipWriter(path)
  await zip.add('_rels/.rels', links({ a: ['officeDocument', 'xl/workbook.xml'] }))
  await zip.add(
    'xl/workbook.xml',
    `<workbook xmlns:r="${office}"><sheets><sheet name="S" r:id="s"/></sheets></workbook>`,
  )
  await zip.add('xl/_rels/workbook.xml.rels', links({ s: ['worksheet', 'sheet.xml'] }))
  const sheet = await zip.stream('xl/sheet.xml')
  await sheet.write('<worksheet><sheetData>')
  const piece = '<row r="1"/>'.repeat(100_000)
  for (let count = 0; count < 20; count++) await sheet.write(piece)
  await sheet.write('</sheetData></worksheet>')
  await sheet.end()
  await zip.close()
  await expect(read()).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('"book.xlsx"'),
  })
})

test.for([
  ['a document type', { sheet: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' }, 'declares a document type'],
  [
    'a cell far outside',
    { rows: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' },
    'is damaged: a cell is outside the sheet.',
  ],
  [
    'a row far outside',
    { rows: '<row r="99999999"><c><v>1</v></c></row>' },
    'is damaged: a cell is outside the sheet.',
  ],
  ['XML that ends too early', { sheet: '<worksheet><sheetData><row>' }, 'ends too early'],
  ['another kind of document', { workbook: '<document/>' }, 'is not an Excel workbook'],
] as const)('%s is refused in words', async ([, parts, reason]) => {
  await xlsx(parts)
  await expect(read()).rejects.toThrow(reason)
})

test('a file that was cut off, damaged, mislabelled or is not there', async () => {
  await writeWorkbook(path, { sheets: [{ name: 'S', columns: [], rows: [['a'.repeat(100)]] }] })
  const { length } = await readFile(path)
  await truncate(path, length - 40)
  await expect(read()).rejects.toThrow('damaged or incomplete')
  await writeFile(path, 'name;amount\n')
  await expect(read()).rejects.toThrow('is not a spreadsheet (.xlsx, .xls or .ods), despite its name')
  await writeFile(path, '')
  await expect(read()).rejects.toThrow('is empty')
  await rm(path)
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  path = folder
  await expect(read()).rejects.toThrow('not a file')
})

test('bytes that changed on the way are noticed', async () => {
  await xlsx({
    rows: Array.from({ length: 500 }, (_, index) => `<row><c><v>${index * 7919}</v></c></row>`).join(''),
  })
  const bytes = await readFile(path)
  const at = bytes.indexOf('xl/worksheets/sheet1.xml') + 200
  await using file = await open(path, 'r+')
  await file.write(Buffer.from([bytes[at]! ^ 0xff]), 0, 1, at)
  await expect(read()).rejects.toThrow('damaged')
})

test('a password is asked to be removed, in the new format and in the old ones', async () => {
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  await writeFile(
    path,
    Buffer.concat([compound, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
  )
  await expect(read()).rejects.toThrow('password-protected')
  const records = Buffer.concat([
    Buffer.from('0908100000060500', 'hex'),
    Buffer.alloc(12),
    Buffer.from('2f003600', 'hex'),
  ])
  await writeFile(path, Buffer.concat([compound, Buffer.alloc(504), records]))
  await expect(read()).rejects.toThrow('password-protected')
  await writeFile(path, Buffer.concat([compound, Buffer.alloc(600)]))
  await expect(read()).rejects.toThrow('is not a spreadsheet')
  await ods('<table:table table:name="S"/>', {
    'META-INF/manifest.xml': '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
  })
  await expect(read()).rejects.toThrow('password-protected')
})

test('an unknown sheet is answered with the sheets there are', async () => {
  await xlsx({})
  await using book = await openSpreadsheet(path)
  expect(() => book.rows('T')).toThrow('"book.xlsx" has no sheet "T". Its sheets: S.')
})
