import type { Pin, PinSize } from '../../frame/pins.ts'

/** Order and widths of one browser. */
export interface DeviceLayout {
  readonly order: readonly string[]
  readonly sizes: Readonly<Record<string, PinSize>>
}

/** The widgets as this browser arranges them; what it does not know yet comes last. */
export function laidOut(pins: readonly Pin[], layout: DeviceLayout | undefined): readonly Pin[] {
  if (!layout) return pins
  const place = new Map(layout.order.map((id, index) => [id, index]))
  const rank = ({ id }: Pin) => place.get(id) ?? Infinity
  return pins
    .toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
    .map((pin) => (Object.hasOwn(layout.sizes, pin.id) ? { ...pin, size: layout.sizes[pin.id]! } : pin))
}

export function layoutOf(pins: readonly Pin[]): DeviceLayout {
  const sizes = pins.flatMap(({ id, size }) => (size === undefined ? [] : [[id, size] as const]))
  return { order: pins.map(({ id }) => id), sizes: Object.fromEntries(sizes) }
}
