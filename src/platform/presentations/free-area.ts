import { attribute, descendants, type XmlElement } from '../archives/xml-tree.ts'
import { bottomOf, emu, emuPerPoint, rightOf, type Rect, type Size } from './geometry.ts'
import { largestFreeRect } from './free-rect.ts'
import type { Presentation } from './presentation.ts'
import {
  isBody,
  isEmptyPlaceholder,
  isFurniture,
  isTitle,
  shapesOf,
  type SlideShape,
} from './slide-shapes.ts'
import { lineCount } from './text-width.ts'

export interface FreeArea {
  readonly rect: Rect
  /** Nothing was free, so the area lies over what is there. */
  readonly overlaps: boolean
}

const gap = emu(0.2)
/** Less than this holds no table worth the name. */
const least = { width: emu(3.5), height: emu(1.2) }

/** Where something large can go on a slide: an empty placeholder, else the largest free place below the title. */
export async function freeArea(presentation: Presentation, part: string): Promise<FreeArea> {
  const slide = await presentation.size()
  const shapes = await shapesOf(presentation, part)
  const content = contentArea(slide, shapes)
  const others = shapes.filter((shape) => isContent(shape, { slide, content }))
  const empty = shapes.find(
    (shape) => isEmptyPlaceholder(shape) && isBody(shape.placeholder) && isLarge(shape, slide),
  )
  const area = empty?.rect ? clipped(empty.rect, content) : content
  const best = largestFreeRect(area, { taken: others.map(occupied), gap, least })
  return best ? { rect: best, overlaps: false } : { rect: content, overlaps: others.length > 0 }
}

/** The part of a slide below its title and above its footer, as wide as the title. */
export function contentArea(slide: Size, shapes: readonly SlideShape[]): Rect {
  const title = shapes.find((shape) => isTitle(shape.placeholder) && shape.rect !== undefined)?.rect
  const margin = Math.round(slide.width * 0.05)
  const isWideTitle = title !== undefined && title.width > slide.width * 0.6 && title.x >= 0
  const x = isWideTitle ? title.x : margin
  const right = isWideTitle ? Math.min(rightOf(title), slide.width) : slide.width - margin
  const isTopTitle = title !== undefined && bottomOf(title) < slide.height * 0.5
  const y = isTopTitle ? bottomOf(title) + gap : Math.round(slide.height * 0.06)
  const footers = shapes
    .filter((shape) => isFurniture(shape.placeholder) && shape.rect && shape.rect.y > slide.height * 0.7)
    .map((shape) => shape.rect!.y - Math.round(gap / 2))
  const bottom = Math.min(Math.round(slide.height * 0.94), ...footers)
  return { x, y, width: right - x, height: Math.max(0, bottom - y) }
}

/** Shapes that something new should not cover; a picture behind everything is not one. */
function isContent(shape: SlideShape, { slide, content }: { slide: Size; content: Rect }): boolean {
  if (!shape.rect || isEmptyPlaceholder(shape) || isFurniture(shape.placeholder)) return false
  // A title above the area is out of the way; one in the middle of the slide is not.
  if (isTitle(shape.placeholder) && bottomOf(shape.rect) <= content.y) return false
  return shape.rect.width * shape.rect.height < slide.width * slide.height * 0.85
}

function isLarge({ rect }: SlideShape, slide: Size): boolean {
  return rect !== undefined && rect.height > slide.height * 0.3 && rect.width > slide.width * 0.3
}

function clipped(rect: Rect, area: Rect): Rect {
  const y = Math.max(rect.y, 0)
  return { ...rect, y, height: Math.min(bottomOf(rect), bottomOf(area)) - y }
}

/** What a shape covers: text fills its box from the top only as far as it goes. */
function occupied(shape: SlideShape): Rect {
  const rect = shape.rect!
  if (shape.element.local !== 'sp' || !shape.hasText || !isTextOnly(shape.element)) return rect
  const body = [...descendants(shape.element)].find((each) => each.local === 'bodyPr')
  const anchor = attribute(body, 'anchor') ?? (isTitle(shape.placeholder) ? 'ctr' : 't')
  if (anchor !== 't') return rect
  const height = textHeight(shape, rect.width)
  return { ...rect, height: Math.min(rect.height, height) }
}

/** A box with a fill is seen as a whole. */
function isTextOnly(element: XmlElement): boolean {
  const properties = element.children.find((child) => child.local === 'spPr')
  return !properties?.children.some((child) =>
    ['solidFill', 'gradFill', 'blipFill', 'pattFill'].includes(child.local),
  )
}

function textHeight(shape: SlideShape, width: number): number {
  const elements = [...descendants(shape.element)]
  const sizes = elements
    .filter((each) => each.local === 'rPr')
    .map((each) => Number(attribute(each, 'sz')) / 100)
    .filter((points) => points > 0)
  const points = sizes.length > 0 ? Math.max(...sizes) : isBody(shape.placeholder) ? 28 : 18
  const em = points * emuPerPoint
  let lines = 0
  for (const paragraph of elements.filter((each) => each.local === 'p')) {
    const text = [...descendants(paragraph)].map((each) => (each.local === 't' ? each.text : '')).join('')
    lines += lineCount(text, (width - emu(0.5)) / em)
  }
  return Math.round(lines * em * 1.4) + emu(0.1)
}
