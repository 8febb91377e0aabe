import type { Scale, Spec } from 'vega'
import { chartWidth } from './chart-frame.ts'
import type { ChartColors } from './colors.ts'
import type { Points, ScatterAxes } from './scatter-chart.ts'

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
  const width = (domains.x[1] - domains.x[0]) / columns
  const height = (domains.y[1] - domains.y[0]) / rows
  const counts = new Uint32Array(columns * rows)
  for (let at = 0; at < x.length; at++) {
    const column = Math.min(columns - 1, Math.floor((x[at]! - domains.x[0]) / width))
    const row = Math.min(rows - 1, Math.floor((y[at]! - domains.y[0]) / height))
    counts[row * columns + column]!++
  }
  const cells: Cell[] = []
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue
    const left = domains.x[0] + (at % columns) * width
    const bottom = domains.y[0] + Math.floor(at / columns) * height
    cells.push({ x: left, x2: left + width, y: bottom, y2: bottom + height, count: counts[at]! })
  }
  return cells
}
