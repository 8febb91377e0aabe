import { AppError } from '../../../contract/errors.ts'
import type { WaylandAddress } from './connection.ts'
import type { Output } from './outputs.ts'
import { runTool } from './tools.ts'

const COPY_MS = 10_000

/** A picture of one monitor by the program `grim`, for where we cannot share memory with the compositor. */
export async function copyWithGrim(
  { name, logical }: Pick<Output, 'name' | 'logical'>,
  { address, cursor, scale }: { address: WaylandAddress; cursor: boolean; scale: number },
): Promise<{ pixels: Buffer; width: number; height: number }> {
  const area = `${logical.x},${logical.y} ${logical.width}x${logical.height}`
  const words = ['-t', 'ppm', '-s', String(scale), ...(cursor ? ['-c'] : []), '-g', area, '-']
  const { bytes } = await runTool('grim', words, { address, withinMs: COPY_MS })
  const picture = parsePpm(bytes)
  if (picture) return picture
  throw new AppError('unavailable', `grim couldn't capture the monitor ${name}. Try again.`)
}

/** Red, green, blue without anything between them, after a head of four words. */
export function parsePpm(bytes: Buffer): { pixels: Buffer; width: number; height: number } | null {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64))
  if (!head) return null
  const [width, height] = [Number(head[1]), Number(head[2])]
  const rgb = bytes.subarray(head[0].length)
  if (rgb.length < width * height * 3) return null
  const pixels = Buffer.alloc(width * height * 4)
  for (let from = 0, to = 0; to < pixels.length; from += 3, to += 4) {
    pixels[to] = rgb[from + 2]!
    pixels[to + 1] = rgb[from + 1]!
    pixels[to + 2] = rgb[from]!
  }
  return { pixels, width, height }
}
