export const chartKinds = ['bar', 'line', 'scatter', 'pie', 'heatmap'] as const
export type ChartKind = (typeof chartKinds)[number]

/** What to draw, from which file. Columns that are left out are chosen by what is in them. */
export interface ChartRequest {
  readonly path: string
  readonly kind: ChartKind
  readonly x?: string
  readonly y?: string
  readonly title?: string
  readonly theme?: string
}

/** What became of it, beside the picture itself. */
export interface ChartFacts {
  readonly title: string
  readonly rows: number
  /** The columns that were shown; none for a correlation of all numbers. */
  readonly x?: string
  readonly y?: string
  /** The column that tells the colours apart. */
  readonly series?: string
  /** How many bars, points, slices or cells were drawn. */
  readonly drawn: number
  /** How the rows became what was drawn, and what else a reader should know. */
  readonly notes: readonly string[]
}

export interface DrawnChart extends ChartFacts {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}
