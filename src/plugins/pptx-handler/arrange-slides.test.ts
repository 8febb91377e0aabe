import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { changedParts, checkPresentation } from '../../../test/pptx-check.ts'
import { createSampleFiles, partText } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { duplicateSlidePptx } from './duplicate-slide-pptx.ts'
import { readPptx } from './read-pptx.ts'
import { reorderSlidesPptx } from './reorder-slides-pptx.ts'

beforeEach((context) => needsPrograms(context, 'python3'))

test('a copied slide has a chart, a workbook and notes of its own, and the comments stay behind', async () => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const call = createTestCall(files)
  const { data } = await duplicateSlidePptx.run({ path: files.deck, slide_number: 2 }, call)
  const after = await checkPresentation(files.deck)
  expect(after.problems).toEqual([])
  expect(data).toMatchObject({ slide_number: 3, slide_count: 4 })
  expect(changedParts(before, after).filter((name) => !(name in before.hashes))).toEqual([
    'ppt/charts/_rels/chart2.xml.rels',
    'ppt/charts/chart2.xml',
    'ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx',
    'ppt/notesSlides/_rels/notesSlide2.xml.rels',
    'ppt/notesSlides/notesSlide2.xml',
    'ppt/slides/_rels/slide4.xml.rels',
    'ppt/slides/slide4.xml',
  ])
  expect(after.hashes['ppt/slides/slide4.xml']).toBe(before.hashes['ppt/slides/slide1.xml'])
  expect(await partText(files.deck, 'ppt/slides/_rels/slide4.xml.rels')).not.toContain('comment')
  const read = await readPptx.run({ path: files.deck }, call)
  expect(read.data.slides.map(({ title, notes }) => [title, notes])).toEqual([
    ['Opening', ''],
    ['Figures', 'Explain the growth.'],
    ['Figures', 'Explain the growth.'],
    ['Closing', ''],
  ])
})

test('a copy may go elsewhere', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  await duplicateSlidePptx.run({ path: files.deck, slide_number: 3, position: 1 }, call)
  const { problems, slides } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides.map((slide) => slide.text[0])).toEqual(['Closing', 'Opening', 'Figures', 'Closing'])
  await expect(duplicateSlidePptx.run({ path: files.deck, slide_number: 9 }, call)).rejects.toThrow(
    'has 4 slides',
  )
})

test.for([
  [{ order: [3, 1, 2] }, ['Closing', 'Opening', 'Figures']],
  [{ order: [3] }, ['Closing', 'Opening', 'Figures']],
  [{ slide_number: 1, position: 3 }, ['Figures', 'Closing', 'Opening']],
  [{ slide_number: 3, position: 2 }, ['Opening', 'Closing', 'Figures']],
] as const)('%j puts the slides in order, sections included, and touches no slide', async ([way, titles]) => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const params = 'order' in way ? { order: [...way.order] } : way
  await reorderSlidesPptx.run({ path: files.deck, ...params }, createTestCall(files))
  const after = await checkPresentation(files.deck)
  expect(after.problems).toEqual([])
  expect(after.slides.map((slide) => slide.text[0])).toEqual(titles)
  expect(changedParts(before, after)).toEqual(['ppt/presentation.xml'])
})

test.for([
  [{ order: [1, 1] }, 'Slide 1 appears twice'],
  [{ order: [4] }, 'No slide 4: the presentation has 3'],
  [{ slide_number: 1 }, 'Give either order, or slide_number together with position'],
  [{ order: [1], position: 2 }, 'Give either order'],
  [{}, 'Give either order'],
  [{ slide_number: 1, position: 4 }, 'position 4 is too large'],
  [{ slide_number: 7, position: 1 }, 'No slide 7'],
] as const)('%j is refused', async ([way, message]) => {
  await using files = await createSampleFiles()
  const params = structuredClone({ path: files.deck, ...way }) as Parameters<typeof reorderSlidesPptx.run>[0]
  await expect(reorderSlidesPptx.run(params, createTestCall(files))).rejects.toThrow(message)
})
