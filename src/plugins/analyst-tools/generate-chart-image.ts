import { writeFile } from 'node:fs/promises'
import { literals } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { ChartRenderer } from '../../platform/charts/chart-renderer.ts'
import { chartKinds, type DrawnChart } from '../../platform/charts/chart-request.ts'
import { paletteNamed } from '../../platform/charts/palettes.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { writeOutput } from '../../platform/files/output-file.ts'

const Params = Type.Object({
  input_path: Type.String({
    minLength: 1,
    description: 'Absolute path of the data: CSV, TSV, Excel (.xlsx, .xls) or OpenDocument (.ods)',
  }),
  output_path: Type.String({ minLength: 1, description: 'Absolute path of the .png file' }),
  chart_type: literals(chartKinds, {
    description:
      'heatmap shows x_column by y_column if both are given, a table with months or other steps across as is, and otherwise the correlation of numeric columns',
  }),
  x_column: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Column for the x axis (labels for pie); chosen from the data by default',
    }),
  ),
  y_column: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Column for the y axis (values for pie); chosen from the data by default. Bars and pies count rows if there are no numbers; lines show all numeric columns of similar magnitude',
    }),
  ),
  title: Type.Optional(Type.String({ maxLength: 500, description: 'Title of the chart' })),
  color_theme: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Name of a Vega colour scheme, e.g. tableau10, set2, viridis, blues or redblue',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The image file' }),
  bytes: Type.Integer({ description: 'Its size' }),
  width: Type.Integer({ description: 'In pixels' }),
  height: Type.Integer({ description: 'In pixels' }),
  chart_type: literals(chartKinds),
  title: Type.String({ description: 'Title of the chart' }),
  x_column: Type.Optional(Type.String({ description: 'The column shown' })),
  y_column: Type.Optional(Type.String({ description: 'The column or columns shown' })),
  series_column: Type.Optional(Type.String({ description: 'The column behind the colours' })),
  rows: Type.Integer({ description: 'Rows of data in the file' }),
  drawn: Type.Integer({ description: 'Bars, points, slices or cells in the chart' }),
  notes: Type.Array(Type.String(), { description: 'How rows were combined, and what was left out' }),
})

export function generateChartImage(renderer: ChartRenderer): AnyTool {
  return defineTool({
    action: 'GENERATE_CHART_IMAGE',
    title: 'Draw a chart',
    description:
      'Draws a bar, line, scatter, pie or heatmap chart of a CSV, TSV or Excel file as a PNG image. Rows with the same label are summed or averaged and large tables are thinned out; the result says so.',
    params: Params,
    data: Data,
    risk: 'write',
    reads: readsFiles(({ input_path }) => [input_path]),
    idempotent: true,
    phrases: [
      'draw a bar chart of ~/sales.csv',
      'make a line chart of revenue by month from this excel file',
      'plot price against area as a scatter chart',
      'pie chart of expenses by category',
      'correlation heatmap of ~/data.csv',
    ],
    example: {
      args: {
        input_path: '{folder}/sales.csv',
        output_path: '{folder}/sales.png',
        chart_type: 'bar',
        x_column: 'region',
        y_column: 'revenue',
        title: 'Revenue by region',
      },
    },
    targets: { paths: ['input_path', 'output_path'] },
    needsApproval: (params, call) =>
      reasonToAsk(call, [
        { path: params.input_path, name: 'input_path', access: 'read' },
        { path: params.output_path, name: 'output_path', access: 'write' },
      ]),
    async run(params, call) {
      await using input = await openInput(params.input_path, call, { name: 'input_path' })
      const output = { path: params.output_path, name: 'output_path', extension: '.png' }
      const path = await outputPath(call, output)
      const theme = params.color_theme === undefined ? undefined : paletteNamed(params.color_theme)
      const request = {
        path: input.through,
        kind: params.chart_type,
        ...(params.x_column !== undefined && { x: params.x_column }),
        ...(params.y_column !== undefined && { y: params.y_column }),
        ...(params.title !== undefined && { title: params.title }),
        ...(theme !== undefined && { theme }),
      }
      const { signal } = call
      const chart = await renderer.render(request, { signal })
      await writeOutput(path, (temporaryPath) => writeFile(temporaryPath, chart.png, { signal }), {
        caller: call,
        signal,
      })
      return {
        message: messageOf(path, { kind: params.chart_type, chart }),
        data: dataOf(path, { kind: params.chart_type, chart }),
      }
    },
  })
}

interface Drawn {
  readonly kind: (typeof chartKinds)[number]
  readonly chart: DrawnChart
}

function messageOf(path: string, { kind, chart }: Drawn): string {
  const rows = countOf(chart.rows, 'row')
  return [`Drew a ${kind} chart of ${rows} to ${path}.`, ...chart.notes].join(' ')
}

function dataOf(path: string, { kind, chart }: Drawn) {
  return {
    path,
    bytes: chart.png.length,
    width: chart.width,
    height: chart.height,
    chart_type: kind,
    title: chart.title,
    ...(chart.x !== undefined && { x_column: chart.x }),
    ...(chart.y !== undefined && { y_column: chart.y }),
    ...(chart.series !== undefined && { series_column: chart.series }),
    rows: chart.rows,
    drawn: chart.drawn,
    notes: [...chart.notes],
  }
}
