import { contentArea } from './free-area.ts'
import { emu, type Rect } from './geometry.ts'
import { bodyShapes, type Layout } from './layouts.ts'
import { textHeight, type Paragraph } from './paragraphs.ts'
import type { Presentation } from './presentation.ts'
import type { SlideShape } from './slide-shapes.ts'
import { textStyle, type LevelStyle, type TextStyle } from './text-style.ts'

/** Where text and the picture or table of a new slide go. */
export interface Places {
  readonly textShape: SlideShape | undefined
  readonly text: Rect
  /** The text does not fill its placeholder, so its place has to be written down. */
  readonly textMoved: boolean
  readonly object: Rect
  /** The same without text beside it, for slides that go on. */
  readonly whole: Rect
  readonly style: TextStyle
}

interface Content {
  readonly paragraphs: readonly Paragraph[]
  readonly picture?: unknown
  readonly table?: unknown
}

const gap = emu(0.25)

export async function placesFor(
  presentation: Presentation,
  { layout, content, like }: { layout: Layout; content: Content; like: string | undefined },
): Promise<Places> {
  const bodies = bodyShapes(layout)
  const textShape = bodies[0]
  const style = await textStyle(presentation, { layout, shape: textShape, like })
  const reserved = reservedRect(layout, bodies)
  const area = contentArea(await presentation.size(), layout.shapes)
  const whole = reserved ? area : (textShape?.rect ?? area)
  const base = { textShape, textMoved: isAmbiguous(bodies), text: textShape?.rect ?? area, whole, style }
  if (reserved) return { ...base, object: reserved }
  const isShared = content.paragraphs.length > 0
  if (isShared && content.picture) return { ...base, ...sideBySide(whole) }
  if (isShared && content.table) return { ...base, ...stacked(whole, { content, levels: style.levels }) }
  return { ...base, object: whole }
}

/** A layout with a place for pictures, or with two places for anything, keeps one free of text. */
function reservedRect(layout: Layout, bodies: readonly SlideShape[]): Rect | undefined {
  const picture = layout.shapes.find((shape) => shape.placeholder?.type === 'pic')
  return picture?.rect ?? bodies[1]?.rect
}

/** LibreOffice gives all places of a layout the same number, so a slide cannot say which one it means. */
function isAmbiguous(bodies: readonly SlideShape[]): boolean {
  return new Set(bodies.map((shape) => shape.placeholder?.index)).size < bodies.length
}

function sideBySide(whole: Rect): Pick<Places, 'text' | 'textMoved' | 'object'> {
  const width = Math.round((whole.width - gap) / 2)
  return { textMoved: true, text: { ...whole, width }, object: { ...whole, x: whole.x + width + gap, width } }
}

/** Text above, table below: a table needs the width. */
function stacked(
  whole: Rect,
  { content, levels }: { content: Content; levels: readonly LevelStyle[] },
): Pick<Places, 'text' | 'textMoved' | 'object'> {
  const wanted = textHeight(content.paragraphs, { width: whole.width, levels, scale: 0.85 })
  const height = Math.min(wanted, Math.round(whole.height * 0.5))
  const below = { ...whole, y: whole.y + height + gap, height: whole.height - height - gap }
  return { textMoved: true, text: { ...whole, height }, object: below }
}
