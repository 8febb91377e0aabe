import { GlobalFonts, type Canvas } from 'canvas'
import { expressionFunction, parse, View, type Loader, type LoggerInterface, type Spec } from 'vega'
import { packageFile } from '../files/own-code.ts'
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
  const problems: unknown[] = []
  const view = new View(parse(spec), {
    renderer: 'none',
    loader: nothingToLoad,
    logger: problemLog(problems),
  })
  try {
    const canvas = (await view.toCanvas(pixelsPerUnit)) as unknown as Canvas
    if (problems.length > 0) throw new Error("Couldn't draw the whole chart.", { cause: problems[0] })
    const { width, height } = canvas
    return { png: await encodePng({ width, height, rgba: canvas.data() }), width, height }
  } finally {
    view.finalize()
  }
}

/** Vega writes its failures to the log and goes on with half a chart. */
function problemLog(problems: unknown[]): LoggerInterface {
  const log: LoggerInterface = {
    level: () => log,
    error: (...told) => {
      problems.push(...told)
      return log
    },
    warn: () => log,
    info: () => log,
    debug: () => log,
  }
  return log
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
  const files = [
    packageFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    packageFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ]
  for (const file of files) GlobalFonts.registerFromPath(file, family)
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
