import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { changedParts, checkPresentation } from '../../../test/pptx-check.ts'
import { createSampleFiles, partText } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { addSlidePptx } from './add-slide-pptx.ts'
import { readPptx } from './read-pptx.ts'

beforeEach((context) => needsPrograms(context, 'python3'))

test('a slide at the end in the layouts of the presentation; every other slide stays as it was', async () => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const { data } = await addSlidePptx.run(
    { path: files.deck, title: 'New', bullets: ['One', 'Two'], notes: 'Speak up.' },
    createTestCall(files),
  )
  const after = await checkPresentation(files.deck)
  expect(after.problems).toEqual([])
  expect(data).toMatchObject({ slide_number: 4, slide_numbers: [4], slide_count: 4 })
  expect(after.slides[3]!.text).toEqual(['New', 'One', 'Two'])
  expect(changedParts(before, after).filter((name) => name in before.hashes)).toEqual([
    '[Content_Types].xml',
    'ppt/_rels/presentation.xml.rels',
    'ppt/presentation.xml',
  ])
  const relationships = await partText(files.deck, 'ppt/slides/_rels/slide4.xml.rels')
  expect(relationships).toContain('slideLayout1.xml')
  expect(relationships).toContain('notesSlide2.xml')
})

test('a slide in the middle moves the later ones and repeats the footer of the one before', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  await addSlidePptx.run({ path: files.deck, title: 'New', text: 'Words', position: 2 }, call)
  const { problems, slides } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides.map((slide) => slide.text[0])).toEqual(['Opening', 'New', 'Figures', 'Closing'])
  expect(await partText(files.deck, slides[1]!.part)).toContain('type="sldNum"')
})

test('a layout is chosen by name or by word, and an unknown one is refused with the names', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  await addSlidePptx.run({ path: files.deck, title: 'A', layout: 'house title ONLY' }, call)
  await addSlidePptx.run({ path: files.deck, title: 'B', layout: 'content', bullets: ['x'] }, call)
  expect(await partText(files.deck, 'ppt/slides/_rels/slide4.xml.rels')).toContain('slideLayout2.xml')
  expect(await partText(files.deck, 'ppt/slides/_rels/slide5.xml.rels')).toContain('slideLayout1.xml')
  await expect(addSlidePptx.run({ path: files.deck, layout: 'Fancy' }, call)).rejects.toThrow(
    'This presentation has no layout "Fancy". It has: "House content", "House title only".',
  )
})

test('a layout without a place for text gets the text all the same', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  await addSlidePptx.run({ path: files.deck, title: 'A', layout: 'title_only', bullets: ['kept'] }, call)
  const { data } = await readPptx.run({ path: files.deck, slide_number: 4 }, call)
  expect(data.slides).toMatchObject([{ title: 'A', text: 'kept' }])
})

test('pictures and tables come along, also in the strict dialect', async () => {
  await using files = await createSampleFiles({ strict: true })
  const call = createTestCall(files)
  await addSlidePptx.run(
    { path: files.deck, title: 'P', image_path: files.picture, bullets: ['beside'] },
    call,
  )
  await addSlidePptx.run({ path: files.deck, title: 'T', table: { headers: ['A'], rows: [[1]] } }, call)
  const { problems, slides } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides[3]!.pictures).toHaveLength(1)
  expect(slides[4]!.tables[0]!.rows).toEqual([['A'], ['1']])
})

test('notes in a presentation that had none bring a notes master', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const { createPptx } = await import('./create-pptx.ts')
  const path = join(files.home, 'plain.pptx')
  await createPptx.run({ path, title: 'T', slides: [] }, call)
  await addSlidePptx.run({ path, title: 'A', notes: 'first' }, call)
  await addSlidePptx.run({ path, title: 'B', notes: 'second' }, call)
  const { problems, hashes } = await checkPresentation(path)
  expect(problems).toEqual([])
  expect(Object.keys(hashes).filter((name) => name.startsWith('ppt/notesMasters/notesMaster'))).toHaveLength(
    1,
  )
  const { data } = await readPptx.run({ path }, call)
  expect(data.slides.map((slide) => slide.notes)).toEqual(['', 'first', 'second'])
})

test('a position beyond the end is refused', async () => {
  await using files = await createSampleFiles()
  const adding = addSlidePptx.run({ path: files.deck, title: 'A', position: 9 }, createTestCall(files))
  await expect(adding).rejects.toThrow('has 3 slides, so a new one can be at most number 4')
})
