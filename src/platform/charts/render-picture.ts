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

/** Which writing in the texts none of the fonts of this machine can show, if any. */
export function unshownWriting({ title, axes, scales, signals }: Spec): string | undefined {
  const texts = JSON.stringify([title, axes, scales, signals])
  const families = GlobalFonts.families.map(({ family }) => family)
  return writings.find(
    ({ letters, fonts }) => letters.test(texts) && !families.some((family) => fonts.test(family)),
  )?.name
}

const writings = [
  {
    name: 'East Asian characters',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
    fonts:
      /CJK|Noto Sans (?:JP|KR|SC|TC)|Hiragino|PingFang|Apple SD|YaHei|SimSun|Gothic|Mincho|WenQuanYi|Droid Sans Fallback|Source Han|Unifont/i,
  },
  { name: 'emoji', letters: /\p{Emoji_Presentation}/u, fonts: /emoji|symbola|unifont/i },
] as const

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
