import { createRequire } from 'node:module'
import { GlobalFonts, type Canvas } from 'canvas'
import { expressionFunction, parse, View, type Loader, type Spec } from 'vega'
import { pixelsPerUnit } from './chart-frame.ts'
import { numberText, type NumberLook } from './number-text.ts'
import { encodePng } from './png.ts'

export interface Picture {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Draws a specification. Its fonts come with the service, so that it looks the same on a machine that has none. */
export async function renderPicture(spec: Spec): Promise<Picture> {
  registerFonts()
  expressionFunction('numberText', (value: number, look: NumberLook) => numberText(value, look))
  const view = new View(parse(spec), { renderer: 'none', loader: nothingToLoad })
  try {
    const canvas = (await view.toCanvas(pixelsPerUnit)) as unknown as Canvas
    const { width, height } = canvas
    return { png: await encodePng({ width, height, rgba: canvas.data() }), width, height }
  } finally {
    view.finalize()
  }
}

function registerFonts(): void {
  const family = 'DejaVu Sans'
  if (GlobalFonts.has(family)) return
  const require = createRequire(import.meta.url)
  for (const file of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']) {
    GlobalFonts.registerFromPath(require.resolve(`dejavu-fonts-ttf/ttf/${file}`), family)
  }
}

/** A chart is made of the table and nothing else. */
const nothingToLoad = {
  load: refuse,
  sanitize: refuse,
  http: refuse,
  file: refuse,
} as unknown as Loader

async function refuse(): Promise<never> {
  throw new Error('A chart loads nothing.')
}
