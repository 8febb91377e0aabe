export interface Line {
  readonly x: Float64Array
  readonly y: Float64Array
}

/** Points in the order of x; where several share one x, their sum or their mean. Points without a number go. */
export function orderedLine({ x, y }: Line, combine: 'sum' | 'mean' | 'none'): Line {
  const rows = presentRows({ x, y })
  if (!isAscending(x, rows)) rows.sort((a, b) => x[a]! - x[b]! || a - b)
  const sorted = {
    x: Float64Array.from(rows, (row) => x[row]!),
    y: Float64Array.from(rows, (row) => y[row]!),
  }
  return combine === 'none' ? sorted : combined(sorted, combine)
}

/**
 * What a line of more points than pixels looks like, with few points: of each column of pixels the first, the lowest, the
 * highest and the last one.
 */
export function thinLine(line: Line, columns: number): Line {
  const { x, y } = line
  const { length } = x
  if (length <= columns * 4) return line
  const span = x[length - 1]! - x[0]! || 1
  const kept: number[] = []
  for (let start = 0; start < length;) {
    const column = Math.floor(((x[start]! - x[0]!) / span) * columns)
    let [end, low, high] = [start, start, start]
    while (end < length && Math.floor(((x[end]! - x[0]!) / span) * columns) === column) {
      if (y[end]! < y[low]!) low = end
      if (y[end]! > y[high]!) high = end
      end++
    }
    kept.push(...new Set([start, Math.min(low, high), Math.max(low, high), end - 1]))
    start = end
  }
  return { x: Float64Array.from(kept, (at) => x[at]!), y: Float64Array.from(kept, (at) => y[at]!) }
}

function presentRows({ x, y }: Line): Uint32Array {
  const rows = new Uint32Array(x.length)
  let count = 0
  for (let row = 0; row < x.length; row++) {
    if (!Number.isNaN(x[row]) && !Number.isNaN(y[row])) rows[count++] = row
  }
  return rows.subarray(0, count)
}

function isAscending(x: Float64Array, rows: Uint32Array): boolean {
  for (let at = 1; at < rows.length; at++) if (x[rows[at]!]! < x[rows[at - 1]!]!) return false
  return true
}

function combined({ x, y }: Line, combine: 'sum' | 'mean'): Line {
  const xs: number[] = []
  const ys: number[] = []
  for (let start = 0; start < x.length;) {
    let [end, sum] = [start, 0]
    while (end < x.length && x[end] === x[start]) sum += y[end++]!
    xs.push(x[start]!)
    ys.push(combine === 'sum' ? sum : sum / (end - start))
    start = end
  }
  return { x: Float64Array.from(xs), y: Float64Array.from(ys) }
}
