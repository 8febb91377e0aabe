const ZONE = 56
/** Beyond the edge it still pulls, but not from anywhere on the page. */
const BEYOND = 80

/** How strongly a place pulls towards an edge, from -1 at the beginning to 1 at the end; 0 in between. */
export function edgePull(place: number, from: number, to: number): number {
  // In a short stretch the middle stays calm.
  const zone = Math.min(ZONE, (to - from) / 4)
  if (place < from - BEYOND || place > to + BEYOND) return 0
  if (place < from + zone) return -Math.min(1, (from + zone - place) / zone)
  if (place > to - zone) return Math.min(1, (place - to + zone) / zone)
  return 0
}
