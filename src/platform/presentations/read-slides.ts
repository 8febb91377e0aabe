import { attribute, childAt, childrenNamed, descendants, type XmlElement } from '../archives/xml-tree.ts'
import type { Presentation, SlideEntry } from './presentation.ts'
import { isFurniture, isTitle, placeholderOf, shapeElements } from './slide-shapes.ts'

export interface SlideText {
  readonly number: number
  readonly title: string
  /** Everything but the title, in reading order; cells of a table are separated by ` | `. */
  readonly text: string
  readonly tables: readonly (readonly (readonly string[])[])[]
  readonly notes: string
  readonly hidden: boolean
}

/** The text of one slide; of a slide that the file lacks, nothing. */
export async function readSlide(
  presentation: Presentation,
  { entry, number }: { entry: SlideEntry; number: number },
): Promise<SlideText> {
  const { pack } = presentation
  if (!pack.find(entry.part)) return { number, title: '', text: '', tables: [], notes: '', hidden: false }
  const { root } = await pack.xml(entry.part)
  const collected: Collected = { title: '', pieces: [], tables: [] }
  for (const shape of shapeElements(childAt(root, ['cSld', 'spTree']))) {
    await collect({ presentation, slidePart: entry.part }, { shape, into: collected })
  }
  return {
    number,
    title: collected.title,
    text: collected.pieces.filter((piece) => piece !== '').join('\n'),
    tables: collected.tables,
    notes: await notesText(presentation, entry.part),
    hidden: ['0', 'false'].includes(attribute(root, 'show') ?? ''),
  }
}

/** The whole presentation as Markdown, for reading and searching. */
export function slidesAsMarkdown(slides: readonly SlideText[]): string {
  return slides
    .map((slide) => {
      const heading = `## Slide ${slide.number}${slide.title ? `: ${slide.title.replaceAll('\n', ' ')}` : ''}`
      const notes = slide.notes ? `\n\nNotes: ${slide.notes}` : ''
      return `${heading}${slide.text ? `\n\n${slide.text}` : ''}${notes}`
    })
    .join('\n\n')
}

interface Collected {
  title: string
  readonly pieces: string[]
  readonly tables: string[][][]
}

interface Source {
  readonly presentation: Presentation
  readonly slidePart: string
}

async function collect(
  source: Source,
  { shape, into }: { shape: XmlElement; into: Collected },
): Promise<void> {
  const placeholder = placeholderOf(shape)
  if (isFurniture(placeholder)) return
  if (shape.local === 'grpSp') {
    for (const child of shapeElements(shape)) await collect(source, { shape: child, into })
    return
  }
  const table = [...descendants(shape)].find((each) => each.local === 'tbl')
  if (table) {
    const rows = tableRows(table)
    into.tables.push(rows)
    into.pieces.push(rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')).join('\n'))
    return
  }
  if (shape.local === 'graphicFrame') {
    into.pieces.push(await graphicText(source, shape))
    return
  }
  const text = bodyText(childAt(shape, ['txBody']))
  if (isTitle(placeholder) && into.title === '') into.title = text
  else into.pieces.push(text)
}

function tableRows(table: XmlElement): string[][] {
  return childrenNamed(table, 'tr').map((row) =>
    childrenNamed(row, 'tc')
      .filter((cell) => attribute(cell, 'hMerge') === undefined)
      .map((cell) => bodyText(childAt(cell, ['txBody']))),
  )
}

/** Diagrams and charts keep their words in parts of their own. */
async function graphicText({ presentation, slidePart }: Source, shape: XmlElement): Promise<string> {
  const { pack } = presentation
  const targets = new Map((await pack.relationships(slidePart)).map((each) => [each.id, each.target]))
  const words: string[] = []
  for (const element of descendants(shape)) {
    const isDiagram = element.local === 'relIds'
    if (!isDiagram && element.local !== 'chart') continue
    const id = attribute(element, isDiagram ? 'dm' : 'id', '/relationships')
    const part = pack.find(targets.get(id ?? '') ?? '')
    if (part) words.push(...wordsOf((await pack.xml(part)).root))
  }
  return words.join('\n')
}

/** Paragraphs of a diagram, and of a chart its titles; the numbers of a chart are not text. */
function wordsOf(root: XmlElement): string[] {
  return [...descendants(root)]
    .filter((each) => each.local === 'p' && each.uri.endsWith('/main') && each.parent?.local !== 'txPr')
    .map(paragraphText)
    .filter((text) => text.trim() !== '')
}

export function bodyText(body: XmlElement | undefined): string {
  return childrenNamed(body, 'p').map(paragraphText).join('\n').trim()
}

function paragraphText(paragraph: XmlElement): string {
  const level = Number(attribute(childAt(paragraph, ['pPr']), 'lvl') ?? 0)
  let text = ''
  for (const child of paragraph.children) {
    if (child.local === 'br') text += '\n'
    if (child.local === 'r' || child.local === 'fld') text += childAt(child, ['t'])?.text ?? ''
  }
  return text === '' ? '' : '  '.repeat(level) + text
}

async function notesText(presentation: Presentation, slidePart: string): Promise<string> {
  const part = await presentation.pack.related(slidePart, 'notesSlide')
  if (!part) return ''
  const { root } = await presentation.pack.xml(part)
  const shapes = shapeElements(childAt(root, ['cSld', 'spTree']))
  return shapes
    .filter((shape) => placeholderOf(shape)?.type === 'body')
    .map((shape) => bodyText(childAt(shape, ['txBody'])))
    .filter((text) => text !== '')
    .join('\n')
}
