import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { checkPresentation } from '../../../test/pptx-check.ts'
import { writeSampleDeck } from '../../../test/pptx-sample-deck.ts'
import { createSampleFiles, partText } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { addImagePptx } from './add-image-pptx.ts'
import { createPptx } from './create-pptx.ts'
import { mergePptx } from './merge-pptx.ts'
import { readPptx } from './read-pptx.ts'

beforeEach((context) => needsPrograms(context, 'python3'))

test('slides come with their master, layouts, theme, chart, notes and table styles', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const own = join(files.home, 'own.pptx')
  await createPptx.run(
    { path: own, title: 'Own', slides: [{ title: 'Mine', notes: 'my notes' }], theme: 'rose' },
    call,
  )
  for (const [paths, titles] of [
    [
      [own, files.deck],
      ['Own', 'Mine', 'Opening', 'Figures', 'Closing'],
    ],
    [
      [files.deck, own],
      ['Opening', 'Figures', 'Closing', 'Own', 'Mine'],
    ],
  ] as const) {
    const output = join(files.home, `${titles[0]}-first.pptx`)
    const { data } = await mergePptx.run({ paths: [...paths], output_path: output }, call)
    const { problems, hashes } = await checkPresentation(output)
    expect(problems).toEqual([])
    expect(data).toMatchObject({ path: output, slide_count: 5 })
    const read = await readPptx.run({ path: output }, call)
    expect(read.data.slides.map((slide) => slide.title)).toEqual(titles)
    expect(
      read.data.slides
        .map((slide) => slide.notes)
        .filter((notes) => notes !== '')
        .toSorted(),
    ).toEqual(['Explain the growth.', 'my notes'])
    expect(Object.keys(hashes).filter((name) => /slideMaster\d\.xml$/.test(name))).toHaveLength(2)
    expect(await partText(output, 'ppt/tableStyles.xml')).toContain('House style')
    expect(await partText(output, 'ppt/tableStyles.xml')).toContain('Medium Style 2')
  }
})

test('presentations from one template share their master, and one picture is stored once', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const second = join(files.home, 'second.pptx')
  await writeSampleDeck(second)
  for (const path of [files.deck, second]) {
    await addImagePptx.run({ path, slide_number: 1, image_path: files.picture }, call)
  }
  const output = join(files.home, 'both.pptx')
  const { data, message } = await mergePptx.run(
    { paths: [files.deck, second, second], output_path: output },
    call,
  )
  const { problems, hashes } = await checkPresentation(output)
  expect(problems).toEqual([])
  expect(data.slide_count).toBe(9)
  expect(Object.keys(hashes).filter((name) => /slideMaster\d\.xml$/.test(name))).toHaveLength(1)
  expect(Object.keys(hashes).filter((name) => name.includes('media'))).toHaveLength(1)
  expect(message).toContain('Comments in second.pptx were left out.')
})

test('a link from one slide to another still leads there', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const first = await partText(files.deck, 'ppt/slides/_rels/slide3.xml.rels')
  const linked = join(files.home, 'linked.pptx')
  await writeSampleDeck(linked, {
    parts: {
      'ppt/slides/_rels/slide3.xml.rels': first.replace(
        '</Relationships>',
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slide1.xml"/></Relationships>',
      ),
    },
  })
  const own = join(files.home, 'own.pptx')
  await createPptx.run({ path: own, title: 'Own', slides: [] }, call)
  const output = join(files.home, 'both.pptx')
  await mergePptx.run({ paths: [own, linked], output_path: output }, call)
  const { problems, order } = await checkPresentation(output)
  expect(problems).toEqual([])
  const relationships = await partText(output, `ppt/slides/_rels/${order[1]!.split('/').at(-1)}.rels`)
  expect(relationships).toContain(`Id="rId9"`)
  expect(relationships).toContain(`Target="${order[2]!.split('/').at(-1)}"`)
})

test('another size is said, another dialect and a result over a source are refused', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const small = join(files.home, 'small.pptx')
  const presentation = await partText(files.deck, 'ppt/presentation.xml')
  await writeSampleDeck(small, {
    parts: {
      'ppt/presentation.xml': presentation.replace('cx="12192000" cy="6858000"', 'cx="9144000" cy="6858000"'),
    },
  })
  const output_path = join(files.home, 'out.pptx')
  const { data } = await mergePptx.run({ paths: [files.deck, small], output_path }, call)
  expect(data.warnings).toContain('The slides of small.pptx had a different size and were scaled to fit.')
  const strict = join(files.home, 'strict.pptx')
  await writeSampleDeck(strict, { strict: true })
  await expect(mergePptx.run({ paths: [files.deck, strict], output_path }, call)).rejects.toThrow(
    'different dialects',
  )
  const over = mergePptx.run({ paths: [files.deck, small], output_path: small }, call)
  await expect(over).rejects.toThrow('Choose another name')
})

test('a show as first file becomes a presentation, and one with macros is refused', async () => {
  await using files = await createSampleFiles()
  const call = createTestCall(files)
  const types = await partText(files.deck, '[Content_Types].xml')
  const plain = 'vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'
  const output_path = join(files.home, 'out.pptx')
  for (const [name, type] of [
    ['show.ppsx', 'vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
    ['macros.pptm', 'vnd.ms-powerpoint.presentation.macroEnabled.main+xml'],
  ] as const) {
    await writeSampleDeck(join(files.home, name), {
      parts: { '[Content_Types].xml': types.replace(plain, type) },
    })
  }
  await mergePptx.run({ paths: [join(files.home, 'show.ppsx'), files.deck], output_path }, call)
  expect(await partText(output_path, '[Content_Types].xml')).toContain(plain)
  expect((await checkPresentation(output_path)).problems).toEqual([])
  const macros = mergePptx.run({ paths: [join(files.home, 'macros.pptm'), files.deck], output_path }, call)
  await expect(macros).rejects.toThrow(
    "contains macros, which a .pptx file can't. Put another file first, or save it as .pptx.",
  )
})
