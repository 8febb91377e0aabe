import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWhole } from '../../../test/shortened.ts'
import { createSampleFiles, type SampleFiles } from '../../../test/pptx-sample-files.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { AppError } from '../../contract/errors.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { ZipEditor } from '../../platform/archives/zip-editor.ts'
import { addImagePptx } from './add-image-pptx.ts'
import { addSlidePptx } from './add-slide-pptx.ts'
import { addTablePptx } from './add-table-pptx.ts'
import { duplicateSlidePptx } from './duplicate-slide-pptx.ts'
import { mergePptx } from './merge-pptx.ts'
import { pptxInfo } from './pptx-info.ts'
import { readPptx } from './read-pptx.ts'
import { reorderSlidesPptx } from './reorder-slides-pptx.ts'

const damages: Readonly<Record<string, (text: string) => string | undefined>> = {
  'is missing': () => undefined,
  'is empty': () => '',
  'is something else': () => '<x/>',
  'is cut off': (text) => text.slice(0, Math.floor(text.length / 2)),
  'has lost its attributes': (text) =>
    text.replaceAll(/ (id|idx|type|Id|Target|Type|cx|x|val|def)="[^"]*"/g, ''),
  'has strange attributes': (text) =>
    text.replaceAll(/ (id|cx|x|idx|cy)="[^"]*"/g, ' $1="-99999999999999999999"'),
  'has lost its children': (text) => text.replace(/(<[\w:]+[^>]*>)[\s\S]*(<\/[\w:]+>)$/, '$1$2'),
}

test.for(Object.keys(damages))(
  'when any part %s, every tool works or says why not, and the file stays whole',
  async (damage) => {
    await using files = await createSampleFiles()
    const broken = join(files.home, 'broken.pptx')
    const surprises: string[] = []
    for (const [index, part] of (await partsOf(files.deck)).entries()) {
      await damageDeck(files.deck, { broken, part, change: damages[damage]! })
      const before = await readFile(broken)
      for (const [tool, params] of turnsOf(
        calls(files, broken),
        index + Object.keys(damages).indexOf(damage),
      )) {
        await writeFile(broken, before)
        const outcome: unknown = await tool
          .run(params, createTestCall(files))
          .catch((error: unknown) => error)
        if (!(outcome instanceof Error)) continue
        const isWhole = (await readFile(broken)).equals(before)
        if (!(outcome instanceof AppError) || !isWhole)
          surprises.push(`${tool.action}, ${part}: ${outcome.message}`)
      }
    }
    expect(surprises).toEqual([])
  },
)

test('a layout that is its own master and a slide that is its own layout end no tool', async () => {
  const own = (target: string, kind: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`
  await using files = await createSampleFiles({
    parts: {
      'ppt/slides/_rels/slide3.xml.rels': own('slide3.xml', 'slideLayout'),
      'ppt/slideLayouts/_rels/slideLayout2.xml.rels': own('../slides/slide1.xml', 'slideMaster'),
    },
  })
  for (const [tool, params] of calls(files, files.deck)) {
    const outcome = await tool.run(params, createTestCall(files)).catch((error: unknown) => error)
    expect(outcome).toSatisfy((each) => !(each instanceof Error) || each instanceof AppError)
  }
})

/** Each damage of each part is met by a third of the tools, and each tool meets every part and every damage. */
function turnsOf<Item>(items: readonly Item[], turn: number): readonly Item[] {
  return isWhole ? items : items.filter((_, index) => (index + turn) % 3 === 0)
}

function calls(files: SampleFiles, path: string): [AnyTool, object][] {
  const headers = ['A', 'B']
  return [
    [addImagePptx, { path, slide_number: 1, image_path: files.picture }],
    [addTablePptx, { path, slide_number: 2, headers, rows: Array.from({ length: 40 }, () => ['x', 1]) }],
    [
      addSlidePptx,
      { path, title: 'New', bullets: ['x'], image_path: files.picture, notes: 'n', position: 2 },
    ],
    [duplicateSlidePptx, { path, slide_number: 2 }],
    [reorderSlidesPptx, { path, order: [3] }],
    [readPptx, { path }],
    [pptxInfo, { path }],
    [mergePptx, { paths: [files.deck, path], output_path: join(files.home, 'merged.pptx') }],
    [mergePptx, { paths: [path, files.deck], output_path: join(files.home, 'merged.pptx') }],
  ]
}

async function partsOf(path: string): Promise<string[]> {
  await using zip = await ZipEditor.open(path)
  return zip.names().filter((name) => /\.(xml|rels)$/.test(name))
}

async function damageDeck(
  deck: string,
  { broken, part, change }: { broken: string; part: string; change: (text: string) => string | undefined },
): Promise<void> {
  await using zip = await ZipEditor.open(deck)
  const changed = change(await zip.readText(part))
  if (changed === undefined) zip.remove(part)
  else zip.write(part, changed)
  await zip.save(broken)
}
