import { addPicture } from './add-picture.ts'
import { addTable } from './add-table.ts'
import { fitInside } from './geometry.ts'
import { insertShape } from './insert-shape.ts'
import { layoutFor, layoutNamed, layoutsOf, type Layout } from './layouts.ts'
import { continuedTitle, newSlide } from './new-slide.ts'
import { addNotes } from './notes.ts'
import { fitText, textBodyXml, type FittedText, type Paragraph } from './paragraphs.ts'
import type { Picture } from './picture-file.ts'
import type { Presentation } from './presentation.ts'
import { placesFor, type Places } from './slide-places.ts'
import { placeholderXml, textBoxXml } from './slide-xml.ts'
import type { TableContent } from './table-content.ts'

export interface SlideContent {
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
  readonly paragraphs: readonly Paragraph[]
  readonly picture?: Picture | undefined
  readonly table?: TableContent | undefined
  readonly notes?: string | undefined
}

export interface AddSlideOptions {
  readonly position: number
  /** A layout's name or one of `layoutWords`; chosen by the content when left out. */
  readonly layout?: string | undefined
  /** A slide whose footer and number are repeated. */
  readonly like?: string | undefined
  /** Shows its number even when no other slide does. */
  readonly numbered?: boolean
}

/** Adds a slide, and more after it when the content does not fit on one; returns their numbers. */
export async function addSlide(
  presentation: Presentation,
  content: SlideContent,
  options: AddSlideOptions,
): Promise<number[]> {
  const layouts = await layoutsOf(presentation)
  const layout = options.layout
    ? layoutNamed(layouts, options.layout)
    : await chosenLayout(presentation, { layouts, content, options })
  const places = await placesFor(presentation, { layout, content, like: options.like })
  const slide = { ...options, layout, title: content.title, titleStyle: places.style.title }
  const part = await newSlide(presentation, slide)
  if (content.subtitle) await addSubtitle(presentation, { part, places, subtitle: content.subtitle })
  if (content.notes) await addNotes(presentation, { slidePart: part, notes: content.notes })
  if (content.picture) {
    const rect = fitInside(content.picture.size, places.object)
    await addPicture(presentation, part, { picture: content.picture, rect })
  }
  const [first, ...more] = fittedText(content, places)
  if (first) await addText(presentation, { part, places, text: first })
  const tableSlides = await tableOn(presentation, { content, places, position: options.position })
  const numbers = [options.position, ...tableSlides]
  for (const text of more) {
    const position = options.position + numbers.length
    const title = content.title && continuedTitle(content.title)
    const continued = await newSlide(presentation, { ...slide, position, title })
    await addText(presentation, { part: continued, places, text })
    numbers.push(position)
  }
  return numbers
}

async function chosenLayout(
  presentation: Presentation,
  { layouts, content, options }: { layouts: Layout[]; content: SlideContent; options: AddSlideOptions },
): Promise<Layout> {
  const neighbour = options.like && (await presentation.pack.related(options.like, 'slideLayout'))
  const near = layouts.find((layout) => layout.part === neighbour)
  const hasText = content.paragraphs.length > 0
  const title = content.title !== undefined
  if (hasText && content.picture)
    return layoutFor(layouts, { needs: { title, bodies: 2 }, type: 'twoObj', near })
  if (hasText) return layoutFor(layouts, { needs: { title, bodies: 1 }, type: 'obj', near })
  return layoutFor(layouts, { needs: { title, bodies: 0 }, type: title ? 'titleOnly' : 'blank', near })
}

function fittedText({ paragraphs }: SlideContent, places: Places): FittedText[] {
  if (paragraphs.length === 0) return []
  return fitText(paragraphs, { rect: places.text, levels: places.style.levels })
}

async function addText(
  presentation: Presentation,
  { part, places, text }: { part: string; places: Places; text: FittedText },
): Promise<void> {
  const body = textBodyXml(text, { dialect: presentation.dialect, levels: places.style.levels })
  const { textShape } = places
  await insertShape(presentation, part, (place) =>
    textShape
      ? placeholderXml(textShape, { ...place, body, ...(places.textMoved && { rect: places.text }) })
      : textBoxXml({ ...place, body, rect: places.text }),
  )
}

async function addSubtitle(
  presentation: Presentation,
  { part, places, subtitle }: { part: string; places: Places; subtitle: string },
): Promise<void> {
  const paragraphs = subtitle.split(/\r\n|\r|\n/).map((text) => ({ text, level: 0, bullet: true }))
  await addText(presentation, { part, places, text: { paragraphs, scale: 1 } })
}

/** Numbers of the slides that the table needed beyond the first. */
async function tableOn(
  presentation: Presentation,
  { content, places, position }: { content: SlideContent; places: Places; position: number },
): Promise<number[]> {
  if (!content.table) return []
  const room = { first: places.object, next: places.whole }
  const added = await addTable(presentation, { slideNumber: position, content: content.table, room })
  return added.slideNumbers.slice(1)
}
