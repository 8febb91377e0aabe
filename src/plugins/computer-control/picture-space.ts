import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { mapPoint, type PictureFrame } from '../../platform/desktop/coordinates.ts'
import type { DesktopDriver, Point } from '../../platform/desktop/desktop-driver.ts'
import type { LastPicture } from './desktop-access.ts'

const size = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description }))

/** The sizes by which places in a picture become places on the screen. */
export const sizeMembers = {
  img_w: size('screenshot width'),
  img_h: size('screenshot height'),
  screen_w: size('real screen width'),
  screen_h: size('real screen height'),
}

/** A place in the caller's picture. */
export const placeMembers = {
  x: Type.Number({ description: 'X in screenshot image space' }),
  y: Type.Number({ description: 'Y in screenshot image space' }),
}

/** The same place, where it really was. */
export const desktopPlaceMembers = {
  x: Type.Integer({ description: 'Where on the desktop' }),
  y: Type.Integer({ description: 'Where on the desktop' }),
}

export interface Sizes {
  readonly img_w?: number | undefined
  readonly img_h?: number | undefined
  readonly screen_w?: number | undefined
  readonly screen_h?: number | undefined
}

/** Turns places in the caller's picture into places on the desktop. */
export interface PictureSpace {
  toDesktop(point: Point): Point
  /** What the caller should know about the sizes; empty when all is well. */
  readonly note: string
}

/** Edges may be rounded, but a picture of another shape shows something else. */
const SAME_SHAPE = 0.02

/**
 * Which picture is meant: the last one taken here, when nothing or its size is given; else one of the active screen in
 * the size that is given; else the active screen itself.
 */
export async function pictureSpace(
  driver: Pick<DesktopDriver, 'activeMonitor'>,
  sizes: Sizes,
  { frame }: LastPicture,
): Promise<PictureSpace> {
  const { img_w, img_h } = sizes
  assertBoth(sizes)
  const isLast = frame && (img_w === undefined || (img_w === frame.width && img_h === frame.height))
  const meant: PictureFrame = isLast ? frame : await activeScreen(driver, sizes)
  return { toDesktop: (point) => mapPoint(point, meant), note: checkScreen(sizes, meant) }
}

async function activeScreen(
  driver: Pick<DesktopDriver, 'activeMonitor'>,
  { img_w, img_h }: Sizes,
): Promise<PictureFrame> {
  const { area } = await driver.activeMonitor()
  const frame = { width: img_w ?? area.width, height: img_h ?? area.height, area }
  if (!isSameShape(frame, area))
    throw new AppError(
      'conflict',
      `An image of ${frame.width} x ${frame.height} doesn't match the screen of ${area.width} x ${area.height}. Take a new screenshot.`,
    )
  return frame
}

/** What the caller believes of the screen; what the screen is counts. */
function checkScreen({ screen_w, screen_h }: Sizes, { area }: PictureFrame): string {
  if (screen_w === undefined || screen_h === undefined) return ''
  if (Math.round(screen_w) === area.width && Math.round(screen_h) === area.height) return ''
  if (!isSameShape({ width: screen_w, height: screen_h }, area))
    throw new AppError(
      'conflict',
      `The screen is ${area.width} x ${area.height}, not ${screen_w} x ${screen_h}. Take a new screenshot.`,
    )
  return `The screen is ${area.width} x ${area.height}, not ${screen_w} x ${screen_h}; its real size was used.`
}

function assertBoth({ img_w, img_h, screen_w, screen_h }: Sizes): void {
  if (
    (img_w === undefined) === (img_h === undefined) &&
    (screen_w === undefined) === (screen_h === undefined)
  )
    return
  throw new AppError(
    'invalid_request',
    'Give both img_w and img_h, or neither; likewise screen_w and screen_h.',
  )
}

interface Shape {
  readonly width: number
  readonly height: number
}

function isSameShape(one: Shape, other: Shape): boolean {
  const ratio = (one.width * other.height) / (one.height * other.width)
  return Math.abs(ratio - 1) <= SAME_SHAPE
}
