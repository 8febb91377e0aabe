interface Pinned {
  readonly id: string
}

/** Where something is let go: before or after another one. */
export interface Beside {
  readonly id: string
  readonly edge: 'before' | 'after'
}

/** The same list with one entry moved by so many places, as far as that goes. */
export function movedBy<Pin extends Pinned>(
  pins: readonly Pin[],
  id: string,
  places: number,
): readonly Pin[] {
  const from = pins.findIndex((pin) => pin.id === id)
  if (from === -1) return pins
  const to = Math.min(pins.length - 1, Math.max(0, from + places))
  return to === from ? pins : pins.toSpliced(from, 1).toSpliced(to, 0, pins[from]!)
}

/** The same list with one entry put beside another one. */
export function movedBeside<Pin extends Pinned>(
  pins: readonly Pin[],
  id: string,
  beside: Beside,
): readonly Pin[] {
  const pin = pins.find((one) => one.id === id)
  const others = pins.filter((one) => one.id !== id)
  const place = others.findIndex((one) => one.id === beside.id)
  if (!pin || place === -1) return pins
  return others.toSpliced(beside.edge === 'after' ? place + 1 : place, 0, pin)
}
