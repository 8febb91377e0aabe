/**
 * How far below the first heading each of these stands. A heading stands below the last one that is larger, however much
 * larger that is; all else stands below the last heading.
 */
export function outlineOf(sizes: readonly (number | undefined)[]): number[] {
  const open: number[] = []
  return sizes.map((size) => {
    if (size === undefined) return open.length
    while (open.length > 0 && open.at(-1)! >= size) open.pop()
    return open.push(size) - 1
  })
}
