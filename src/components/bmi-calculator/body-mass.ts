export interface Body {
  readonly height_cm: number
  readonly weight_kg: number
}

export interface MassBand {
  readonly name: string
  readonly from: number
  readonly tone: 'success' | 'warning' | 'danger'
}

/** The classes of the World Health Organization for adults. */
export const MASS_BANDS: readonly MassBand[] = [
  { name: 'Underweight', from: 0, tone: 'warning' },
  { name: 'Normal weight', from: 18.5, tone: 'success' },
  { name: 'Overweight', from: 25, tone: 'warning' },
  { name: 'Obesity', from: 30, tone: 'danger' },
]

export function bodyMassIndex({ height_cm, weight_kg }: Body): number {
  return weight_kg / (height_cm / 100) ** 2
}

/** A class is meant for the number that is shown, with one digit after the point: 24.96 is 25.0. */
export function bandOf(index: number): MassBand {
  const shown = Math.round(index * 10) / 10
  return MASS_BANDS.findLast(({ from }) => shown >= from) ?? MASS_BANDS[0]!
}

/** The weights in kilograms between which the index of somebody this tall is normal. */
export function normalWeights(heightCm: number): readonly [number, number] {
  const square = (heightCm / 100) ** 2
  return [18.5 * square, 24.9 * square]
}

const CM_PER_INCH = 2.54
const KG_PER_POUND = 0.45359237

export function feetAndInches(heightCm: number): { feet: number; inches: number } {
  const inches = Math.round((heightCm / CM_PER_INCH) * 10) / 10
  const feet = Math.floor(inches / 12)
  return { feet, inches: Math.round((inches - feet * 12) * 10) / 10 }
}

export function centimetres({ feet, inches }: { feet: number; inches: number }): number {
  return (feet * 12 + inches) * CM_PER_INCH
}

export function pounds(kilograms: number): number {
  return kilograms / KG_PER_POUND
}

export function kilograms(inPounds: number): number {
  return inPounds * KG_PER_POUND
}
