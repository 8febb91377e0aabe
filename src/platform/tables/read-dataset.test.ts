import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeWorkbook } from '../spreadsheets/write/write-workbook.ts'
import { CsvRecords } from './csv-records.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import { readDataset } from './read-dataset.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function read(name: string, content: string | Uint8Array): Promise<Dataset> {
  const path = join(folder, name)
  await writeFile(path, content)
  return readDataset(path)
}

/** A column as a plain list: texts, numbers, days; null for what is missing. */
function listOf(column: DatasetColumn | undefined): unknown[] {
  if (!column || column.kind === 'empty') return []
  if (column.kind === 'text') return Array.from(column.ids, (id) => (id === 0 ? null : column.texts[id]))
  const shown = (value: number) =>
    column.kind === 'date' ? new Date(value).toISOString().replace('T00:00:00.000Z', '') : value
  return Array.from(column.values, (value) => (Number.isNaN(value) ? null : shown(value)))
}

function kindsOf({ columns }: Dataset): string[] {
  return columns.map(({ name, kind }) => `${name}: ${kind}`)
}

describe('records of delimited text', () => {
  const cells = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), {
    minLength: 1,
    maxLength: 8,
  })

  test('any cells that were written by the rules come back, however the text is cut into pieces', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 50 }), fc.boolean(), (rows, size, hasLastEnd) => {
        const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        const whole = quoted.join('\r\n') + (hasLastEnd ? '\n' : '')
        const records = new CsvRecords(',')
        const found: string[][] = []
        for (let at = 0; at < whole.length; at += size) found.push(...records.add(whole.slice(at, at + size)))
        found.push(...records.end())
        expect(found).toEqual(rows)
      }),
    )
  })

  test('lines with more or fewer cells than the others stay lines of their own', () => {
    const records = new CsvRecords(',')
    expect([...records.add('a,b,c\n1,2\n3,4,5,6\n\n7'), ...records.end()]).toEqual([
      ['a', 'b', 'c'],
      ['1', '2'],
      ['3', '4', '5', '6'],
      ['7'],
    ])
  })

  test('a quote that is never closed is a character, and the lines after it are not lost', () => {
    const records = new CsvRecords(',')
    expect([...records.add('a,b\n1,"open\n2,3\n'), ...records.end()]).toEqual([
      ['a', 'b'],
      ['1', '"open'],
      ['2', '3'],
    ])
  })

  test('a record without an end is refused before it fills the memory', () => {
    const records = new CsvRecords(',')
    const piece = 'x'.repeat(1024 * 1024)
    expect(() => {
      for (let count = 0; count < 10; count++) records.add(`"${piece}`)
    }).toThrow('more than 4 MB')
  })
})

describe('kinds of columns', () => {
  test('numbers, dates and texts are told apart, and gaps are missing values', async () => {
    const dataset = await read(
      'mixed.csv',
      'day,amount,name,code,nothing\n2024-01-31,1.5,Ann,007,\n2024-02-29,-2e3,,012,NA\n,n/a,Bob,100,-\n',
    )
    expect(kindsOf(dataset)).toEqual([
      'day: date',
      'amount: number',
      'name: text',
      'code: text',
      'nothing: empty',
    ])
    expect(dataset.columns.map(listOf)).toEqual([
      ['2024-01-31', '2024-02-29', null],
      [1.5, -2000, null],
      ['Ann', null, 'Bob'],
      ['007', '012', '100'],
      [],
    ])
  })

  test.each([
    ['$1,234.50', '$', 1234.5],
    ['($2,000)', '$', -2000],
    ['12.5%', '%', 0.125],
    ['€ 3', '€', 3],
  ])('%s keeps its unit', async (written, unit, value) => {
    const { columns } = await read('units.csv', `a\tb\nx\t${written}\ny\t${written}\n`)
    expect(columns[1]).toMatchObject({ kind: 'number', unit })
    expect(listOf(columns[1])).toEqual([value, value])
  })

  test.each([
    ['31.12.2024', '2024-12-31'],
    ['12/31/2024', '2024-12-31'],
    ['2024/12/31', '2024-12-31'],
    ['2024-12', '2024-12-01'],
    ['Dec 2024', '2024-12-01'],
    ['31 December 2024', '2024-12-31'],
    ['Dec 31, 2024', '2024-12-31'],
    ['2024-Q4', '2024-10-01'],
    ['2024-12-31T12:30:00+02:00', '2024-12-31T10:30:00.000Z'],
    ['12/31/2024 1:05 PM', '2024-12-31T13:05:00.000Z'],
  ])('%s is a date', async (written, day) => {
    const { columns } = await read('dates.csv', `d,n\n"${written}",1\n"${written}",2\n`)
    expect(columns[0]?.kind).toBe('date')
    expect(listOf(columns[0])).toEqual([day, day])
  })

  test('a column with a day above 12 in the first place is day and month all through', async () => {
    const { columns } = await read('days.csv', 'd,n\n03/04/2024,1\n25/04/2024,2\n')
    expect(listOf(columns[0])).toEqual(['2024-04-03', '2024-04-25'])
  })

  test('a few words among numbers are missing, many make the column text', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, index) => `${index},${index % 2 === 0 ? index : 'none at all'}`,
    )
    rows[3] = 'broken,4'
    const { columns } = await read('words.csv', `a,b\n${rows.join('\n')}\n`)
    expect(columns.map(({ kind, present }) => [kind, present])).toEqual([
      ['number', 19],
      ['text', 20],
    ])
    expect(listOf(columns[1])[2]).toBe('2')
  })
})

describe('files', () => {
  test('a European file: semicolons, decimal commas, and an encoding of Windows', async () => {
    const dataset = await read(
      'eu.csv',
      Buffer.from('Stadt;Umsatz;Anteil\nK\xf6ln;1.234,50;12,5%\nM\xfcnchen;2.500,00;25,0%\n', 'latin1'),
    )
    expect(dataset.columns.map(listOf)).toEqual([
      ['Köln', 'München'],
      [1234.5, 2500],
      [0.125, 0.25],
    ])
  })

  test.each([
    ['utf-16le', Buffer.from('\ufeffa,b\nä,1\n', 'utf16le')],
    ['utf-8 with a mark', Buffer.from('\ufeffa,b\nä,1\n')],
    ['line ends of an old Mac', Buffer.from('a,b\rä,1\r')],
  ])('%s is read', async (_, bytes) => {
    const dataset = await read('encoded.csv', bytes)
    expect(kindsOf(dataset)).toEqual(['a: text', 'b: number'])
    expect(listOf(dataset.columns[0])).toEqual(['ä'])
  })

  test('a character that is cut by the end of a piece stays whole', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `ünï${'x'.repeat(index % 3)}cödé,${index}`)
    const { columns, rows: count } = await read('long.csv', `a,b\n${rows.join('\n')}\n`)
    expect(count).toBe(30_000)
    expect(columns[0]).toMatchObject({ kind: 'text', texts: ['', 'ünïcödé', 'ünïxcödé', 'ünïxxcödé'] })
    expect(listOf(columns[1]).at(-1)).toBe(29_999)
  })

  test('a file that begins with numbers has no header, and says so', async () => {
    const dataset = await read('bare.csv', '1,2\n3,4\n')
    expect(kindsOf(dataset)).toEqual(['Column 1: number', 'Column 2: number'])
    expect(dataset.rows).toBe(2)
    expect(dataset.notes).toHaveLength(1)
  })

  test('names that are there twice or not at all get names of their own', async () => {
    const { columns } = await read('names.csv', 'a,a,,b\n1,2,3,4\n')
    expect(columns.map(({ name }) => name)).toEqual(['a', 'a (2)', 'Column 3', 'b'])
  })

  test('the first sheet that has a table is read, below its title', async () => {
    const path = join(folder, 'book.xlsx')
    await writeWorkbook(path, {
      sheets: [
        { name: 'Cover', columns: [], rows: [] },
        {
          name: 'Sales',
          columns: [],
          rows: [
            ['Sales report'],
            [],
            [null, 'Day', 'Region', 'Revenue'],
            [null, new Date('2024-03-01'), 'North', 12.5],
            [null, new Date('2024-03-02'), 'South', null],
          ],
        },
      ],
    })
    const dataset = await readDataset(path)
    expect(kindsOf(dataset)).toEqual(['Day: date', 'Region: text', 'Revenue: number'])
    expect(dataset.columns.map(listOf)).toEqual([
      ['2024-03-01', '2024-03-02'],
      ['North', 'South'],
      [12.5, null],
    ])
    expect(dataset.notes).toEqual(['Data from the sheet "Sales".'])
  })

  test.each([
    ['an empty file', 'empty.csv', '', 'is empty'],
    [
      'a header alone',
      'header.csv',
      'a,b\n',
      'has no data rows. It needs a line with column names and at least one row below it.',
    ],
    ['a picture with another name', 'picture.csv', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'despite its name'],
    ['text with the name of a workbook', 'text.xlsx', 'a,b\n1,2\n', 'text.xlsx'],
  ])('%s is refused with a sentence', async (_, name, content, sentence) => {
    await expect(read(name, Buffer.from(content, 'latin1'))).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining(sentence) as string,
    })
  })

  test('a missing file and a folder are named', async () => {
    await expect(readDataset(join(folder, 'none.csv'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(readDataset(folder)).rejects.toMatchObject({ code: 'conflict' })
  })
})
