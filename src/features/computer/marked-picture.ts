import { AppError } from '../../contract/errors.ts'
import type { QuestionPicture } from '../desktop/computer-tasks.ts'
import type { Shown } from './policy/gate.ts'

/** The picture of the question that is open, with what it is about marked in it: in memory, until it is answered. */
export class MarkedPicture {
  #asked: { readonly taskId: string; readonly confirmationId: string; readonly shown: Shown } | undefined

  keep(taskId: string, confirmationId: string, shown: Shown): void {
    this.#asked = { taskId, confirmationId, shown }
  }

  forget(): void {
    this.#asked = undefined
  }

  async read(taskId: string): Promise<QuestionPicture> {
    const asked = this.#asked
    if (asked?.taskId !== taskId)
      throw new AppError(
        'not_found',
        'No picture: the task has no open question about something on the screen.',
      )
    const { frame } = asked.shown
    const bytes = await withMarks(asked.shown)
    const { width, height } = frame
    const data = bytes.toString('base64')
    return { confirmation_id: asked.confirmationId, width, height, mime_type: 'image/jpeg', data }
  }
}

const RADIUS = 22

async function withMarks({ frame, points, area }: Shown): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { width, height } = frame
  const scale = width / frame.area.width
  const at = ({ x, y }: { x: number; y: number }) => ({
    x: Math.round((x - frame.area.x) * scale),
    y: Math.round((y - frame.area.y) * scale),
  })
  const rings = points.map(at).map(({ x, y }) => ring(x, y))
  const box = area && { ...at(area), width: area.width * scale, height: area.height * scale }
  const boxes = box ? [rectangle(box)] : []
  const marks = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${[...rings, ...boxes].join('')}</svg>`
  return sharp(frame.bytes)
    .composite([{ input: Buffer.from(marks) }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Light around dark: it is seen on every ground. */
function ring(x: number, y: number): string {
  const circle = (stroke: string, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${RADIUS}" stroke="${stroke}" stroke-width="${width}"/>`
  return `${circle('#fff', 8)}${circle('#d0021b', 4)}<circle cx="${x}" cy="${y}" r="3" fill="#d0021b" stroke="#fff"/>`
}

function rectangle({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  const one = (stroke: string, thick: number) =>
    `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" rx="4" stroke="${stroke}" stroke-width="${thick}"/>`
  return `${one('#fff', 7)}${one('#d0021b', 3)}`
}
