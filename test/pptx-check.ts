import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCanvas, loadImage } from 'canvas'
import { convertByOffice } from './office.ts'
import { runPython } from './python.ts'

const run = promisify(execFile)

export interface CheckedSlide {
  readonly part: string
  readonly pictures: readonly { x: number; y: number; cx: number; cy: number; media: string }[]
  readonly tables: readonly {
    rows: string[][]
    right: boolean[][]
    style: string | null
    widths: number[]
    heights: number[]
  }[]
  readonly text: readonly string[]
}

export interface CheckedPresentation {
  /** Rules of the format that the file breaks. */
  readonly problems: readonly string[]
  readonly slides: readonly CheckedSlide[]
  /** SHA-256 of every part. */
  readonly hashes: Readonly<Record<string, string>>
  readonly order: readonly string[]
}

/** What a reader that shares no code with ours finds in a presentation. */
export async function checkPresentation(path: string): Promise<CheckedPresentation> {
  const script = join(import.meta.dirname, 'pptx-package.py')
  const printed = await runPython(await readFile(script, 'utf8'), { args: [script, path] })
  return JSON.parse(printed) as CheckedPresentation
}

/** Names of parts that are new, gone or different. */
export function changedParts(before: CheckedPresentation, after: CheckedPresentation): string[] {
  const names = new Set([...Object.keys(before.hashes), ...Object.keys(after.hashes)])
  return [...names].filter((name) => before.hashes[name] !== after.hashes[name]).toSorted()
}

export interface RenderedSlide {
  readonly text: string
  readonly widthInches: number
  readonly heightInches: number
  /** Colour at a place in inches, as six hexadecimal digits. */
  readonly colorAt: (left: number, top: number) => string
}

const dotsPerInch = 48

/** The slides as LibreOffice draws them: to PDF, then each page to text and pixels. */
export async function renderSlides(path: string): Promise<RenderedSlide[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pptx-rendered-'))
  const [pdf] = await convertByOffice([path], { to: 'pdf', folder: folder.path })
  await run('pdftoppm', ['-r', String(dotsPerInch), '-png', pdf!, join(folder.path, 'page')])
  const { stdout } = await run('pdftotext', ['-layout', pdf!, '-'], { maxBuffer: 16 * 1024 * 1024 })
  const texts = stdout.split('\f')
  const pictures = (await readdir(folder.path)).filter((name) => name.endsWith('.png')).toSorted()
  const slides: RenderedSlide[] = []
  for (const [index, name] of pictures.entries()) {
    const image = await loadImage(await readFile(join(folder.path, name)))
    const canvas = createCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    slides.push({
      text: texts[index] ?? '',
      widthInches: image.width / dotsPerInch,
      heightInches: image.height / dotsPerInch,
      colorAt: (left, top) => {
        const { data } = context.getImageData(
          Math.round(left * dotsPerInch),
          Math.round(top * dotsPerInch),
          1,
          1,
        )
        return Buffer.from(data.subarray(0, 3)).toString('hex')
      },
    })
  }
  return slides
}
