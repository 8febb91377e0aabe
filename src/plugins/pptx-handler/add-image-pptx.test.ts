import { readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { changedParts, checkPresentation } from '../../../test/pptx-check.ts'
import { createSampleFiles, partText } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { addImagePptx } from './add-image-pptx.ts'

beforeEach((context) => needsPrograms(context, 'python3'))

const inch = 914_400

test('the picture stands where the interface says, as high as its shape wants, and nothing else changes', async () => {
  await using files = await createSampleFiles()
  const before = await checkPresentation(files.deck)
  const outcome = await addImagePptx.run(
    { path: files.deck, slide_number: 2, image_path: files.picture },
    createTestCall(files),
  )
  const after = await checkPresentation(files.deck)
  expect(after.problems).toEqual([])
  expect(after.slides[1]!.pictures).toEqual([
    { x: inch, y: 2.5 * inch, cx: 5 * inch, cy: 2.5 * inch, media: 'ppt/media/image1.png' },
  ])
  expect(changedParts(before, after)).toEqual([
    '[Content_Types].xml',
    'ppt/media/image1.png',
    'ppt/slides/_rels/slide1.xml.rels',
    'ppt/slides/slide1.xml',
  ])
  expect(outcome.data).toMatchObject({
    path: files.deck,
    slide_count: 3,
    slide_number: 2,
    left_inches: 1,
    top_inches: 2.5,
    width_inches: 5,
    height_inches: 2.5,
    outside_slide: 'no',
  })
  expect(outcome.data.bytes).toBe((await readFile(files.deck)).length)
})

test('the slide is the same text with the picture put in, before its extensions and its animation', async () => {
  await using files = await createSampleFiles()
  const before = await partText(files.deck, 'ppt/slides/slide3.xml')
  await addImagePptx.run(
    { path: files.deck, slide_number: 1, image_path: files.picture },
    createTestCall(files),
  )
  const after = await partText(files.deck, 'ppt/slides/slide3.xml')
  const picture = /<p:pic>.*?<\/p:pic>/s.exec(after)![0]
  expect(after.replace(picture, '')).toBe(before)
  expect(after).toContain(`${picture}<p:extLst>`)
  expect(picture).toContain('<p:cNvPr id="10" ')
})

test.for([
  ['without prefixes and without relationships', false],
  ['in the strict dialect', true],
] as const)('a slide %s gets its picture too', async ([, strict]) => {
  await using files = await createSampleFiles({ strict })
  await addImagePptx.run(
    { path: files.deck, slide_number: 3, image_path: files.picture, width_inches: 2 },
    createTestCall(files),
  )
  const { problems, slides } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides[2]!.pictures).toMatchObject([{ cx: 2 * inch, cy: inch }])
  const relationships = await partText(files.deck, 'ppt/slides/_rels/slide2.xml.rels')
  expect(relationships).toContain(strict ? 'purl.oclc.org' : 'schemas.openxmlformats.org/officeDocument')
})

test('the same picture is stored once', async () => {
  await using files = await createSampleFiles()
  for (const slide_number of [1, 2, 1]) {
    await addImagePptx.run(
      { path: files.deck, slide_number, image_path: files.picture },
      createTestCall(files),
    )
  }
  const { problems, slides, hashes } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides.map((slide) => slide.pictures.length)).toEqual([2, 1, 0])
  expect(Object.keys(hashes).filter((name) => name.includes('media'))).toHaveLength(1)
})

test('eight calls at once lose nothing', async () => {
  await using files = await createSampleFiles()
  const calls = Array.from({ length: 8 }, (_, index) =>
    addImagePptx.run(
      { path: files.deck, slide_number: 1 + (index % 3), image_path: files.picture },
      createTestCall(files),
    ),
  )
  await Promise.all(calls)
  const { problems, slides } = await checkPresentation(files.deck)
  expect(problems).toEqual([])
  expect(slides.map((slide) => slide.pictures.length)).toEqual([3, 3, 2])
})

test('with output_path the presentation itself stays as it was', async () => {
  await using files = await createSampleFiles()
  const before = await readFile(files.deck)
  const target = join(files.home, 'new', 'copy.pptx')
  const { data } = await addImagePptx.run(
    { path: files.deck, slide_number: 1, image_path: files.picture, output_path: target },
    createTestCall(files),
  )
  expect(data.path).toBe(target)
  expect((await readFile(files.deck)).equals(before)).toBe(true)
  expect((await checkPresentation(target)).slides[0]!.pictures).toHaveLength(1)
})

test('a picture over the edge or outside of the slide is placed, and the message says so', async () => {
  await using files = await createSampleFiles()
  const over = await addImagePptx.run(
    { path: files.deck, slide_number: 1, image_path: files.picture, left_inches: 12 },
    createTestCall(files),
  )
  const outside = await addImagePptx.run(
    { path: files.deck, slide_number: 1, image_path: files.picture, top_inches: 20 },
    createTestCall(files),
  )
  expect(over.message).toContain('extends over the edge')
  expect(outside.message).toContain('It lies outside the slide, where no one will see it.')
  expect([over.data.outside_slide, outside.data.outside_slide]).toEqual(['partly', 'wholly'])
  expect((await checkPresentation(files.deck)).slides[0]!.pictures).toHaveLength(2)
})

test('a link to a presentation is followed, not replaced', async () => {
  await using files = await createSampleFiles()
  const link = join(files.home, 'link.pptx')
  await symlink(files.deck, link)
  await addImagePptx.run({ path: link, slide_number: 1, image_path: files.picture }, createTestCall(files))
  expect((await checkPresentation(files.deck)).slides[0]!.pictures).toHaveLength(1)
})

test.for([
  [4, 'No slide 4: "deck.pptx" has 3 slides. Choose a number from 1 to 3.'],
  [400, 'No slide 400'],
] as const)('slide %i is refused with the number of slides', async ([slide_number, message]) => {
  await using files = await createSampleFiles()
  const before = await readFile(files.deck)
  const call = createTestCall(files)
  await expect(
    addImagePptx.run({ path: files.deck, slide_number, image_path: files.picture }, call),
  ).rejects.toThrow(message)
  expect((await readFile(files.deck)).equals(before)).toBe(true)
  expect((await readdir(files.home)).toSorted()).toEqual(['.local', 'deck.pptx', 'wide.png'])
})

test.for([
  ['a text', Buffer.from('I am no picture.'), 'as an image. Give a PNG or JPEG file.'],
  [
    'the beginning of a PNG',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'as an image. Give a PNG or JPEG file.',
  ],
  ['an empty file', Buffer.alloc(0), 'as an image. Give a PNG or JPEG file.'],
] as const)('%s is not a picture, and the file stays as it was', async ([, bytes, message]) => {
  await using files = await createSampleFiles()
  const before = await readFile(files.deck)
  const image_path = join(files.home, 'x.png')
  await writeFile(image_path, bytes)
  const call = createTestCall(files)
  await expect(addImagePptx.run({ path: files.deck, slide_number: 1, image_path }, call)).rejects.toThrow(
    message,
  )
  expect((await readFile(files.deck)).equals(before)).toBe(true)
})

test.for([
  ['notes.pptx', Buffer.from('Dear all'), 'is not a PowerPoint presentation (.pptx), despite its name'],
  ['cut.pptx', Buffer.from('PK\x03\x04 and nothing more after that'), 'is damaged or incomplete'],
  ['old.pptx', oldPowerPoint('PowerPoint Document'), 'old PowerPoint format from before 2007'],
  ['locked.pptx', oldPowerPoint('EncryptedPackage'), 'is password-protected'],
] as const)('%s is refused with a sentence', async ([name, bytes, message]) => {
  await using files = await createSampleFiles()
  const path = join(files.home, name)
  await writeFile(path, bytes)
  const call = createTestCall(files)
  const adding = addImagePptx.run({ path, slide_number: 1, image_path: files.picture }, call)
  await expect(adding).rejects.toThrow(message)
  expect((await readFile(path)).equals(bytes)).toBe(true)
})

test('a Word document under another name is called one', async () => {
  await using files = await createSampleFiles({
    parts: {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
  })
  const call = createTestCall(files)
  const adding = addImagePptx.run({ path: files.deck, slide_number: 1, image_path: files.picture }, call)
  await expect(adding).rejects.toThrow('"deck.pptx" is a Word document, not a PowerPoint presentation')
})

test('a document type in a part is refused', async () => {
  await using files = await createSampleFiles({
    parts: { 'ppt/slides/slide3.xml': '<!DOCTYPE a [<!ENTITY b "c">]><p:sld xmlns:p="x">&b;</p:sld>' },
  })
  const call = createTestCall(files)
  const adding = addImagePptx.run({ path: files.deck, slide_number: 1, image_path: files.picture }, call)
  await expect(adding).rejects.toThrow('declares a document type')
})

test('relative paths, the service’s own data and a wrong ending are refused', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const base = { slide_number: 1, image_path: files.picture }
  await expect(addImagePptx.run({ ...base, path: 'deck.pptx' }, call)).rejects.toThrow('absolute path')
  await expect(addImagePptx.run({ ...base, path: join(files.dataFolder, 'a.pptx') }, call)).rejects.toThrow(
    'own data',
  )
  const output_path = join(files.home, 'a.pdf')
  await expect(addImagePptx.run({ ...base, path: files.deck, output_path }, call)).rejects.toThrow(
    'must end in .pptx',
  )
  const missing = addImagePptx.run({ ...base, path: join(files.home, 'none.pptx') }, call)
  await expect(missing).rejects.toMatchObject({ code: 'not_found' })
})

test('a protected place needs approval, for what is written and for what is read', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const ask = (params: object) =>
    addImagePptx.needsApproval!(
      { path: files.deck, slide_number: 1, image_path: files.picture, ...params },
      call,
    )
  expect(await ask({})).toBeUndefined()
  expect(await ask({ image_path: '~/.ssh/id.png' })).toContain('SSH')
  expect(await ask({ output_path: '~/.ssh/deck.pptx' })).toContain('SSH')
})

function oldPowerPoint(stream: string): Buffer {
  const start = Buffer.alloc(2048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(start)
  return Buffer.concat([start, Buffer.from(stream, 'utf16le'), Buffer.alloc(500)])
}
