import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ZipEditor } from '../../archives/zip-editor.ts'
import { openSpreadsheet } from '../read/open-spreadsheet.ts'
import type { Row, Sheet, Workbook } from './workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-workbook-'))
  path = join(folder, 'book.xlsx')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function sheet(rows: Sheet['rows'], more: Partial<Sheet> = {}): Workbook {
  return { sheets: [{ name: 'Data', columns: [{ header: 'A' }, { header: 'B' }], rows, ...more }] }
}

async function part(name: string): Promise<string> {
  await using zip = await ZipEditor.open(path)
  return await zip.readText(name)
}

async function values(name = 'Data'): Promise<unknown[][]> {
  await using book = await openSpreadsheet(path)
  const rows: unknown[][] = []
  for await (const { row, values: cells } of book.rows(name)) rows[row] = [...cells]
  return rows
}

test('every kind of value comes back as what it was', async () => {
  const moment = new Date('2024-02-29T13:45:30Z')
  await writeWorkbook(
    path,
    sheet([
      ['text', 'Ä 漢字 🎉'],
      [1.5, -2],
      [true, false],
      [new Date('2024-02-29'), moment],
      [null, undefined],
      ['', Number.NaN],
      [Number.POSITIVE_INFINITY, 'last'],
    ]),
  )
  expect(await values()).toEqual([
    ['A', 'B'],
    ['text', 'Ä 漢字 🎉'],
    [1.5, -2],
    [true, false],
    [new Date('2024-02-29'), moment],
    [],
    [],
    [null, 'last'],
  ])
})

test('text keeps spaces, lines, angle brackets and what looks like an escape, and loses what XML cannot hold', async () => {
  const texts = [' a ', 'a\nb', '<b>&"\'', '_x0041_', 'tab\there', '\u0001\u0002x\u001f', 'a\r\nb', '\ud800x']
  await writeWorkbook(path, sheet(texts.map((text): Row => [text])))
  const read = (await values()).slice(1).map(([text]) => text)
  expect(read).toEqual([' a ', 'a\nb', '<b>&"\'', '_x0041_', 'tab\there', 'x', 'a\nb', '\ufffdx'])
})

test('text that looks like a formula is a string cell, marked so that editing does not turn it into one', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '\t=1',
    '=HYPERLINK("http://x")',
    '=WEBSERVICE("x")',
  ]
  await writeWorkbook(path, sheet(texts.map((text): Row => [text])))
  expect((await values()).slice(1).map(([text]) => text)).toEqual(texts)
  const xml = await part('xl/worksheets/sheet1.xml')
  expect(xml).not.toContain('<f>')
  const styles = await part('xl/styles.xml')
  const marked = [...styles.matchAll(/<xf [^>]*>/g)]
    .map(([tag]) => tag)
    .slice(1)
    .findIndex((tag) => tag.includes('quotePrefix="1"'))
  expect(xml.match(new RegExp(`s="${marked}" t="s"`, 'g'))).toHaveLength(texts.length)
})

test('a text longer than a cell is cut between characters, and counted', async () => {
  const { shortened } = await writeWorkbook(path, sheet([[`${'x'.repeat(32_766)}🎉`, 'y'.repeat(40_000)]]))
  expect(shortened).toBe(2)
  const [first, second] = (await values())[1] as [string, string]
  expect(first).toBe('x'.repeat(32_766))
  expect(second).toHaveLength(32_767)
})

test('a column of different texts is written in place, one of repeated texts is shared', async () => {
  const rows = Array.from({ length: 5000 }, (_, index): Row => [`unique ${index}`, `group ${index % 3}`])
  await writeWorkbook(path, sheet(rows))
  const shared = await part('xl/sharedStrings.xml')
  expect(shared).toContain('group 2')
  expect(shared).not.toContain('unique 4999')
  expect((await values())[5000]).toEqual(['unique 4999', 'group 1'])
})

test('a formula has its value beside it, of whatever type', async () => {
  await writeWorkbook(
    path,
    sheet([
      [
        { formula: '=1+2', value: 3 },
        { formula: 'UPPER("a<b")', value: 'A<B' },
      ],
      [
        { formula: 'TRUE()', value: true },
        { formula: '1/0', value: '#DIV/0!' },
      ],
      [{ formula: 'TODAY()', value: new Date('2025-01-01') }, { formula: 'A1' }],
    ]),
  )
  expect((await values()).slice(1)).toEqual([
    [3, 'A<B'],
    [true, '#DIV/0!'],
    [new Date('2025-01-01'), null],
  ])
  const xml = await part('xl/worksheets/sheet1.xml')
  expect(xml).toContain('<f>1+2</f><v>3</v>')
  expect(xml).toContain('t="str"><f>UPPER(&quot;a&lt;b&quot;)</f><v>A&lt;B</v>')
  expect(xml).toContain('t="e"><f>1/0</f><v>#DIV/0!</v>')
  expect(await part('xl/workbook.xml')).toContain('fullCalcOnLoad="1"')
})

test('named styles keep the format of their column unless they have one', async () => {
  await writeWorkbook(path, {
    sheets: [
      {
        name: 'S',
        columns: [{ format: '0.00' }, {}],
        rows: [
          [
            { value: 1, style: 'input' },
            { value: new Date('2025-05-05'), style: 'input' },
          ],
        ],
      },
    ],
    styles: { input: { fill: 'FFF2CC', color: '0000FF' } },
  })
  const styles = await part('xl/styles.xml')
  expect(styles).toMatch(/numFmtId="2" fontId="1" fillId="2"/)
  expect(styles).toContain('formatCode="yyyy-mm-dd"')
  await expect(
    writeWorkbook(path, { sheets: [{ name: 'S', columns: [], rows: [[{ value: 1, style: 'nope' }]] }] }),
  ).rejects.toThrow('no style "nope"')
})

test('dates that spreadsheets cannot show are written as text', async () => {
  await writeWorkbook(
    path,
    sheet([[new Date('1815-06-18'), new Date(Number.NaN)], [new Date('1899-12-31T10:00:00Z')]]),
  )
  expect((await values()).slice(1)).toEqual([['1815-06-18'], ['1899-12-31T10:00:00.000Z']])
})

test('frozen panes, filter, stripes, merged cells, tall rows and names are where they belong', async () => {
  await writeWorkbook(path, {
    sheets: [
      {
        name: "Bob's",
        columns: [
          { header: 'A', width: 20 },
          { header: 'B', textNumbers: true },
        ],
        rows: [['x', '1'], { cells: ['y', '2'], height: 40 }],
        filter: true,
        banding: true,
        merges: [{ firstRow: 4, lastRow: 4, firstColumn: 0, lastColumn: 1 }],
        freeze: { rows: 1, columns: 1 },
      },
      { name: 'Plain', columns: [], rows: [[1, 2, 3]], gridLines: false, tab: 'FF0000' },
    ],
    names: [
      { name: 'Total', sheet: 'Plain', range: { firstRow: 0, lastRow: 0, firstColumn: 2, lastColumn: 2 } },
    ],
  })
  const first = await part('xl/worksheets/sheet1.xml')
  expect(first).toContain(
    '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>',
  )
  expect(first).toContain(
    '<autoFilter ref="A1:B3"/><mergeCells count="1"><mergeCell ref="A5:B5"/></mergeCells>',
  )
  expect(first).toContain('<conditionalFormatting sqref="A2:B3">')
  expect(first).toContain('<ignoredError sqref="B2:B3" numberStoredAsText="1"/>')
  expect(first).toContain('<row r="3" ht="40" customHeight="1">')
  expect(first).toContain('<dimension ref="A1:B3"/>')
  const second = await part('xl/worksheets/sheet2.xml')
  expect(second).not.toContain('<pane')
  expect(second).toContain('showGridLines="0"')
  expect(second).toContain('<tabColor rgb="FFFF0000"/>')
  const book = await part('xl/workbook.xml')
  expect(book).toContain(`hidden="1">'Bob''s'!$A$1:$B$3</definedName>`)
  expect(book).toContain(`<definedName name="Total">'Plain'!$C$1</definedName>`)
})

test('a chart carries the values of its cells, from any sheet and in either direction', async () => {
  const place = { column: 5, row: 1, width: 400, height: 300 }
  await writeWorkbook(path, {
    sheets: [
      {
        name: 'Years',
        columns: [],
        rows: [
          ['', 2024, 2025, 2026],
          ['Sales', 10, { formula: 'B2*2', value: 20 }, null],
        ],
      },
      {
        name: 'Charts',
        columns: [],
        rows: [],
        charts: [
          {
            type: 'line',
            title: 'A & B',
            place,
            series: [
              {
                name: 'Sales',
                categories: { sheet: 'Years', firstRow: 0, lastRow: 0, firstColumn: 1, lastColumn: 3 },
                values: { sheet: 'Years', firstRow: 1, lastRow: 'end', firstColumn: 1, lastColumn: 3 },
              },
            ],
          },
        ],
      },
    ],
  })
  const xml = await part('xl/charts/chart1.xml')
  expect(xml).toContain("<c:cat><c:numRef><c:f>'Years'!$B$1:$D$1</c:f>")
  expect(xml).toContain(
    '<c:ptCount val="3"/><c:pt idx="0"><c:v>10</c:v></c:pt><c:pt idx="1"><c:v>20</c:v></c:pt></c:numCache>',
  )
  expect(xml).toContain('<a:t>A &amp; B</a:t>')
  expect(await part('xl/worksheets/_rels/sheet2.xml.rels')).toContain('drawing2.xml')
})

test('a chart over very many points refers to its cells only', async () => {
  const rows = Array.from({ length: 6000 }, (_, index): Row => [`n${index}`, index])
  const range = { firstRow: 1, lastRow: 'end', firstColumn: 1, lastColumn: 1 } as const
  const chart = {
    type: 'line',
    series: [{ name: 'B', values: range }],
    place: { column: 3, row: 1, width: 1, height: 1 },
  } as const
  await writeWorkbook(path, sheet(rows, { charts: [chart] }))
  const xml = await part('xl/charts/chart1.xml')
  expect(xml).toContain("<c:f>'Data'!$B$2:$B$6001</c:f></c:numRef>")
})

test('rows may come from a source that has to be waited for', async () => {
  async function* rows(): AsyncGenerator<Row> {
    for (let index = 0; index < 3; index++) yield [index, await Promise.resolve('later')]
  }
  const written = await writeWorkbook(path, sheet(rows()))
  expect(written.sheets).toEqual([{ name: 'Data', rows: 4, columns: 2 }])
  expect((await values())[3]).toEqual([2, 'later'])
})

test('more rows or columns than a sheet can hold are refused in words', async () => {
  function* tooMany(): Generator<Row> {
    for (let index = 0; index < 1_048_576; index++) yield []
  }
  await expect(writeWorkbook(path, sheet(tooMany()))).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('1,048,576 rows'),
  })
  const wide: Row = Array.from({ length: 16_385 }, () => 1)
  await expect(writeWorkbook(path, sheet([wide]))).rejects.toThrow('16,384 columns')
})

test('two sheets of one name are refused before anything is written', async () => {
  const one = { name: 'Same', columns: [], rows: [] }
  await expect(writeWorkbook(path, { sheets: [one, { ...one, name: 'same' }] })).rejects.toThrow('twice')
})

test('an abort in the middle stops writing, and a source that fails fails the writing', async () => {
  const controller = new AbortController()
  function* endless(): Generator<Row> {
    for (let index = 0; ; index++) {
      if (index === 20_000) controller.abort()
      yield [index, 'text']
    }
  }
  await expect(writeWorkbook(path, sheet(endless()), { signal: controller.signal })).rejects.toThrow(
    'aborted',
  )
  function* failing(): Generator<Row> {
    yield [1]
    throw new Error('source failed')
  }
  await expect(writeWorkbook(path, sheet(failing()))).rejects.toThrow('source failed')
})

test('the same workbook is the same bytes', async () => {
  const rows = [
    ['a', 1],
    ['b', 2],
  ] as const
  await writeWorkbook(path, sheet(rows))
  const first = await readFile(path)
  await writeWorkbook(path, sheet(rows))
  expect(await readFile(path)).toEqual(first)
})
