import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from 'canvas'
import { ZipEditor } from '../src/platform/archives/zip-editor.ts'
import { writeSampleDeck, type SampleDeckOptions } from './pptx-sample-deck.ts'
import { createTestFolders, type TestFolders } from './tool-call.ts'

export interface SampleFiles extends TestFolders {
  /** The sample presentation, in the home folder. */
  readonly deck: string
  /** A picture twice as wide as it is high. */
  readonly picture: string
}

export async function createSampleFiles(options: SampleDeckOptions = {}): Promise<SampleFiles> {
  const folders = await createTestFolders()
  const deck = join(folders.home, 'deck.pptx')
  const picture = join(folders.home, 'wide.png')
  await writeSampleDeck(deck, options)
  await writeFile(picture, await samplePicture(80, 40).encode('png'))
  return { ...folders, deck, picture }
}

/** Red on the left, blue on the right, so that one sees how it was turned. */
export function samplePicture(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = 'blue'
  context.fillRect(width / 2, 0, width / 2, height)
  return canvas
}

export async function partText(path: string, part: string): Promise<string> {
  await using zip = await ZipEditor.open(path)
  return await zip.readText(part)
}
