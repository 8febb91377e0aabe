import type { Scale, Spec } from 'vega'
import { chartWidth } from './chart-frame.ts'
import type { ChartColors } from './colors.ts'

/** The rows that have both values, with the place across as a number whatever the column holds. */
export interface Points {
  readonly x: Float64Array
  readonly y: Float64Array
  /** The row of the table that each point comes from. */
  readonly rows: Uint32Array
}

export type ScatterAxes = Required<Pick<Spec, 'axes' | 'scales' | 'signals'>>

const cellSize = 4
const columns = Math.round((chartWidth - 140) / cellSize)
const rows = Math.round(390 / cellSize)

interface Cell {
  readonly x: number
  readonly x2: number
  readonly y: number
  readonly y2: number
  readonly count: number
}

/** Points counted in small cells; the colour grows with the logarithm, so that single points still show. */
export function densityBody(
  points: Points,
  { axes, colors }: { axes: ScatterAxes; colors: ChartColors },
): Spec {
  const cells = cellsOf(points, domainsOf(axes))
  const most = cells.reduce((highest, { count }) => Math.max(highest, count), 2)
  const color = {
    name: 'color',
    type: 'log',
    domain: [1, most],
    range: { scheme: colors.ramp('density') },
  } satisfies Scale
  return {
    signals: axes.signals,
    axes: axes.axes,
    data: [{ name: 'cells', values: cells }],
    scales: [...axes.scales, color],
    legends: [{ fill: 'color', title: 'Points', type: 'gradient', format: ',d' }],
    marks: [
      {
        type: 'rect',
        from: { data: 'cells' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'x' },
            x2: { scale: 'x', field: 'x2' },
            y: { scale: 'y', field: 'y' },
            y2: { scale: 'y', field: 'y2' },
            fill: { scale: 'color', field: 'count' },
          },
        },
      },
    ],
  }
}

function domainsOf({ scales }: ScatterAxes): { x: [number, number]; y: [number, number] } {
  const domain = (name: string) => scales.find((scale) => scale.name === name)!.domain as [number, number]
  return { x: domain('x'), y: domain('y') }
}

function cellsOf({ x, y }: Points, domains: { x: [number, number]; y: [number, number] }): Cell[] {
  const width = stepOf(x, (domains.x[1] - domains.x[0]) / columns)
  const height = stepOf(y, (domains.y[1] - domains.y[0]) / rows)
  const [left, bottom] = [Math.floor(domains.x[0] / width), Math.floor(domains.y[0] / height)]
  const across = columns + 2
  const counts = new Map<number, number>()
  for (let at = 0; at < x.length; at++) {
    const cell = (Math.floor(y[at]! / height) - bottom) * across + Math.floor(x[at]! / width) - left
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  return Array.from(counts, ([cell, count]) => {
    const [cellX, cellY] = [(left + (cell % across)) * width, (bottom + Math.floor(cell / across)) * height]
    return { x: cellX, x2: cellX + width, y: cellY, y2: cellY + height, count }
  })
}

/** Whole numbers get cells of a whole size, or some cells would hold more of them than their neighbours. */
function stepOf(values: Float64Array, size: number): number {
  return values.every((value) => Number.isInteger(value)) ? Math.ceil(size) : size
}
