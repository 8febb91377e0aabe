import { childAt, descendants, standaloneText, type XmlElement } from '../archives/xml-tree.ts'
import { slideNumberField } from './deck-layouts.ts'
import { presentationTypes, rootNamespaces } from './dialect.ts'
import { emu } from './geometry.ts'
import { titleShape, type Layout } from './layouts.ts'
import { runsXml } from './paragraphs.ts'
import type { Presentation } from './presentation.ts'
import { enterSlide } from './slide-list.ts'
import { isFurniture, isTitle, shapesOf } from './slide-shapes.ts'
import { groupRoot, placeholderXml, textBoxXml, xmlDeclaration } from './slide-xml.ts'

export interface NewSlide {
  readonly layout: Layout
  readonly position: number
  readonly title?: string | undefined
  /** A slide whose footer, date and slide number are repeated, and its own background when `sameBackground`. */
  readonly like?: string | undefined
  readonly sameBackground?: boolean
  /** Shows its number, wherever the layout has a place for it. */
  readonly numbered?: boolean
}

/** Makes a slide with nothing but its title and what repeats on every slide, and enters it; returns its part. */
export async function newSlide(presentation: Presentation, slide: NewSlide): Promise<string> {
  const { pack, dialect } = presentation
  const part = pack.freeName('ppt/slides/slide', 'xml')
  const shapes = `${await titleXml(presentation, slide)}${await furnitureXml(presentation, slide)}${numberXml(slide)}`
  const background = slide.sameBackground ? await backgroundXml(presentation, slide.like) : ''
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

/** The text of a slide's title; undefined when it has none. */
export async function titleOf(presentation: Presentation, part: string): Promise<string | undefined> {
  const shape = (await shapesOf(presentation, part)).find((each) => isTitle(each.placeholder))
  if (!shape) return undefined
  const text = [...descendants(shape.element)]
    .map((each) => (each.local === 't' ? each.text : each.local === 'br' ? ' ' : ''))
    .join('')
  return text.trim() || undefined
}

const titleId = 2

async function titleXml(presentation: Presentation, slide: NewSlide): Promise<string> {
  if (!slide.title) return ''
  const body = `<a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/><a:p>${runsXml(slide.title)}</a:p>`
  const shape = titleShape(slide.layout)
  if (shape) return placeholderXml(shape, { id: titleId, body })
  const { width } = await presentation.size()
  const rect = { x: emu(0.5), y: emu(0.35), width: width - emu(1), height: emu(0.9) }
  return textBoxXml({
    id: titleId,
    body: body.replaceAll('<a:rPr lang="en-US"', '<a:rPr lang="en-US" sz="3200"'),
    rect,
  })
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
