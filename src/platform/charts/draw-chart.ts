import { basename } from 'node:path'
import { readDataset } from '../tables/read-dataset.ts'
import { barChart } from './bar-chart.ts'
import { framed, type ChartPlan } from './chart-frame.ts'
import type { ChartKind, ChartRequest, DrawnChart } from './chart-request.ts'
import type { Asked } from './choose-columns.ts'
import { chartColors, type ChartColors } from './colors.ts'
import { heatmapChart } from './heatmap-chart.ts'
import { lineChart } from './line-chart.ts'
import { pieChart } from './pie-chart.ts'
import { renderPicture, unshownWriting } from './render-picture.ts'
import { scatterChart } from './scatter-chart.ts'
import { namedPath } from '../files/held.ts'

const plans: Readonly<Record<ChartKind, (asked: Asked, colors: ChartColors) => ChartPlan>> = {
  bar: barChart,
  line: lineChart,
  scatter: scatterChart,
  pie: pieChart,
  heatmap: heatmapChart,
}

/** Reads the table, plans the chart and draws it. It keeps its thread busy: the service calls it through a renderer. */
export async function drawChart(request: ChartRequest): Promise<DrawnChart> {
  const colors = chartColors(request.theme)
  const dataset = await readDataset(request.path)
  const asked = { dataset, request, label: `"${basename(namedPath(request.path))}"` }
  const plan = plans[request.kind](asked, colors)
  const title = request.title?.trim() || plan.title
  const spec = framed(plan, title)
  const picture = await renderPicture(spec)
  const unshown = unshownWriting(spec)
  return {
    ...picture,
    ...plan.facts,
    title,
    rows: dataset.rows,
    notes: [
      ...dataset.notes,
      ...(plan.notes ?? []),
      ...(unshown === undefined ? [] : [`No font on this machine has ${unshown}. They show as empty boxes.`]),
    ],
  }
}
