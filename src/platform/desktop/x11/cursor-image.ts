import type { Area } from '../desktop-driver.ts'
import type { Pixels } from '../picture/picture.ts'

export interface CursorImage {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly xhot: number
  readonly yhot: number
  /** Four bytes for each pixel: blue, green, red, alpha; the colours already multiplied by alpha. */
  readonly cursorImage: Buffer
}

/** Pictures of the screen come without the pointer. */
export function drawCursor(pixels: Pixels, area: Area, cursor: CursorImage): void {
  const left = cursor.x - cursor.xhot - area.x
  const top = cursor.y - cursor.yhot - area.y
  for (let row = Math.max(0, -top); row < cursor.height && top + row < area.height; row++) {
    for (let column = Math.max(0, -left); column < cursor.width && left + column < area.width; column++) {
      const from = (row * cursor.width + column) * 4
      const to = ((top + row) * area.width + left + column) * 4
      const through = 255 - cursor.cursorImage[from + 3]!
      for (let channel = 0; channel < 3; channel++) {
        const under = (pixels[to + channel]! * through) / 255
        pixels[to + channel] = Math.min(255, cursor.cursorImage[from + channel]! + under)
      }
    }
  }
}
