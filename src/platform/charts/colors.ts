import { scheme as vegaScheme } from 'vega'
import { addedPalettes, paletteKind, paletteNamed } from './palettes.ts'

type Scheme = readonly string[] | ((fraction: number) => string)

/** The colours of one chart. Without a theme each use has a scheme that suits it. */
export interface ChartColors {
  /** One colour for everything that is the same. */
  readonly main: string
  /** For things side by side. */
  categories(count: number): string[]
  /** From low to high. */
  ramp(use: 'amount' | 'density' | 'signed'): string[]
}

const rampSteps = 11
const defaults = { categories: 'tableau10', amount: 'blues', density: 'viridis', signed: 'redblue' } as const

export function chartColors(theme: string | undefined): ChartColors {
  const name = theme === undefined ? undefined : paletteNamed(theme)
  const categories = schemeOf(name ?? defaults.categories)
  return {
    main: typeof categories === 'function' ? hex(categories(mainAt(name!))) : categories[0]!,
    categories: (count) => spread(categories, count),
    ramp: (use) => ramp(schemeOf(name ?? defaults[use])),
  }
}

/** Black or white, whichever can be read on the colour. */
export function inkOn(color: string): string {
  const [red, green, blue] = channels(color)
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1f2933' : '#ffffff'
}

function schemeOf(name: string): Scheme {
  const added = addedPalettes[name]
  if (!added) return vegaScheme(name) as Scheme
  const colors = added.colors.match(/.{6}/g)!.map((digits) => `#${digits}`)
  return added.runs ? (fraction) => between(colors, fraction) : colors
}

/** The middle of a diverging scheme is nearly white. */
function mainAt(name: string): number {
  return paletteKind(name) === 'diverging' ? 0.88 : 0.6
}

function spread(scheme: Scheme, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    if (typeof scheme !== 'function') return again(scheme, index)
    // The ends of many schemes are nearly white or nearly black.
    return hex(scheme(count === 1 ? 0.6 : 0.08 + (0.84 * index) / (count - 1)))
  })
}

/** When the colours are used up, they come again in a lighter shade. */
function again(colors: readonly string[], index: number): string {
  const round = Math.floor(index / colors.length)
  const color = colors[index % colors.length]!
  return round === 0 ? color : mixed(color, '#ffffff', Math.min(0.8, round * 0.45))
}

function ramp(scheme: Scheme): string[] {
  const steps = Array.from({ length: rampSteps }, (_, index) => index / (rampSteps - 1))
  if (typeof scheme === 'function') return steps.map((fraction) => hex(scheme(fraction)))
  // Colours without an order become one that gets stronger.
  return steps.map((fraction) => between([mixed(scheme[0]!, '#ffffff', 0.9), scheme[0]!], fraction))
}

/** A colour from a row of colours that flow into each other. */
export function between(colors: readonly string[], fraction: number): string {
  const place = Math.min(Math.max(fraction, 0), 1) * (colors.length - 1)
  const before = Math.min(Math.floor(place), colors.length - 2)
  return mixed(colors[before]!, colors[before + 1]!, place - before)
}

function mixed(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  return toHex(a.map((value, index) => value + (b[index]! - value) * share))
}

function hex(color: string): string {
  return toHex(channels(color))
}

function toHex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** `#1f77b4` or `rgb(31, 119, 180)`. */
function channels(color: string): [number, number, number] {
  const found = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  return [found[0] ?? 0, found[1] ?? 0, found[2] ?? 0]
}
