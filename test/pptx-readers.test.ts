import { copyFile, glob, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addImagePptx } from '../src/plugins/pptx-handler/add-image-pptx.ts'
import { addSlidePptx } from '../src/plugins/pptx-handler/add-slide-pptx.ts'
import { addTablePptx } from '../src/plugins/pptx-handler/add-table-pptx.ts'
import { createPptx } from '../src/plugins/pptx-handler/create-pptx.ts'
import { duplicateSlidePptx } from '../src/plugins/pptx-handler/duplicate-slide-pptx.ts'
import { mergePptx } from '../src/plugins/pptx-handler/merge-pptx.ts'
import { readPptx } from '../src/plugins/pptx-handler/read-pptx.ts'
import { reorderSlidesPptx } from '../src/plugins/pptx-handler/reorder-slides-pptx.ts'
import { needsPrograms } from './needs-programs.ts'
import { closeOffice, convertByOffice } from './office.ts'
import { changedParts, checkPresentation, renderSlides, type RenderedSlide } from './pptx-check.ts'
import { writeSampleDeck } from './pptx-sample-deck.ts'
import { samplePicture } from './pptx-sample-files.ts'
import { createTestCall } from './tool-call.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

const red = /^f[c-f]0[0-3]0[0-3]$/
const blue = /^0[0-3]0[0-3]f[c-f]$/

afterAll(closeOffice)

beforeEach((context) => needsPrograms(context, 'python3', 'soffice', 'pdftoppm', 'pdftotext'))

describe.each(['ours', 'LibreOffice', 'LibreOffice from ours', 'PowerPoint-like', 'strict'] as const)(
  'a presentation: %s',
  (kind) => {
    test('shows picture and table where they belong, and keeps every other part', async () => {
      await using files = await createDecks()
      const deck = await files.make(kind)
      const before = await checkPresentation(deck)
      const args = { path: deck, slide_number: 2 }
      await addImagePptx.run(
        { ...args, image_path: files.picture, left_inches: 6, top_inches: 3, width_inches: 4 },
        files.call,
      )
      const withPicture = await checkPresentation(deck)
      await addTablePptx.run(
        { ...args, slide_number: 1, headers: ['Fruit', 'Price'], rows: [['Äpfel & <Birnen>', 1234.5]] },
        files.call,
      )
      const after = await checkPresentation(deck)
      expect(after.problems).toEqual(before.problems)
      const slideParts = [before.order[0]!, before.order[1]!]
      const mayChange = [
        '[Content_Types].xml',
        ...slideParts,
        `ppt/slides/_rels/${basename(slideParts[1]!)}.rels`,
        withPicture.slides[1]!.pictures.at(-1)!.media,
      ]
      expect(changedParts(before, after).filter((part) => !mayChange.includes(part))).toEqual([])
      const slides = await renderSlides(deck)
      expect(slides).toHaveLength(before.order.length)
      expect(slides[1]!.colorAt(6.5, 3.5)).toMatch(red)
      expect(slides[1]!.colorAt(9.5, 4.5)).toMatch(blue)
      expect(slides[1]!.colorAt(6.5, 5.3)).not.toMatch(red)
      expect(slides[0]!.text).toMatch(/Fruit\s+Price/)
      expect(slides[0]!.text).toMatch(/Äpfel & <Birnen>\s+1234\.5/)
    })

    test('takes new, copied and moved slides, and shows them in order', async () => {
      await using files = await createDecks()
      const deck = await files.make(kind)
      const before = await checkPresentation(deck)
      await addSlidePptx.run(
        {
          path: deck,
          title: 'Brand new',
          bullets: ['Alpha point', 'Beta point'],
          notes: 'Note well.',
          position: 2,
        },
        files.call,
      )
      await addSlidePptx.run({ path: deck, title: 'Shown', image_path: files.picture }, files.call)
      await duplicateSlidePptx.run({ path: deck, slide_number: 2 }, files.call)
      await reorderSlidesPptx.run({ path: deck, slide_number: 3, position: 1 }, files.call)
      const after = await checkPresentation(deck)
      expect(after.problems).toEqual(before.problems)
      for (const part of before.order) expect(after.hashes[part]).toBe(before.hashes[part])
      const slides = await renderSlides(deck)
      expect(slides).toHaveLength(before.order.length + 3)
      for (const index of [0, 2])
        expect(slides[index]!.text).toMatch(/Brand new[\s\S]*Alpha point[\s\S]*Beta point/)
      expect(slides.at(-1)!.text).toContain('Shown')
      const { data } = await readPptx.run({ path: deck }, files.call)
      expect(data.slides[0]).toMatchObject({ title: 'Brand new', notes: 'Note well.' })
    })

    test('goes on over new slides with a long table', async () => {
      await using files = await createDecks()
      const deck = await files.make(kind)
      const rows = Array.from({ length: 50 }, (_, index) => [`Row number ${index + 1}`, index])
      const { data } = await addTablePptx.run(
        { path: deck, slide_number: 1, headers: ['Name', 'N'], rows },
        files.call,
      )
      const slides = await renderSlides(deck)
      const text = slides
        .slice(0, data.slide_numbers.length)
        .map((slide) => slide.text)
        .join('\n')
      // What leaves a slide is not drawn, so every row that is found is also seen.
      const shown = [...text.matchAll(/Row number (\d+)/g)].map((match) => Number(match[1]))
      expect(shown).toEqual(rows.map((_, index) => index + 1))
    })
  },
)

test.for([
  ['LibreOffice', 'ours'],
  ['ours', 'LibreOffice from ours'],
  ['PowerPoint-like', 'ours'],
] as const)('%s and %s are merged, and every slide looks as it did', async ([first, second]) => {
  await using files = await createDecks()
  const paths = [await files.make(first), await files.make(second)]
  const output_path = join(files.folder, 'merged.pptx')
  await mergePptx.run({ paths, output_path }, files.call)
  expect((await checkPresentation(output_path)).problems).toEqual([])
  const merged = await renderSlides(output_path)
  const alone = [...(await renderSlides(paths[0]!)), ...(await renderSlides(paths[1]!))]
  expect(merged.map(withoutNumber)).toEqual(alone.map(withoutNumber))
  expect(merged.map(colors)).toEqual(alone.map(colors))
})

test('a presentation of ours looks as it was meant: theme, decoration, picture and table', async () => {
  await using files = await createDecks()
  const deck = await files.make('ours')
  const slides = await renderSlides(deck)
  expect(slides[0]!.colorAt(1, 7)).toBe('14375e')
  expect(slides[1]!.colorAt(1, 7)).toBe('ffffff')
  expect(slides[1]!.colorAt(1, 1.43)).toBe('1f6fb5')
  expect(slides[0]!.text).toContain('Quarterly review')
  expect(slides[1]!.text).toMatch(/Agenda[\s\S]*Where we stand/)
})

test('what LibreOffice saves of a presentation of ours still says the same', async () => {
  await using files = await createDecks()
  const ours = await files.make('ours')
  const theirs = await files.make('LibreOffice from ours')
  const [before, after] = await Promise.all(
    [ours, theirs].map(async (path) => (await readPptx.run({ path }, files.call)).data.slides),
  )
  expect(after!.map(({ title, text, notes }) => [title, words(text), notes])).toEqual(
    before!.map(({ title, text, notes }) => [title, words(text), notes]),
  )
})

test('presentations that were given to us are edited without a change elsewhere', async (context) => {
  const found: string[] = []
  for await (const path of glob('../shared/fixtures/**/*.pptx')) found.push(path)
  if (found.length === 0) context.skip('there are no presentations under ../shared/fixtures')
  await using files = await createDecks()
  for (const path of found) {
    const deck = join(files.folder, 'given.pptx')
    await copyFile(path, deck)
    const before = await checkPresentation(deck)
    await addImagePptx.run({ path: deck, slide_number: 1, image_path: files.picture }, files.call)
    const after = await checkPresentation(deck)
    expect(after.problems, path).toEqual(before.problems)
    expect(changedParts(before, after).length, path).toBeLessThanOrEqual(4)
    expect(await renderSlides(deck), path).toHaveLength(before.order.length)
  }
})

type Kind = 'ours' | 'LibreOffice' | 'LibreOffice from ours' | 'PowerPoint-like' | 'strict'

async function createDecks() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'pptx-readers-'))
  const call = createTestCall({ home: folder.path, dataFolder: join(folder.path, 'data') })
  const picture = join(folder.path, 'wide.png')
  await writeFile(picture, await samplePicture(400, 200).encode('png'))
  const make = async (kind: Kind): Promise<string> => {
    const path = join(folder.path, `${kind.replaceAll(' ', '-')}.pptx`)
    await writeFile(path, await madeOnce(kind))
    return path
  }
  return { folder: folder.path, call, picture, make, [Symbol.asyncDispose]: () => folder.remove() }
}

const made = new Map<Kind, Promise<Buffer>>()

/** LibreOffice needs seconds for each, and every test wants the same ones. */
function madeOnce(kind: Kind): Promise<Buffer> {
  const known = made.get(kind) ?? deckOfKind(kind)
  made.set(kind, known)
  return known
}

async function deckOfKind(kind: Kind): Promise<Buffer> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pptx-made-'))
  const path = join(folder.path, 'deck.pptx')
  if (kind === 'PowerPoint-like') await writeSampleDeck(path)
  else if (kind === 'strict') await writeSampleDeck(path, { strict: true })
  else if (kind === 'LibreOffice') await madeByLibreOffice(folder.path, path)
  else await makeOurs(folder.path, path)
  if (kind === 'LibreOffice from ours') {
    const drawings = await convertByOffice([path], { to: 'odp', folder: folder.path })
    await convertByOffice(drawings, { to: 'pptx', folder: folder.path })
  }
  return await readFile(path)
}

async function makeOurs(home: string, path: string): Promise<void> {
  const slides = [
    { title: 'Agenda', bullets: ['Where we stand', '  In detail', 'Next'], notes: 'Say hello.' },
    { title: 'Table', table: { headers: ['A', 'B'], rows: [['x', 1]] } },
  ]
  const call = createTestCall({ home, dataFolder: join(home, 'data') })
  await createPptx.run({ path, title: 'Quarterly review', subtitle: 'Spring', slides }, call)
}

/** Written by hand as a flat drawing, saved as a presentation by LibreOffice itself. */
async function madeByLibreOffice(folder: string, path: string): Promise<void> {
  const drawing = path.replace(/\.pptx$/, '.fodp')
  await writeFile(drawing, flatDrawing)
  await convertByOffice([drawing], { to: 'pptx', folder })
}

const namespaces = [
  ['office', 'office'],
  ['style', 'style'],
  ['text', 'text'],
  ['draw', 'drawing'],
  ['fo', 'xsl-fo-compatible'],
  ['svg', 'svg-compatible'],
  ['presentation', 'presentation'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

const flatDrawing =
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">` +
  '<office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>' +
  '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM1"/></office:master-styles><office:body><office:presentation>' +
  '<draw:page draw:name="one" draw:master-page-name="Default"><draw:frame svg:width="20cm" svg:height="1.5cm" svg:x="1.4cm" svg:y="0.6cm"><draw:text-box><text:p>A heading of LibreOffice</text:p></draw:text-box></draw:frame>' +
  '<presentation:notes><draw:frame presentation:class="notes" svg:width="17cm" svg:height="12cm" svg:x="2cm" svg:y="14cm"><draw:text-box><text:p>Notes of LibreOffice.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>' +
  '<draw:page draw:name="two" draw:master-page-name="Default"><draw:frame svg:width="10cm" svg:height="1.5cm" svg:x="1.4cm" svg:y="0.6cm"><draw:text-box><text:p>Second page</text:p></draw:text-box></draw:frame></draw:page>' +
  '</office:presentation></office:body></office:document>'

/** A slide has another number after the merge, and shows it. */
function withoutNumber(slide: RenderedSlide): string {
  return words(slide.text).replace(/ \d+$/, '')
}

/** Ground and decoration, at the same places whatever the size. */
function colors({ widthInches, heightInches, colorAt }: RenderedSlide): string[] {
  const places = [
    [0.01, 0.97],
    [0.9, 0.1],
    [0.95, 0.7],
    [0.5, 0.9],
  ] as const
  return places.map(([left, top]) => colorAt(left * widthInches, top * heightInches))
}

function words(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
