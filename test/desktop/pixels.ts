export interface Pixels {
  readonly width: number
  readonly height: number
  isNear(place: { x: number; y: number }, colour: Colour, tolerance: number): boolean
  /** The middle of all that has this colour, and how much of it there is. */
  find(colour: Colour, tolerance: number): { x: number; y: number; count: number } | null
}

export type Colour = readonly [red: number, green: number, blue: number]

export async function readPicture(bytes: Buffer): Promise<Pixels> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const isNear: Pixels['isNear'] = ({ x, y }, [red, green, blue], tolerance) => {
    const at = (y * width + x) * 3
    const apart = Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) + Math.abs(data[at + 2]! - blue)
    return apart < tolerance
  }
  return {
    width,
    height,
    isNear,
    find(colour, tolerance) {
      let [left, top, right, bottom, count] = [Infinity, Infinity, -1, -1, 0]
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          if (!isNear({ x, y }, colour, tolerance)) continue
          count += 1
          left = Math.min(left, x)
          right = Math.max(right, x)
          top = Math.min(top, y)
          bottom = Math.max(bottom, y)
        }
      return count === 0
        ? null
        : { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), count }
    },
  }
}
