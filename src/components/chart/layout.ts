import type { Scale } from './scale.ts'

export interface Layout {
  readonly x: Scale
  readonly y: Scale
  /** Width of the place that one label has. */
  readonly band: number
  readonly base: number
}
