import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { changedParts, checkPresentation } from '../../../test/pptx-check.ts'
import { createSampleFiles, partText } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { addTablePptx } from './add-table-pptx.ts'

const slideHeight = 6_858_000
const slideWidth = 12_192_000

beforeEach((context) => needsPrograms(context, 'python3'))

test('a native table with the right cells, numbers to the right, in the style of the presentation', async () => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const { data } = await addTablePptx.run(
    {
      path: files.deck,
      slide_number: 2,
      headers: ['Region', 'Revenue', 'Share'],
      rows: [
        ['North & <West>', 1234.5, '12%'],
        ['South', 0.1 + 0.2, '(3.2)'],
        ['two\nlines', null, '–'],
      ],
    },
    createTestCall(files),
  )
  const after = await checkPresentation(files.deck)
  const [table] = after.slides[1]!.tables
  expect(after.problems).toEqual([])
  expect(table!.rows).toEqual([
    ['Region', 'Revenue', 'Share'],
    ['North & <West>', '1234.5', '12%'],
    ['South', '0.3', '(3.2)'],
    ['two\nlines', '', '–'],
  ])
  expect(table!.right).toEqual(Array.from({ length: 4 }, () => [false, true, true]))
  expect(table!.style).toBe('{11111111-2222-3333-4444-555555555555}')
  expect(changedParts(before, after)).toEqual(['ppt/slides/slide1.xml'])
  expect(data).toMatchObject({ slide_number: 2, slide_numbers: [2], rows: 3, columns: 3, slide_count: 3 })
})

test('rows may be objects, and longer or shorter than the headers, without losing a value', async () => {
  await using files = await createSampleFiles()
  await addTablePptx.run(
    {
      path: files.deck,
      slide_number: 1,
      headers: ['A', 'B'],
      rows: [{ B: 2, A: 1 }, ['only one'], ['x', true, 'beyond'], { A: 'a', C: 'new' }],
    },
    createTestCall(files),
  )
  const { slides } = await checkPresentation(files.deck)
  expect(slides[0]!.tables[0]!.rows).toEqual([
    ['A', 'B', ''],
    ['1', '2', ''],
    ['only one', '', ''],
    ['x', 'Yes', 'beyond'],
    ['a', '', 'new'],
  ])
})

test('without a style of its own, the table takes the colours of the theme', async () => {
  await using files = await createSampleFiles({
    parts: { 'ppt/tableStyles.xml': undefined, ...withoutStyles },
  })
  await addTablePptx.run(
    { path: files.deck, slide_number: 1, headers: ['A'], rows: [['x']] },
    createTestCall(files),
  )
  const slide = await partText(files.deck, 'ppt/slides/slide3.xml')
  expect((await checkPresentation(files.deck)).problems).toEqual([])
  expect(slide).toContain('<a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:tcPr>')
  expect(slide).toContain('b="1" dirty="0"><a:solidFill><a:schemeClr val="lt1"/>')
})

test('percentages in a strict file are written the strict way', async () => {
  await using files = await createSampleFiles({
    strict: true,
    parts: { 'ppt/tableStyles.xml': undefined, ...strictWithoutStyles },
  })
  await addTablePptx.run(
    { path: files.deck, slide_number: 1, headers: ['A'], rows: [['x']] },
    createTestCall(files),
  )
  const slide = await partText(files.deck, 'ppt/slides/slide3.xml')
  expect(slide).toContain('<a:lumMod val="20%"/>')
  expect(slide).toContain('uri="http://purl.oclc.org/ooxml/drawingml/table"')
  expect((await checkPresentation(files.deck)).problems).toEqual([])
})

test('the table stays clear of the title, the text and the chart that are there', async () => {
  await using files = await createSampleFiles()
  for (const slide_number of [1, 2]) {
    await addTablePptx.run(
      { path: files.deck, slide_number, headers: ['A', 'B'], rows: [['x', 1]] },
      createTestCall(files),
    )
  }
  const opening = frameOf(await partText(files.deck, 'ppt/slides/slide3.xml'))
  const figures = frameOf(await partText(files.deck, 'ppt/slides/slide1.xml'))
  expect(opening.y).toBeGreaterThan(1_825_625 + 400_000)
  expect(figures.y).toBeGreaterThanOrEqual(1_825_625 + 1_500_000)
  for (const frame of [opening, figures]) {
    expect(frame.y + frame.cy).toBeLessThanOrEqual(slideHeight)
    expect(frame.x + frame.cx).toBeLessThanOrEqual(slideWidth)
  }
})

test('a table that is a little too long becomes smaller', async () => {
  await using files = await createSampleFiles()
  const few = await addTablePptx.run(longTable(files.deck, 3), createTestCall(files))
  const more = await addTablePptx.run(longTable(files.deck, 14), createTestCall(files))
  expect(few.data.font_points).toBe(18)
  expect(more.data.font_points).toBeLessThan(18)
  expect(more.data.slide_numbers).toEqual([3])
})

test('a table that is much too long goes on over new slides with its headers, and none leaves its slide', async () => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const { data, message } = await addTablePptx.run(
    { ...longTable(files.deck, 60), slide_number: 1 },
    createTestCall(files),
  )
  const after = await checkPresentation(files.deck)
  const pages = data.slide_numbers.map((number) => after.slides[number - 1]!)
  expect(after.problems).toEqual([])
  expect(data.slide_numbers.length).toBeGreaterThan(2)
  expect(message).toContain(`over slides 1 to ${data.slide_numbers.length}`)
  const rows = pages.flatMap((page) => page.tables[0]!.rows.slice(1))
  expect(rows.map((row) => row[0])).toEqual(Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`))
  for (const page of pages) expect(page.tables[0]!.rows[0]).toEqual(['Name', 'Value'])
  expect(pages.slice(1).map((page) => page.text[0])).toEqual(pages.slice(1).map(() => 'Opening (continued)'))
  for (const page of pages) {
    const frame = frameOf(await partText(files.deck, page.part))
    expect(frame.y + frame.cy).toBeLessThanOrEqual(slideHeight)
  }
  expect(after.slides.at(-1)!.text).toEqual(['Closing'])
  const untouched = changedParts(before, after).filter((name) => name in before.hashes)
  expect(untouched).toEqual([
    '[Content_Types].xml',
    'ppt/_rels/presentation.xml.rels',
    'ppt/presentation.xml',
    'ppt/slides/slide3.xml',
  ])
})

test('new slides repeat the slide number of the one they continue, under an id of their own', async () => {
  await using files = await createSampleFiles()
  const { data } = await addTablePptx.run(
    { ...longTable(files.deck, 60), slide_number: 1 },
    createTestCall(files),
  )
  const { slides } = await checkPresentation(files.deck)
  const text = await partText(files.deck, slides[data.slide_numbers[1]! - 1]!.part)
  expect(text).toMatch(/<p:cNvPr id="3"[^>]*>.*type="sldNum"/s)
})

test('a table that no one would show is refused, and the file stays as it was', async () => {
  await using files = await createSampleFiles()
  const before = await readFile(files.deck)
  await expect(addTablePptx.run(longTable(files.deck, 4000), createTestCall(files))).rejects.toThrow(
    'WRITE_XLSX',
  )
  expect((await readFile(files.deck)).equals(before)).toBe(true)
})

test('a row higher than a slide is placed, and the message says so', async () => {
  await using files = await createSampleFiles()
  const { message } = await addTablePptx.run(
    { path: files.deck, slide_number: 2, headers: ['A'], rows: [['word '.repeat(4000)]] },
    createTestCall(files),
  )
  expect(message).toContain("A row is taller than the slide, so its end can't be seen.")
})

test('a table of headers alone is a table', async () => {
  await using files = await createSampleFiles()
  await addTablePptx.run(
    { path: files.deck, slide_number: 2, headers: ['A', 'B'], rows: [] },
    createTestCall(files),
  )
  const { slides, problems } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides[1]!.tables[0]!.rows).toEqual([['A', 'B']])
})

function longTable(path: string, rows: number) {
  return {
    path,
    slide_number: 3,
    headers: ['Name', 'Value'],
    rows: Array.from({ length: rows }, (_, index) => [`Row ${index + 1}`, index * 1.5]),
  }
}

function frameOf(slide: string): { x: number; y: number; cx: number; cy: number } {
  const frames = [
    ...slide.matchAll(/<p:xfrm><a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/><\/p:xfrm>/g),
  ]
  const [x, y, cx, cy] = frames.at(-1)!.slice(1).map(Number)
  return { x: x!, y: y!, cx: cx!, cy: cy! }
}

const contentTypesWithoutStyles = await sampleContentTypes()
const withoutStyles = relationshipsWithoutStyles(
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
)
const strictWithoutStyles = relationshipsWithoutStyles(
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
)

/** As LibreOffice writes them: nothing about tables at all. */
function relationshipsWithoutStyles(types: string): Record<string, string> {
  const lines = [
    ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
    ['rId2', 'slide', 'slides/slide3.xml'],
    ['rId3', 'slide', 'slides/slide1.xml'],
    ['rId4', 'slide', 'slides/slide2.xml'],
    ['rId6', 'notesMaster', 'notesMasters/notesMaster1.xml'],
  ].map(([id, kind, target]) => `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`)
  return {
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`,
    '[Content_Types].xml': contentTypesWithoutStyles,
  }
}

async function sampleContentTypes(): Promise<string> {
  await using files = await createSampleFiles()
  const text = await partText(files.deck, '[Content_Types].xml')
  return text.replace(/<Override PartName="\/ppt\/tableStyles.xml"[^>]*>/, '')
}
