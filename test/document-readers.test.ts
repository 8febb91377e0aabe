import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIncidentReport } from '../src/plugins/compliance-tools/create-incident-report.ts'
import { createDocx } from '../src/plugins/docx-handler/create-docx.ts'
import { readDocx } from '../src/plugins/docx-handler/read-docx.ts'
import { readXlsx } from '../src/plugins/xlsx-handler/read-xlsx.ts'
import { readPdf } from '../src/plugins/pdf-handler/read-pdf.ts'
import { readPictureText } from '../src/platform/documents/picture-text.ts'
import { needsPrograms, needsPythonWith } from './needs-programs.ts'
import { closeOffice, convertByOffice } from './office.ts'
import { samplePicture } from './pptx-sample-files.ts'
import { createTestCall, createTestFolders, type TestFolders } from './tool-call.ts'

/** What we write, opened by programs that nobody here wrote. */
const run = promisify(execFile)
let folders: TestFolders

beforeAll(async () => {
  folders = await createTestFolders()
})

afterAll(async () => {
  await closeOffice()
  await folders[Symbol.asyncDispose]()
})

const markdown = `# Summary

Revenue grew by **12 %** to *4.2 million*, see [the report](https://example.org/report).

- north
  - Oslo
- south

1. first
2. second

| Region | Revenue |
|:--|--:|
| North | 1,250 |
| South | 980 |

> A quote.

\`\`\`
let x = 1
\`\`\`

\\newpage

# Outlook

The end.
`

async function writeSamples(): Promise<{ document: string; report: string }> {
  const call = createTestCall({ ...folders, now: () => new Date('2026-04-13T08:00:00Z') })
  const picture = join(folders.home, 'chart.png')
  await writeFile(picture, samplePicture(600, 300).toBuffer('image/png'))
  const document = join(folders.home, 'document.docx')
  await createDocx.run(
    {
      path: document,
      title: 'Quarterly review',
      subtitle: 'First quarter',
      author: 'Ada',
      header: 'Deskhand',
      footer: 'Internal',
      table_of_contents: true,
      markdown: `${markdown}\n\n![Revenue](${picture} "Figure 1")\n`,
    },
    call,
  )
  const report = join(folders.home, 'report.docx')
  await createIncidentReport.run(
    { ...createIncidentReport.example.args, output_path: report, severity: 'Critical' },
    call,
  )
  return { document, report }
}

const MERGED = `
import sys, docx
document = docx.Document()
table = document.add_table(rows=3, cols=3)
for row in range(3):
    for column in range(3):
        table.cell(row, column).text = f'{row}{column}'
wide = table.cell(0, 0).merge(table.cell(0, 1))
wide.text = 'wide'
wide.add_paragraph('and high')
table.cell(1, 2).merge(table.cell(2, 2)).text = 'tall'
document.save(sys.argv[1])
`

test('a merged cell of python-docx moves no column, and its paragraphs stay apart', async (context) => {
  const python = await needsPythonWith(context, 'docx')
  const path = join(folders.home, 'merged.docx')
  await run(python, ['-c', MERGED, path])
  const { data } = await readDocx.run({ path }, createTestCall(folders))
  expect(data.tables).toEqual([
    {
      rows: [
        ['wide\nand high', '', '02'],
        ['10', '11', 'tall'],
        ['20', '21', ''],
      ],
    },
  ])
  expect(data.text).toContain('| wide and high |  | 02 |')
})

test('an old workbook of LibreOffice is read whose first rows are empty', async (context) => {
  needsPrograms(context, 'soffice')
  const path = join(folders.home, 'below.csv')
  await writeFile(path, ',,\n,,\n,B3,C3\n,,\n,B5,C5\n')
  const [old] = await convertByOffice([path], { to: 'xls', folder: folders.home })
  const { data } = await readXlsx.run({ path: old!, header_row: 3 }, createTestCall(folders))
  expect(data.rows).toEqual([{ A: null, B3: 'B5', C3: 'C5' }])
})

test('python-docx finds headings, styles, tables, pictures and properties', async (context) => {
  const python = await needsPythonWith(context, 'docx')
  const { document, report } = await writeSamples()
  const found = await outline(python, document)
  expect(found).toMatchObject({ title: 'Quarterly review', author: 'Ada', header: 'Deskhand' })
  expect(found.footer).toMatch(/^Internal\tPage .* of /)
  const styled = (style: string) =>
    found.paragraphs.filter(([name]) => name === style).map(([, text]) => text)
  expect(styled('Title')).toEqual(['Quarterly review'])
  expect(styled('Heading 1')).toEqual(['Summary', 'Outlook'])
  expect(styled('List Paragraph')).toEqual(['north', 'Oslo', 'south', 'first', 'second'])
  expect(styled('Quote')).toEqual(['A quote.'])
  expect(styled('Code Block')).toEqual(['let x = 1'])
  expect(found.tables).toEqual([
    [
      ['Region', 'Revenue'],
      ['North', '1,250'],
      ['South', '980'],
    ],
  ])
  expect(found.bold).toContain('12 %')
  const [[width, height] = [0, 0]] = found.pictures
  expect(width / height).toBeCloseTo(2, 2)

  const incident = await outline(python, report)
  expect(incident.paragraphs.filter(([name]) => name === 'Heading 1')).toHaveLength(9)
  expect(incident.tables[0]).toEqual([['SEVERITY', 'CRITICAL']])
  expect(incident.tables.flat(2)).toContain('The change was rolled back')
  expect(incident.header).toContain('Critical')
})

test(
  'LibreOffice opens both, lays them out on pages and shows every part',
  { timeout: 180_000 },
  async (context) => {
    needsPrograms(context, 'soffice')
    const { document, report } = await writeSamples()
    const pages = await asPdfText(document)
    expect(pages.length).toBeGreaterThanOrEqual(3)
    expect(pages[0]).toMatch(
      /Quarterly review\n.*First quarter\n[\s\S]*Contents[\s\S]*Summary.*\d[\s\S]*Outlook.*\d/,
    )
    expect(pages.join('\n')).toMatch(/Region\s+Revenue\s+North\s+1,250\s+South\s+980/)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
    const incident = (await asPdfText(report)).join('\n')
    for (const part of [
      'CRITICAL',
      'Executive summary',
      'Timeline',
      'Impact',
      'Root-cause analysis',
      'Lessons learned',
      'Sign-off',
    ])
      expect(incident).toContain(part)
  },
)

test(
  'the severity is seen: the pages that LibreOffice draws have its colour',
  { timeout: 180_000 },
  async (context) => {
    needsPrograms(context, 'soffice', 'pdftoppm')
    const { report } = await writeSamples()
    const picture = await firstPage(report)
    // B3141B, the red of a critical incident, fills a whole band of the page.
    expect(countColor(picture, [0xb3, 0x14, 0x1b])).toBeGreaterThan(2000)
  },
)

test('tesseract reads the text of a picture', async (context) => {
  needsPrograms(context, 'tesseract')
  const canvas = samplePicture(900, 200)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, 900, 200)
  drawing.fillStyle = '#000'
  drawing.font = '64px DejaVu Sans, sans-serif'
  drawing.fillText('Invoice number 4711', 60, 120)
  const path = join(folders.home, 'scan.png')
  await writeFile(path, canvas.toBuffer('image/png'))
  const options = { signal: new AbortController().signal, searchPath: process.env['PATH'] ?? '' }
  expect(await readPictureText(path, options)).toContain('4711')
  await expect(readPictureText(path, { ...options, searchPath: folders.outside })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(
      'needs tesseract. Install it (on Debian "apt install tesseract-ocr", on macOS "brew install tesseract") and try again.',
    ),
  })
})

interface Outline {
  readonly title: string
  readonly author: string
  readonly paragraphs: [string, string][]
  readonly tables: string[][][]
  readonly pictures: [number, number][]
  readonly bold: string[]
  readonly header: string
  readonly footer: string
}

async function outline(python: string, path: string): Promise<Outline> {
  const { stdout } = await run(python, [join(import.meta.dirname, 'docx-outline.py'), path])
  return JSON.parse(stdout) as Outline
}

/** Each page of the document as LibreOffice lays it out, read from the PDF that it makes. */
async function asPdfText(path: string): Promise<string[]> {
  const pdf = await converted(path)
  const { data } = await readPdf.run({ path: pdf }, createTestCall(folders))
  return data.pages.map(({ text }) => text)
}

async function converted(path: string): Promise<string> {
  const [pdf] = await convertByOffice([path], { to: 'pdf', folder: folders.home })
  return pdf!
}

async function firstPage(path: string): Promise<Buffer> {
  const target = join(folders.home, 'page')
  await run('pdftoppm', ['-r', '60', '-f', '1', '-l', '1', '-singlefile', await converted(path), target])
  return readFile(`${target}.ppm`)
}

/** Counts pixels of a colour in a PPM picture, which is three bytes a pixel behind a short header. */
function countColor(picture: Buffer, [red, green, blue]: readonly [number, number, number]): number {
  const [header = ''] = /^P6\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 40)) ?? []
  let count = 0
  for (let at = header.length; at + 2 < picture.length; at += 3) {
    const near = [red, green, blue].every((value, channel) => Math.abs(picture[at + channel]! - value) < 6)
    if (near) count += 1
  }
  return count
}
