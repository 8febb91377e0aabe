import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { checkPresentation } from '../../../test/pptx-check.ts'
import { samplePicture } from '../../../test/pptx-sample-files.ts'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { deckThemeNames } from '../../platform/presentations/deck-theme-names.ts'
import { createPptx } from './create-pptx.ts'
import { readPptx } from './read-pptx.ts'

beforeEach((context) => needsPrograms(context, 'python3'))

test('every kind of slide is written, and reads back as it was meant', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const picture = join(folders.home, 'wide.png')
  await writeFile(picture, await samplePicture(200, 100).encode('png'))
  const path = join(folders.home, 'decks', 'review.pptx')
  const { data } = await createPptx.run(
    {
      path,
      title: 'Review & outlook',
      subtitle: 'Spring',
      slides: [
        { title: 'Agenda', bullets: ['First', '  Deeper', '- **Bold** words'], notes: 'Say hello.\nGo on.' },
        { title: 'Text', text: 'A paragraph.\n\nAnother one.' },
        { title: 'Part two', layout: 'section' },
        { title: 'Picture', image_path: picture },
        { title: 'Both', image_path: picture, bullets: ['Beside it'] },
        { title: 'Table', table: { headers: ['A', 'B'], rows: [['x', 1]] } },
        { title: 'Words and table', text: 'Above.', table: { headers: ['A'], rows: [['y']] } },
        { layout: 'blank' },
      ],
    },
    call,
  )
  const { problems, slides } = await checkPresentation(path)
  expect(problems).toEqual([])
  expect(data).toMatchObject({ path, slide_count: 9, theme: 'blue', continued: 0 })
  expect(data.bytes).toBe((await readFile(path)).length)
  expect(slides[4]!.pictures[0]!.cx / slides[4]!.pictures[0]!.cy).toBeCloseTo(2, 3)
  expect(slides[5]!.pictures).toHaveLength(1)
  expect(slides[5]!.pictures[0]!.media).toBe(slides[4]!.pictures[0]!.media)
  const read = await readPptx.run({ path }, call)
  expect(read.data.slides.map(({ title, text, notes }) => [title, text, notes])).toEqual([
    ['Review & outlook', 'Spring', ''],
    ['Agenda', 'First\n  Deeper\nBold words', 'Say hello.\nGo on.'],
    ['Text', 'A paragraph.\nAnother one.', ''],
    ['Part two', '', ''],
    ['Picture', '', ''],
    ['Both', 'Beside it', ''],
    ['Table', 'A | B\nx | 1', ''],
    ['Words and table', 'Above.\nA\ny', ''],
    ['', '', ''],
  ])
})

test.for(deckThemeNames)('the theme %s gives a sound file', async (theme) => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'deck.pptx')
  await createPptx.run(
    { path, title: 'T', slides: [{ title: 'A', bullets: ['b'] }], theme },
    createTestCall(folders),
  )
  expect((await checkPresentation(path)).problems).toEqual([])
})

test('what does not fit goes on over further slides', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'deck.pptx')
  const bullets = Array.from({ length: 40 }, (_, index) => `Point ${index + 1} with some more words in it`)
  const rows = Array.from({ length: 50 }, (_, index) => [index + 1, 'x'])
  const { data, message } = await createPptx.run(
    {
      path,
      title: 'Long',
      slides: [
        { title: 'Points', bullets },
        { title: 'Rows', text: 'See below.', table: { headers: ['N', 'X'], rows } },
        { title: 'End' },
      ],
    },
    createTestCall(folders),
  )
  const { problems, slides } = await checkPresentation(path)
  expect(problems).toEqual([])
  expect(data.continued).toBeGreaterThan(2)
  expect(message).toContain("of them continue content that didn't fit.")
  const points = slides.flatMap((slide) => slide.text).filter((text) => text.startsWith('Point '))
  expect(points).toEqual(bullets)
  const numbers = slides
    .flatMap((slide) => slide.tables)
    .flatMap((table) => table.rows.slice(1).map((row) => row[0]))
  expect(numbers).toEqual(rows.map((row) => String(row[0])))
  expect(slides.at(-1)!.text).toContain('End')
})

test('the same arguments at the same time give the same file', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall({ ...folders, now: () => new Date('2026-01-02T03:04:05Z') })
  const args = { title: 'T', slides: [{ title: 'A', notes: 'n' }] }
  await createPptx.run({ ...args, path: join(folders.home, 'a.pptx') }, call)
  await createPptx.run({ ...args, path: join(folders.home, 'b.pptx') }, call)
  const [a, b] = await Promise.all(['a', 'b'].map((name) => readFile(join(folders.home, `${name}.pptx`))))
  expect(a!.equals(b!)).toBe(true)
})

test('what cannot be on a slide is refused, and no file is left', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const path = join(folders.home, 'deck.pptx')
  const missing = createPptx.run({ path, title: 'T', slides: [{ image_path: '~/none.png' }] }, call)
  await expect(missing).rejects.toMatchObject({ code: 'not_found' })
  const both = { image_path: '~/a.png', table: { headers: ['A'], rows: [] } }
  await expect(createPptx.run({ path, title: 'T', slides: [both] }, call)).rejects.toThrow(
    'A slide can have an image or a table, not both. Use two slides.',
  )
  await expect(createPptx.run({ path: '~/a.ppt', title: 'T', slides: [] }, call)).rejects.toThrow('.pptx')
  expect(await readdir(folders.home)).toEqual(['.local'])
})
