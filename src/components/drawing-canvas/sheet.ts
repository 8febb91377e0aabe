export interface Stroke {
  readonly color: string
  readonly width: number
  /** Takes away instead of adding. */
  readonly erases: boolean
  /** x and y in turn, in pixels of the sheet. */
  readonly points: readonly number[]
}

export interface Sheet {
  readonly strokes: readonly Stroke[]
  /** What was taken back, the latest last. */
  readonly undone: readonly Stroke[]
}

export const BLANK: Sheet = { strokes: [], undone: [] }

export function drawnOn(sheet: Sheet, stroke: Stroke): Sheet {
  return { strokes: [...sheet.strokes, stroke], undone: [] }
}

export function undone(sheet: Sheet): Sheet {
  const last = sheet.strokes.at(-1)
  return last ? { strokes: sheet.strokes.slice(0, -1), undone: [...sheet.undone, last] } : sheet
}

export function redone(sheet: Sheet): Sheet {
  const last = sheet.undone.at(-1)
  return last ? { strokes: [...sheet.strokes, last], undone: sheet.undone.slice(0, -1) } : sheet
}

/** Without points that nobody would see: closer than a pixel and a half to the one before. */
export function withPoint(points: readonly number[], x: number, y: number): readonly number[] {
  const [lastX, lastY] = points.slice(-2)
  if (lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < 1.5) return points
  return [...points, Math.round(x), Math.round(y)]
}

/** What a canvas can do, as far as strokes need it. */
export interface Pen {
  lineWidth: number
  strokeStyle: unknown
  lineCap: string
  lineJoin: string
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  stroke(): void
}

/** A smooth line through the points; a single one is a dot. Erasing paints with the colour of the sheet. */
export function drawStroke(pen: Pen, { color, width, erases, points }: Stroke, background: string): void {
  const [startX = 0, startY = 0] = points
  pen.lineWidth = width
  pen.strokeStyle = erases ? background : color
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(startX, startY)
  for (let at = 2; at + 3 < points.length; at += 2) {
    const [x, y, nextX, nextY] = points.slice(at, at + 4) as [number, number, number, number]
    pen.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
  pen.lineTo(points.at(-2) ?? startX, points.at(-1) ?? startY)
  pen.stroke()
}
