import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSampleFiles } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { createPptx } from './create-pptx.ts'
import { pptxInfo } from './pptx-info.ts'
import { readPptx } from './read-pptx.ts'

test('text comes in the order of the show, with notes and chart titles, alternatives once and numbers of slides never', async () => {
  await using files = await createSampleFiles()
  const { data } = await readPptx.run({ path: files.deck }, createTestCall(files))
  expect(data.slides).toEqual([
    {
      slide_number: 1,
      title: 'Opening',
      text: 'A first point & more\nnewer',
      tables: [],
      notes: '',
      hidden: false,
    },
    {
      slide_number: 2,
      title: 'Figures',
      text: 'Growth',
      tables: [],
      notes: 'Explain the growth.',
      hidden: false,
    },
    { slide_number: 3, title: 'Closing', text: '', tables: [], notes: '', hidden: false },
  ])
  expect(data.text).toBe(
    '## Slide 1: Opening\n\nA first point & more\nnewer\n\n## Slide 2: Figures\n\nGrowth\n\nNotes: Explain the growth.\n\n## Slide 3: Closing',
  )
})

test('one slide alone, and one that is not there', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const { data } = await readPptx.run({ path: files.deck, slide_number: 3 }, call)
  expect(data.slides.map((slide) => slide.title)).toEqual(['Closing'])
  await expect(readPptx.run({ path: files.deck, slide_number: 4 }, call)).rejects.toThrow('has 3 slides')
})

test('a very long presentation is cut, and says so', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const path = join(files.home, 'long.pptx')
  const slides = Array.from({ length: 9 }, () => ({ notes: 'word '.repeat(9000) }))
  await createPptx.run({ path, title: 'Long', slides }, call)
  const { data } = await readPptx.run({ path }, call)
  expect(data.truncated).toBe(true)
  expect(data.slides.length).toBeLessThan(10)
  expect(data.slide_count).toBe(10)
})

test('a slide that the file lacks is empty, not an end of reading', async () => {
  await using files = await createSampleFiles({ parts: { 'ppt/slides/slide1.xml': undefined } })
  const { data } = await readPptx.run({ path: files.deck }, createTestCall(files))
  expect(data.slides.map((slide) => slide.title)).toEqual(['Opening', '', 'Closing'])
})

test('the description counts what is there and names the layouts', async () => {
  await using files = await createSampleFiles()
  const { data } = await pptxInfo.run({ path: files.deck }, createTestCall(files))
  expect(data).toMatchObject({
    slide_count: 3,
    width_inches: 13.33,
    height_inches: 7.5,
    layouts: ['House content', 'House title only'],
    themes: ['House'],
    title: '',
    application: '',
  })
  expect(data.slides[1]).toEqual({
    slide_number: 2,
    title: 'Figures',
    layout: 'House title only',
    pictures: 0,
    tables: 0,
    charts: 1,
    media: 0,
    has_notes: true,
    hidden: false,
  })
})

test('a presentation of ours describes itself', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall({ ...files, now: () => new Date('2026-05-06T07:08:09.123Z') })
  const path = join(files.home, 'own.pptx')
  const slides = [{ title: 'P', image_path: files.picture }, { table: { headers: ['A'], rows: [] } }]
  await createPptx.run({ path, title: 'A & B', slides }, call)
  const { data } = await pptxInfo.run({ path }, call)
  expect(data).toMatchObject({
    title: 'A & B',
    created: '2026-05-06T07:08:09Z',
    application: 'Deskhand',
    slides: [{ layout: 'Title Slide' }, { pictures: 1, layout: 'Title Only' }, { tables: 1, title: 'A' }],
  })
})
