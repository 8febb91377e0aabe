/** A whole number from 0 below a limit, each as likely, from the browser's secure source. */
export function randomBelow(limit: number): number {
  const whole = 2 ** 32
  const fair = whole - (whole % limit)
  const drawn = new Uint32Array(1)
  // What lies beyond the last whole multiple would make small numbers likelier.
  do crypto.getRandomValues(drawn)
  while (drawn[0]! >= fair)
  return drawn[0]! % limit
}

/** The whole numbers below a count, in random order. */
export function shuffledOrder(count: number, below: (limit: number) => number = randomBelow): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = below(last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}
