import { Type, type Static } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChartType } from '../../platform/spreadsheets/write/workbook.ts'

/** What a caller may say about a chart. Other charting tools' words for the same things are understood too. */
export const ChartRequest = Type.Object(
  {
    type: Type.Optional(
      Type.String({
        description: 'bar (the default), column, line, area, pie, doughnut or scatter',
        examples: ['bar'],
      }),
    ),
    x: Type.Optional(Type.String({ description: 'Column for the labels or x values' })),
    y: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: 'Column or columns with the numbers',
      }),
    ),
    title: Type.Optional(Type.String()),
    x_title: Type.Optional(Type.String()),
    y_title: Type.Optional(Type.String()),
    horizontal: Type.Optional(Type.Boolean()),
    stacked: Type.Optional(Type.Boolean()),
  },
  { description: 'A chart beside the data; anything omitted is chosen from the data' },
)
export type ChartRequest = Static<typeof ChartRequest>

/** The request in one form, whichever words it came in. */
export interface ReadRequest {
  readonly type: ChartType
  /** The type as the caller calls it. */
  readonly word: string
  readonly x?: string
  readonly y?: readonly string[]
  readonly title?: string
  readonly xTitle?: string
  readonly yTitle?: string
  readonly stacked: boolean
  /** Members that mean nothing here. */
  readonly ignored: readonly string[]
}

const typeWords: ReadonlyMap<string, ChartType> = new Map<string, ChartType>([
  ...['bar', 'bars', 'column', 'columns', 'histogram', 'stacked_bar', 'stacked_column'].map(
    (word) => [word, 'column'] as const,
  ),
  ...['barh', 'horizontal_bar', 'bar_horizontal'].map((word) => [word, 'bar'] as const),
  ...['line', 'lines'].map((word) => [word, 'line'] as const),
  ...['area', 'stacked_area'].map((word) => [word, 'area'] as const),
  ['pie', 'pie'],
  ...['doughnut', 'donut'].map((word) => [word, 'doughnut'] as const),
  ...['scatter', 'xy', 'points'].map((word) => [word, 'scatter'] as const),
])

const words = {
  type: ['type', 'chart_type', 'chartType', 'kind'],
  x: [
    'x',
    'x_column',
    'xColumn',
    'x_axis',
    'xAxis',
    'x_field',
    'labels',
    'label',
    'label_column',
    'category',
    'categories',
    'names',
  ],
  y: [
    'y',
    'y_column',
    'y_columns',
    'yColumn',
    'yColumns',
    'y_axis',
    'yAxis',
    'y_field',
    'values',
    'value',
    'value_column',
    'value_columns',
    'series',
    'columns',
  ],
  title: ['title', 'chart_title', 'chartTitle', 'name'],
  xTitle: ['x_title', 'xTitle', 'x_label', 'xLabel', 'xlabel', 'x_axis_title'],
  yTitle: ['y_title', 'yTitle', 'y_label', 'yLabel', 'ylabel', 'y_axis_title'],
  horizontal: ['horizontal'],
  stacked: ['stacked', 'stack'],
} as const

export function readChartRequest(request: Readonly<Record<string, unknown>>): ReadRequest {
  const said = (name: keyof typeof words) =>
    words[name].map((word) => request[word]).find((value) => value !== undefined && value !== null)
  const type = readType(said('type'))
  const x = columnsIn(said('x'))[0]
  const y = columnsIn(said('y'))
  const known = new Set<string>(Object.values(words).flat())
  return {
    type: type === 'column' && said('horizontal') === true ? 'bar' : type,
    word: wordOf(said('type'), type),
    ...(x !== undefined && { x }),
    ...(y.length > 0 && { y }),
    ...textMember('title', said('title')),
    ...textMember('xTitle', said('xTitle')),
    ...textMember('yTitle', said('yTitle')),
    stacked: said('stacked') === true || isStackedWord(said('type')),
    ignored: Object.keys(request).filter((key) => !known.has(key)),
  }
}

function readType(value: unknown): ChartType {
  if (value === undefined) return 'column'
  const word =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      : ''
  const type = typeWords.get(word.replace(/_?(chart|plot|graph)$/, ''))
  if (type !== undefined) return type
  throw new AppError(
    'invalid_request',
    `Unknown chart type ${JSON.stringify(value).slice(0, 60)}. Choose bar, column, line, area, pie, doughnut or scatter.`,
  )
}

function isStackedWord(value: unknown): boolean {
  return typeof value === 'string' && /stack/i.test(value)
}

/** What the caller calls it: standing bars are bars to most people, columns to those who know Excel. */
function wordOf(value: unknown, type: ChartType): string {
  if (type === 'column') return typeof value === 'string' && /column/i.test(value) ? 'column' : 'bar'
  return type
}

/** A column name, a list of them, or a list of series objects that each name one. */
function columnsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item: unknown) => columnsIn(item).slice(0, 1))
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  const named = ['column', 'field', 'key', 'y', 'values', 'data_key', 'dataKey', 'name'].map(
    (word) => record[word],
  )
  return named.filter((name) => typeof name === 'string').slice(0, 1)
}

function textMember<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  if (typeof value !== 'string' || value.trim() === '') return {}
  return { [name]: value.slice(0, 255) } as Partial<Record<Name, string>>
}
