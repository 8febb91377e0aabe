import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { createCanvas, loadImage } from 'canvas'
import type { TestContext } from 'vitest'

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
  const { stdout } = await run('python3', [script, path], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as CheckedPresentation
}

/** Names of parts that are new, gone or different. */
export function changedParts(before: CheckedPresentation, after: CheckedPresentation): string[] {
  const names = new Set([...Object.keys(before.hashes), ...Object.keys(after.hashes)])
  return [...names].filter((name) => before.hashes[name] !== after.hashes[name]).toSorted()
}

/** Skips a test in sight of everybody when a program is missing on this machine; on the build machine that is a failure. */
export async function needsPrograms(context: TestContext, ...programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    if (await isInstalled(program)) continue
    if (process.env['CI']) throw new Error(`${program} is not installed on the build machine.`)
    context.skip(`${program} is not installed`)
  }
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await run('which', [program])
    return true
  } catch {
    return false
  }
}

/** LibreOffice lets only one process use a profile, and takes a second to make one: one for each file of tests. */
const profile = join(tmpdir(), `pptx-profile-${process.pid}`)

export async function removeOfficeProfile(): Promise<void> {
  await rm(profile, { recursive: true, force: true })
}

export async function convertPresentation(
  path: string,
  { to, folder }: { to: 'pdf' | 'odp' | 'pptx'; folder: string },
): Promise<string> {
  const settings = `-env:UserInstallation=file://${profile}`
  await run('soffice', ['--headless', settings, '--convert-to', to, '--outdir', folder, path], {
    timeout: 120_000,
  })
  return join(folder, `${basename(path, extname(path))}.${to}`)
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
  const pdf = await convertPresentation(path, { to: 'pdf', folder: folder.path })
  await run('pdftoppm', ['-r', String(dotsPerInch), '-png', pdf, join(folder.path, 'page')])
  const { stdout } = await run('pdftotext', ['-layout', pdf, '-'], { maxBuffer: 16 * 1024 * 1024 })
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
