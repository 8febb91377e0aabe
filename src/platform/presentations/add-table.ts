import { AppError } from '../../contract/errors.ts'
import { contentArea, freeArea } from './free-area.ts'
import { bottomOf } from './geometry.ts'
import { insertShape } from './insert-shape.ts'
import { layoutsOf, type Layout } from './layouts.ts'
import { newSlide } from './new-slide.ts'
import type { Presentation } from './presentation.ts'
import { shapesOf } from './slide-shapes.ts'
import type { TableContent } from './table-content.ts'
import { layoutTable, type TablePage, type TableRoom } from './table-layout.ts'
import { tableLook, type TableLook } from './table-look.ts'
import { tableXml } from './table-xml.ts'

export interface AddedTable {
  /** Numbers of the slides that the table is on; the first is the one that was asked for. */
  readonly slideNumbers: readonly number[]
  readonly fontPoints: number
  /** It lies over other things because there was no room. */
  readonly overlaps: boolean
  /** It is higher than the slide, because a single row is. */
  readonly leavesSlide: boolean
}

const maxSlides = 60

/** Puts a table on a slide where there is room; what does not fit goes on new slides right after it. */
export async function addTable(
  presentation: Presentation,
  { slideNumber, content, room: given }: { slideNumber: number; content: TableContent; room?: TableRoom },
): Promise<AddedTable> {
  const { part } = await presentation.slide(slideNumber)
  const free = given ? { rect: given.first, overlaps: false } : await freeArea(presentation, part)
  const room = given ?? { first: free.rect, next: await continuationArea(presentation, part) }
  const pages = layoutTable(content, room)
  if (pages.length > maxSlides) {
    throw new AppError(
      'too_large',
      `The table would need ${pages.length} slides. Give fewer rows, or write them to a spreadsheet with WRITE_XLSX.`,
    )
  }
  const look = await tableLook(presentation, slideNumber)
  await drawTable(presentation, { part, content, page: pages[0]!, look })
  await addContinuations(presentation, { slideNumber, part, content, pages, look })
  const { height } = await presentation.size()
  return {
    slideNumbers: pages.map((_, index) => slideNumber + index),
    fontPoints: pages[0]!.fontPoints,
    overlaps: free.overlaps,
    leavesSlide: pages.some((page) => bottomOf(page.rect) > height),
  }
}

interface Continuation {
  readonly slideNumber: number
  readonly part: string
  readonly content: TableContent
  readonly pages: readonly TablePage[]
  readonly look: TableLook
}

async function addContinuations(presentation: Presentation, table: Continuation): Promise<void> {
  if (table.pages.length === 1) return
  const layout = await layoutOf(presentation, table.part)
  for (const [index, page] of table.pages.entries()) {
    if (index === 0) continue
    const position = table.slideNumber + index
    const part = await newSlide(presentation, { layout, position, like: table.part, continues: true })
    await drawTable(presentation, { part, content: table.content, page, look: table.look })
  }
}

export async function layoutOf(presentation: Presentation, slidePart: string): Promise<Layout> {
  const part = await presentation.pack.related(slidePart, 'slideLayout')
  const layouts = await layoutsOf(presentation)
  const found = layouts.find((layout) => layout.part === part) ?? layouts[0]
  if (found) return found
  throw new AppError(
    'invalid_request',
    `${presentation.label} has no slide layouts, so no slide can be added.`,
  )
}

/** On a slide with only a title: everything below it. */
async function continuationArea(presentation: Presentation, part: string) {
  return contentArea(await presentation.size(), await shapesOf(presentation, part))
}

async function drawTable(
  presentation: Presentation,
  table: { part: string; content: TableContent; page: TablePage; look: TableLook },
): Promise<void> {
  const { dialect } = presentation
  await insertShape(presentation, table.part, (place) => tableXml({ ...place, ...table, dialect }))
}
