import { childAt, descendants, insertAt, standaloneText, type XmlElement } from '../archives/xml-tree.ts'
import { slideNumberField } from './deck-layouts.ts'
import { presentationTypes, rootNamespaces } from './dialect.ts'
import { emu } from './geometry.ts'
import { titleShape, type Layout } from './layouts.ts'
import { runsXml } from './paragraphs.ts'
import type { Presentation } from './presentation.ts'
import { enterSlide } from './slide-list.ts'
import { isFurniture, isTitle, shapesOf } from './slide-shapes.ts'
import type { LevelStyle } from './text-style.ts'
import { groupRoot, placeholderXml, textBoxXml, xmlDeclaration } from './slide-xml.ts'

export interface NewSlide {
  readonly layout: Layout
  readonly position: number
  readonly title?: string | undefined
  readonly titleStyle?: LevelStyle | undefined
  /** Repeats the title of `like`, as it looks there, with a word that it goes on. */
  readonly continues?: boolean
  /** A slide whose footer, date and slide number are repeated, and its own background when this one `continues` it. */
  readonly like?: string | undefined
  /** Shows its number, wherever the layout has a place for it. */
  readonly numbered?: boolean
}

/** Makes a slide with nothing but its title and what repeats on every slide, and enters it; returns its part. */
export async function newSlide(presentation: Presentation, slide: NewSlide): Promise<string> {
  const { pack, dialect } = presentation
  const part = pack.freeName('ppt/slides/slide', 'xml')
  const shapes = `${await titleXml(presentation, slide)}${await furnitureXml(presentation, slide)}${numberXml(slide)}`
  const background = slide.continues ? await backgroundXml(presentation, slide.like) : ''
  const text =
    `${xmlDeclaration}<p:sld ${rootNamespaces(dialect)}><p:cSld>${background}<p:spTree>${groupRoot}${shapes}` +
    '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>'
  pack.write(part, text, presentationTypes.slide)
  await presentation.relate(part, { kind: 'slideLayout', to: slide.layout.part })
  await enterSlide(presentation, { part, position: slide.position })
  return part
}

/** The slide beside a place that a new one there should look like: the one before, unless only the next has a footer. */
export async function neighbourOf(presentation: Presentation, position: number): Promise<string | undefined> {
  const slides = await presentation.slides()
  const beside = [slides[position - 2], slides[position - 1]]
    .map((entry) => entry?.part)
    .filter((part) => part !== undefined && presentation.pack.find(part) !== undefined) as string[]
  for (const part of beside) {
    if ((await shapesOf(presentation, part)).some((shape) => isFurniture(shape.placeholder))) return part
  }
  return beside[0]
}

const continuedMark = ' (continued)'

export function continuedTitle(title: string): string {
  return title.endsWith(continuedMark) ? title : `${title}${continuedMark}`
}

const titleId = 2

async function titleXml(presentation: Presentation, slide: NewSlide): Promise<string> {
  if (slide.continues && slide.like) return continuedTitleXml(presentation, slide.like)
  if (!slide.title) return ''
  const { paragraph = '' } = slide.titleStyle ?? {}
  const runs = runsXml(slide.title, slide.titleStyle)
  const body = `<a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/><a:p>${paragraph}${runs}</a:p>`
  const shape = titleShape(slide.layout)
  if (shape) return placeholderXml(shape, { id: titleId, body })
  const { width } = await presentation.size()
  const rect = { x: emu(0.5), y: emu(0.35), width: width - emu(1), height: emu(0.9) }
  const large = body.replaceAll('<a:rPr lang="en-US"', '<a:rPr lang="en-US" sz="3200"')
  return textBoxXml({ id: titleId, body: large, rect })
}

/** The title of a slide once more, in its own clothes. */
async function continuedTitleXml(presentation: Presentation, like: string): Promise<string> {
  const { text } = await presentation.pack.xml(like)
  const shape = (await shapesOf(presentation, like)).find((each) => isTitle(each.placeholder))
  if (!shape || !shape.hasText || hasReference(shape.element)) return ''
  const words = [...descendants(shape.element)].filter(
    (each) => each.local === 't' && each.text.trim() !== '',
  )
  const last = words.at(-1)!
  const isContinued = last.text.trimEnd().endsWith(continuedMark.trim())
  const added = isContinued ? '' : continuedMark
  const at = last.contentEnd - shape.element.start
  const before = text.slice(shape.element.start, shape.element.end)
  const grown = standaloneText(text, shape.element).length - before.length
  return withId(insertAt(standaloneText(text, shape.element), at + grown, added), titleId)
}

/** Footer, date and number as the neighbour shows them, as far as the layout has a place for them. */
async function furnitureXml(presentation: Presentation, { like, layout }: NewSlide): Promise<string> {
  if (like === undefined) return ''
  const places = new Set(layout.shapes.map((shape) => shape.placeholder?.type))
  const { text } = await presentation.pack.xml(like)
  const shapes = (await shapesOf(presentation, like)).filter(
    (shape) =>
      isFurniture(shape.placeholder) && places.has(shape.placeholder!.type) && !hasReference(shape.element),
  )
  return shapes
    .map((shape, index) => withId(standaloneText(text, shape.element), titleId + 1 + index))
    .join('')
}

function numberXml({ numbered, layout }: NewSlide): string {
  const place = numbered && layout.shapes.find((shape) => shape.placeholder?.type === 'sldNum')
  if (!place) return ''
  return placeholderXml(place, {
    id: titleId + 1,
    body: `<a:bodyPr/><a:lstStyle/><a:p>${slideNumberField}</a:p>`,
  })
}

/** The neighbour's own background, unless it is a picture, which would need a relationship of its own. */
async function backgroundXml(presentation: Presentation, like: string | undefined): Promise<string> {
  if (like === undefined) return ''
  const { text, root } = await presentation.pack.xml(like)
  const background = childAt(root, ['cSld', 'bg'])
  return background && !hasReference(background) ? standaloneText(text, background) : ''
}

function hasReference(element: XmlElement): boolean {
  return [element, ...descendants(element)].some((each) =>
    each.attributes.some(({ uri }) => uri.endsWith('/relationships')),
  )
}

function withId(shape: string, id: number): string {
  return shape.replace(/(<(?:[\w.-]+:)?cNvPr\b[^>]*?\bid=)(["'])\d+\2/, `$1$2${id}$2`)
}
