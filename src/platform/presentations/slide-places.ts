import { bodyFontPoints } from './body-fonts.ts'
import { contentArea } from './free-area.ts'
import { emu, type Rect } from './geometry.ts'
import { bodyShapes, type Layout } from './layouts.ts'
import { textHeight, type Paragraph } from './paragraphs.ts'
import type { Presentation } from './presentation.ts'
import type { SlideShape } from './slide-shapes.ts'

/** Where text and the picture or table of a new slide go. */
export interface Places {
  readonly textShape: SlideShape | undefined
  readonly text: Rect
  /** The text does not fill its placeholder, so its place has to be written down. */
  readonly textMoved: boolean
  readonly object: Rect
  /** The same without text beside it, for slides that go on. */
  readonly whole: Rect
  readonly levelPoints: readonly number[]
}

interface Content {
  readonly paragraphs: readonly Paragraph[]
  readonly picture?: unknown
  readonly table?: unknown
}

const gap = emu(0.25)

export async function placesFor(
  presentation: Presentation,
  { layout, content }: { layout: Layout; content: Content },
): Promise<Places> {
  const bodies = bodyShapes(layout)
  const textShape = bodies[0]
  const levelPoints = await bodyFontPoints(presentation, { layout, shape: textShape })
  const reserved = reservedRect(layout, bodies)
  const area = contentArea(await presentation.size(), layout.shapes)
  const whole = reserved ? area : (textShape?.rect ?? area)
  const base = { textShape, textMoved: false, text: textShape?.rect ?? area, whole, levelPoints }
  if (reserved) return { ...base, object: reserved }
  const isShared = content.paragraphs.length > 0
  if (isShared && content.picture) return { ...base, ...sideBySide(whole) }
  if (isShared && content.table) return { ...base, ...stacked(whole, { content, levelPoints }) }
  return { ...base, object: whole }
}

/** A layout with a place for pictures, or with two places for anything, keeps one free of text. */
function reservedRect(layout: Layout, bodies: readonly SlideShape[]): Rect | undefined {
  const picture = layout.shapes.find((shape) => shape.placeholder?.type === 'pic')
  return picture?.rect ?? bodies[1]?.rect
}

function sideBySide(whole: Rect): Pick<Places, 'text' | 'textMoved' | 'object'> {
  const width = Math.round((whole.width - gap) / 2)
  return { textMoved: true, text: { ...whole, width }, object: { ...whole, x: whole.x + width + gap, width } }
}

/** Text above, table below: a table needs the width. */
function stacked(
  whole: Rect,
  { content, levelPoints }: { content: Content; levelPoints: readonly number[] },
): Pick<Places, 'text' | 'textMoved' | 'object'> {
  const wanted = textHeight(content.paragraphs, { width: whole.width, levelPoints, scale: 0.85 })
  const height = Math.min(wanted, Math.round(whole.height * 0.5))
  const below = { ...whole, y: whole.y + height + gap, height: whole.height - height - gap }
  return { textMoved: true, text: { ...whole, height }, object: below }
}
