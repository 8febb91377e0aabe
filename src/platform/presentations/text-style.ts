import { attribute, childAt, childrenNamed, standaloneText, type XmlElement } from '../archives/xml-tree.ts'
import type { Layout } from './layouts.ts'
import type { Presentation } from './presentation.ts'
import { isBody, isTitle, shapesOf, type Placeholder, type SlideShape } from './slide-shapes.ts'

/** How text of one level looks. */
export interface LevelStyle {
  readonly points: number
  /** Properties to write on each paragraph and each run; empty when the master says it all. */
  readonly paragraph: string
  readonly run: string
}

export interface TextStyle {
  readonly title: LevelStyle
  /** Of the text below the title, outermost first. */
  readonly levels: readonly LevelStyle[]
}

const levelCount = 5
/** What PowerPoint takes when nobody says anything. */
const usualTitlePoints = 44
const usualPoints = [28, 24, 20, 18, 18]

/**
 * The look of text in a new slide. Usually the master defines it and nothing has to be written. LibreOffice writes
 * masters without any text styles and puts everything on the text itself; there it is taken over from a slide nearby.
 */
export async function textStyle(
  presentation: Presentation,
  { layout, shape, like }: { layout: Layout; shape: SlideShape | undefined; like: string | undefined },
): Promise<TextStyle> {
  const { root } = await presentation.pack.xml(layout.master)
  const styles = childAt(root, ['txStyles'])
  if (!styles) return borrowedStyle(presentation, { layout, like })
  const own = childAt(shape?.element, ['txBody', 'lstStyle'])
  const body = childAt(styles, ['bodyStyle'])
  return {
    title: plain(pointsOf(childAt(styles, ['titleStyle']), 0) ?? usualTitlePoints),
    levels: usualPoints.map((usual, level) => plain(pointsOf(own, level) ?? pointsOf(body, level) ?? usual)),
  }
}

async function borrowedStyle(
  presentation: Presentation,
  { layout, like }: { layout: Layout; like: string | undefined },
): Promise<TextStyle> {
  const sources = [...(like === undefined ? [] : [like]), layout.part, layout.master]
  const find = async (role: (placeholder: Placeholder | undefined) => boolean, level: number) => {
    for (const part of sources) {
      const { text } = await presentation.pack.xml(part)
      const shapes = (await shapesOf(presentation, part)).filter((shape) => role(shape.placeholder))
      const found = shapes
        .map((shape) => styleIn(text, { shape, level }))
        .find((style) => style !== undefined)
      if (found) return found
    }
    return undefined
  }
  const levels: LevelStyle[] = []
  for (let level = 0; level < levelCount; level += 1) {
    const above = levels.at(-1)
    levels.push(
      (await find(isBody, level)) ?? (above && oneDeeper(above, level)) ?? plain(usualPoints[level]!),
    )
  }
  return { title: (await find(isTitle, 0)) ?? plain(usualTitlePoints), levels }
}

/** What the first paragraph of a level wears. */
function styleIn(
  text: string,
  { shape, level }: { shape: SlideShape; level: number },
): LevelStyle | undefined {
  for (const paragraph of childrenNamed(childAt(shape.element, ['txBody']), 'p')) {
    const properties = childAt(paragraph, ['pPr'])
    const run = childAt(paragraph, ['r', 'rPr']) ?? childAt(paragraph, ['endParaRPr'])
    if (!run || Number(attribute(properties, 'lvl') ?? 0) !== level) continue
    const points = Number(attribute(run, 'sz')) / 100
    return {
      points: points > 0 ? points : usualPoints[level]!,
      paragraph: properties ? standaloneText(text, properties) : '',
      run: asRunProperties(standaloneText(text, run), run),
    }
  }
  return undefined
}

/** The style of the level above, moved to the right. */
function oneDeeper(above: LevelStyle, level: number): LevelStyle {
  const indented = above.paragraph
    .replace(/\slvl="\d"/, '')
    .replace(
      /(\smarL=")(\d+)/,
      (_, before: string, margin: string) => before + String(Number(margin) + 400_000),
    )
    .replace(/^(<[\w.:-]+)/, `$1 lvl="${level}"`)
  return { ...above, paragraph: indented }
}

/** An empty paragraph keeps what its text would wear under another name. */
function asRunProperties(xml: string, { name, local }: XmlElement): string {
  return local === 'rPr' ? xml : xml.replaceAll(name, name.replace('endParaRPr', 'rPr'))
}

function plain(points: number): LevelStyle {
  return { points, paragraph: '', run: '' }
}

function pointsOf(list: XmlElement | undefined, level: number): number | undefined {
  const size = Number(attribute(childAt(list, [`lvl${level + 1}pPr`, 'defRPr']), 'sz'))
  return size > 0 ? size / 100 : undefined
}
