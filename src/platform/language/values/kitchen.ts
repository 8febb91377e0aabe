import type { Unit } from './unit-table.ts'

/** Grams of a millilitre, as kitchens measure it: spooned, not pressed. */
const weights: readonly (readonly [names: string, gramsOfMl: number])[] = [
  ['brown sugar', 0.9],
  ['icing sugar|powdered sugar|confectioners sugar', 0.5],
  ['sugar|caster sugar|granulated sugar', 0.85],
  ['flour|plain flour|all purpose flour|bread flour', 0.53],
  ['butter|margarine', 0.96],
  ['olive oil|vegetable oil|oil', 0.92],
  ['honey', 1.42],
  ['maple syrup|syrup', 1.33],
  ['milk|buttermilk', 1.03],
  ['cream', 1],
  ['yoghurt|yogurt', 1.04],
  ['rice', 0.85],
  ['salt', 1.2],
  ['cocoa|cocoa powder', 0.45],
  ['oats|rolled oats|oatmeal', 0.38],
  ['water', 1],
]

export interface KitchenAnswer {
  /** Missing where what is measured is not known. */
  readonly result?: number
  readonly substance?: string
}

/** Between weight and volume only what is weighed can say how much it is. */
export function acrossKitchen({
  text,
  value,
  from,
  to,
}: {
  text: string
  value: number
  from: Unit
  to: Unit
}): KitchenAnswer {
  const lower = text.toLowerCase()
  const found = weights
    .flatMap(([names, weight]) => names.split('|').map((name) => ({ name, weight })))
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => new RegExp(String.raw`\b${name}\b`).test(lower))
  if (!found) return {}
  // Litres weigh kilograms: both are the base units of their kind.
  const result =
    from.category === 'volume'
      ? (value * from.factor * found.weight) / to.factor
      : (value * from.factor) / found.weight / to.factor
  return { result: Number(result.toPrecision(3)), substance: found.name }
}
