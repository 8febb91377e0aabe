import type { Pixels } from './picture.ts'

/** Pixels that differ and lie together. */
export interface Change {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The tiles in which they lie, by number. */
  readonly tiles: readonly number[]
}

/** So many pixels in both directions are one tile. */
export const TILE = 32
/** A bar that blinks where text is written. */
const CARET = { width: 5, height: 80 }

/** What differs between two pictures of the same size, put together where it touches. */
export function changesBetween(before: Pixels, after: Pixels, width: number): Change[] {
  if (before.equals(after)) return []
  const rows = after.length / 4 / width
  const columns = Math.ceil(width / TILE)
  const boxes = new Map<number, Box>()
  const rowBytes = width * 4
  for (let top = 0; top < rows; top += TILE) {
    const bottom = Math.min(top + TILE, rows)
    const [from, to] = [top * rowBytes, bottom * rowBytes]
    // Most of the screen stands still, and that is seen fastest in one piece.
    if (before.compare(after, from, to, from, to) === 0) continue
    markRows(boxes, { before, after, width, columns, top, bottom })
  }
  return joined(boxes, columns)
}

/** Where text is written a bar comes and goes, which means nothing. */
export function isCaret({ left, right, top, bottom }: Change): boolean {
  return right - left < CARET.width && bottom - top < CARET.height
}

/** One caret that blinks is no news; where it is in two places it has moved. */
export function areNews(changes: readonly Change[]): boolean {
  return changes.length > 1 || changes.some((change) => !isCaret(change))
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Band {
  readonly before: Pixels
  readonly after: Pixels
  readonly width: number
  readonly columns: number
  readonly top: number
  readonly bottom: number
}

function markRows(boxes: Map<number, Box>, { before, after, width, columns, top, bottom }: Band): void {
  const [left, right] = [before, after].map(
    (pixels) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2),
  ) as [Uint32Array, Uint32Array]
  const firstTile = Math.floor(top / TILE) * columns
  for (let y = top; y < bottom; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (((left[at]! ^ right[at]!) & 0xff_ffff) === 0) continue
      const tile = firstTile + Math.floor(x / TILE)
      const box = boxes.get(tile)
      if (box) {
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.bottom = y
      } else boxes.set(tile, { left: x, right: x, top: y, bottom: y })
    }
  }
}

function joined(boxes: ReadonlyMap<number, Box>, columns: number): Change[] {
  const left = new Set(boxes.keys())
  const changes: Change[] = []
  for (const first of boxes.keys()) {
    if (!left.delete(first)) continue
    const tiles = touching(first, left, columns)
    const all = tiles.map((tile) => boxes.get(tile)!)
    changes.push({
      left: Math.min(...all.map((box) => box.left)),
      top: Math.min(...all.map((box) => box.top)),
      right: Math.max(...all.map((box) => box.right)),
      bottom: Math.max(...all.map((box) => box.bottom)),
      tiles,
    })
  }
  return changes
}

/** All that can be reached from one, which are then left no more. */
function touching(first: number, left: Set<number>, columns: number): number[] {
  const tiles = [first]
  for (const tile of tiles) tiles.push(...neighboursOf(tile, columns).filter((next) => left.delete(next)))
  return tiles
}

function neighboursOf(tile: number, columns: number): number[] {
  const column = tile % columns
  const sideways = [0, ...(column > 0 ? [-1] : []), ...(column < columns - 1 ? [1] : [])]
  return [-columns, 0, columns].flatMap((down) => sideways.map((across) => tile + down + across))
}
