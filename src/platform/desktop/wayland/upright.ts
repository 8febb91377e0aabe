/** Pixels as a compositor gives them out. */
export interface RawPicture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  /** Bytes from one row to the next. */
  readonly stride: number
  /** One of the four-byte formats of `wl_shm`. */
  readonly format: number
  readonly isUpsideDown: boolean
  /** Turned so, 0 to 7 as `wl_output` counts. */
  readonly transform: number
}

const blueFirst = new Set([0, 1])
/** The letters XB24 and AB24 as numbers. */
const redFirst = new Set([0x3432_4258, 0x3432_4241])

export function isReadableFormat(format: number): boolean {
  return blueFirst.has(format) || redFirst.has(format)
}

/** Blue, green, red and one that means nothing, row after row, the right way up. The bytes may be those of the picture. */
export function uprightPixels(picture: RawPicture): Buffer {
  const { bytes, width, height, stride, format, isUpsideDown, transform } = picture
  const isPlain = stride === width * 4 && !isUpsideDown && transform === 0
  if (isPlain && blueFirst.has(format)) return bytes
  const turned = Buffer.allocUnsafe(width * height * 4)
  const to = new Uint32Array(turned.buffer, turned.byteOffset, width * height)
  const [across, down] = transform % 2 === 0 ? [width, height] : [height, width]
  const place = placeOf(transform, width, height)
  for (let y = 0, at = 0; y < down; y++) {
    for (let x = 0; x < across; x++, at++) {
      const { column, row } = place(x, y)
      const line = isUpsideDown ? height - 1 - row : row
      to[at] = bytes.readUInt32LE(line * stride + column * 4)
    }
  }
  if (redFirst.has(format)) for (let at = 0; at < to.length; at++) to[at] = exchanged(to[at]!)
  return turned
}

/** Where in the picture a pixel stands that is seen at x, y. */
function placeOf(
  transform: number,
  width: number,
  height: number,
): (x: number, y: number) => { column: number; row: number } {
  const [right, bottom] = [width - 1, height - 1]
  switch (transform) {
    case 1:
      return (x, y) => ({ column: y, row: bottom - x })
    case 2:
      return (x, y) => ({ column: right - x, row: bottom - y })
    case 3:
      return (x, y) => ({ column: right - y, row: x })
    case 4:
      return (x, y) => ({ column: right - x, row: y })
    case 5:
      return (x, y) => ({ column: y, row: x })
    case 6:
      return (x, y) => ({ column: x, row: bottom - y })
    case 7:
      return (x, y) => ({ column: right - y, row: bottom - x })
    default:
      return (x, y) => ({ column: x, row: y })
  }
}

/** Red and blue change places. */
function exchanged(pixel: number): number {
  return (pixel & 0xff00_ff00) | ((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff)
}
