import { AppError } from '../../contract/errors.ts'
import type { Area, Point } from './desktop-driver.ts'

/**
 * How a model names a place in a picture: in its pixels, from 0 to 1000, from 0 to 1, or in the pixels of the picture
 * after the model's own rounding of both edges to multiples of 28.
 */
export const coordinateSpaces = ['pixel', 'norm1000', 'norm1', 'smart28'] as const
export type CoordinateSpace = (typeof coordinateSpaces)[number]

/** A picture and what of the desktop it shows. */
export interface PictureFrame {
  readonly width: number
  readonly height: number
  readonly area: Area
}

/**
 * The desktop's pixel under a place of the picture. A pixel is an area, and its middle is meant: that keeps the error
 * below half a pixel of the desktop. A share of the edge has no middle, and its end belongs to the last pixel. A place
 * outside of the picture is refused, never moved inside.
 */
export function mapPoint(point: Point, frame: PictureFrame, space: CoordinateSpace = 'pixel'): Point {
  const size = sizeOf(space, frame)
  assertInside(point, size, space)
  const hasPixels = space === 'pixel' || space === 'smart28'
  const along = (value: number, of: number, screen: number) => {
    const middle = hasPixels && Number.isInteger(value) ? value + 0.5 : value
    return Math.min(screen - 1, Math.floor((middle * screen) / of))
  }
  return {
    x: frame.area.x + along(point.x, size.width, frame.area.width),
    y: frame.area.y + along(point.y, size.height, frame.area.height),
  }
}

/** Where a place of the desktop is in the picture, in the way in which the model names places. */
export function placeInPicture(point: Point, frame: PictureFrame, space: CoordinateSpace = 'pixel'): Point {
  const size = sizeOf(space, frame)
  const along = (value: number, of: number, screen: number) => {
    const place = ((value + 0.5) * of) / screen
    if (space === 'norm1') return Math.round(place * 10_000) / 10_000
    return space === 'norm1000' ? Math.round(place) : Math.floor(place)
  }
  return {
    x: along(point.x - frame.area.x, size.width, frame.area.width),
    y: along(point.y - frame.area.y, size.height, frame.area.height),
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** How far the numbers go that a model of this kind answers with. */
function sizeOf(space: CoordinateSpace, frame: Size): Size {
  const sizes = {
    pixel: () => frame,
    norm1000: () => ({ width: 1000, height: 1000 }),
    norm1: () => ({ width: 1, height: 1 }),
    smart28: () => smartSize(frame),
  }
  return sizes[space]()
}

const FACTOR = 28
const MIN_PIXELS = 56 * 56
const MAX_PIXELS = 16_384 * FACTOR * FACTOR

/** The size to which Qwen2.5-VL and UI-TARS-1.5 bring a picture, as their own code computes it. */
export function smartSize({ width, height }: Size): Size {
  const round = (edge: number, to: (value: number) => number) => Math.max(FACTOR, to(edge / FACTOR) * FACTOR)
  const rounded = { width: round(width, halfToEven), height: round(height, halfToEven) }
  const pixels = rounded.width * rounded.height
  if (pixels > MAX_PIXELS) {
    const shrink = Math.sqrt((width * height) / MAX_PIXELS)
    return { width: round(width / shrink, Math.floor), height: round(height / shrink, Math.floor) }
  }
  if (pixels < MIN_PIXELS) {
    const grow = Math.sqrt(MIN_PIXELS / (width * height))
    return { width: round(width * grow, Math.ceil), height: round(height * grow, Math.ceil) }
  }
  return rounded
}

/** As Python rounds. */
function halfToEven(value: number): number {
  const below = Math.floor(value)
  return value - below === 0.5 ? below + (below % 2) : Math.round(value)
}

function assertInside({ x, y }: Point, { width, height }: Size, space: CoordinateSpace): void {
  const isShare = space === 'norm1000' || space === 'norm1'
  const fits = (value: number, size: number) => value >= 0 && (isShare ? value <= size : value < size)
  if (fits(x, width) && fits(y, height)) return
  const ends = isShare ? `0 to ${width}` : `0 to ${width - 1} and 0 to ${height - 1}`
  throw new AppError('invalid_request', `The point ${x}, ${y} is outside the image: x and y go from ${ends}.`)
}

/** What is sent to models: about 1,200 tokens for the usual ones, who make larger ones smaller themselves. */
export const PICTURE_LIMIT = { maxEdge: 1366, maxPixels: 900_000 } as const
/** More than that makes nothing clearer. */
export const MAX_ENLARGED = 4

/** The size in which a picture is sent: smaller if it must be, and larger only for who wants to see a part closely. */
export function fitInto(
  { width, height }: Size,
  {
    maxEdge = Infinity,
    maxPixels = Infinity,
    enlarge = false,
  }: {
    maxEdge?: number | undefined
    maxPixels?: number | undefined
    /** Up to the limits, where there are some. */
    enlarge?: boolean | undefined
  },
): Size {
  const fitting = Math.min(maxEdge / Math.max(width, height), Math.sqrt(maxPixels / (width * height)))
  const scale = Math.min(enlarge && fitting < Infinity ? MAX_ENLARGED : 1, fitting)
  return {
    width: Math.max(1, Math.floor(width * scale + 1e-6)),
    height: Math.max(1, Math.floor(height * scale + 1e-6)),
  }
}
