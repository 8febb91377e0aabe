import { attribute, childAt, type XmlElement } from '../archives/xml-tree.ts'

/** Lengths are in EMU, of which an inch has 914,400 and a point 12,700. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const emuPerInch = 914_400
export const emuPerPoint = 12_700

export function emu(inches: number): number {
  return Math.round(inches * emuPerInch)
}

/** Rounded for people: a hundredth of an inch is finer than anyone sees. */
export function inches(length: number): number {
  return Math.round((length / emuPerInch) * 100) / 100
}

export function bottomOf(rect: Rect): number {
  return rect.y + rect.height
}

export function rightOf(rect: Rect): number {
  return rect.x + rect.width
}

/** The largest rectangle of this shape inside the area, in its middle. */
export function fitInside(shape: Size, area: Rect): Rect {
  const scale = Math.min(area.width / shape.width, area.height / shape.height)
  const width = Math.round(shape.width * scale)
  const height = Math.round(shape.height * scale)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  }
}

/** How much of `rect` lies outside of a slide: not at all, partly, or all of it. */
export function outsideOf(slide: Size, rect: Rect): 'no' | 'partly' | 'wholly' {
  // A hair over the edge is a rounding error, not something anyone can see.
  const slack = emuPerPoint
  const gone = rect.x >= slide.width || rect.y >= slide.height || rightOf(rect) <= 0 || bottomOf(rect) <= 0
  if (gone) return 'wholly'
  const over =
    rect.x < -slack ||
    rect.y < -slack ||
    rightOf(rect) > slide.width + slack ||
    bottomOf(rect) > slide.height + slack
  return over ? 'partly' : 'no'
}

/** The place that a shape gives itself; undefined when it inherits one. */
export function ownRect(shape: XmlElement): Rect | undefined {
  const transform =
    childAt(shape, ['spPr', 'xfrm']) ?? childAt(shape, ['xfrm']) ?? childAt(shape, ['grpSpPr', 'xfrm'])
  const offset = childAt(transform, ['off'])
  const extent = childAt(transform, ['ext'])
  if (!offset || !extent) return undefined
  const rect = {
    x: coordinate(attribute(offset, 'x')),
    y: coordinate(attribute(offset, 'y')),
    width: coordinate(attribute(extent, 'cx')),
    height: coordinate(attribute(extent, 'cy')),
  }
  return Object.values(rect).every(Number.isFinite) ? rect : undefined
}

const unitEmu: Readonly<Record<string, number>> = {
  '': 1,
  mm: 36_000,
  cm: 360_000,
  in: emuPerInch,
  pt: emuPerPoint,
  pc: 12 * emuPerPoint,
  pi: 12 * emuPerPoint,
}

/** A number of EMU, or in the strict dialect also a length with its unit. */
function coordinate(value: string | undefined): number {
  const match = /^(-?\d+(?:\.\d+)?)(mm|cm|in|pt|pc|pi)?$/.exec(value?.trim() ?? '')
  return match ? Math.round(Number(match[1]) * unitEmu[match[2] ?? '']!) : Number.NaN
}
