import { absoluteRange, type CellRange } from '../cell-reference.ts'
import { axesXml, textXml, titleXml } from './chart-axes.ts'
import type { ChartCapture } from './chart-capture.ts'
import type { Chart, ChartRange, ChartSeries, ChartType } from '../write/workbook.ts'
import { escapeXml, namespaces, xmlDeclaration } from '../xml-text.ts'

export interface ChartContext {
  /** The sheet that the chart lies on. */
  readonly sheet: string
  /** Rows of a sheet, the header included. */
  readonly rowsOf: (sheet: string) => number
  readonly captureOf: (range: ChartRange) => ChartCapture | undefined
}

const axisIds = '<c:axId val="111111111"/><c:axId val="222222222"/>'
const fewPoints = 40
const manyPoints = 500
const noMarker = '<c:marker><c:symbol val="none"/></c:marker>'

/** One chart part of the workbook. */
export function chartXml(chart: Chart, context: ChartContext): string {
  const series = chart.series.map((one, index) => seriesXml(one, { chart, context, index })).join('')
  const isRound = chart.type === 'pie' || chart.type === 'doughnut'
  return [
    xmlDeclaration,
    `<c:chartSpace xmlns:c="${namespaces.chart}" xmlns:a="${namespaces.drawing}" xmlns:r="${namespaces.relationships}">`,
    '<c:roundedCorners val="0"/><c:chart>',
    chart.title === undefined ? '' : titleXml(chart.title, 1400),
    `<c:autoTitleDeleted val="${chart.title === undefined ? 1 : 0}"/><c:plotArea><c:layout/>`,
    plotXml(chart, series),
    isRound ? '' : axesXml(chart),
    '</c:plotArea>',
    legendXml(chart),
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>',
    '<c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="D9D9D9"/></a:solidFill></a:ln></c:spPr>',
    `${textXml(1000)}</c:chartSpace>`,
  ].join('')
}

function plotXml({ type, stacked }: Chart, series: string): string {
  const grouping = (plain: string) =>
    `<c:grouping val="${stacked ? 'stacked' : plain}"/><c:varyColors val="0"/>`
  const overlap = stacked ? '<c:overlap val="100"/>' : ''
  const bars = (direction: string) =>
    `<c:barChart><c:barDir val="${direction}"/>${grouping('clustered')}${series}<c:gapWidth val="60"/>${overlap}${axisIds}</c:barChart>`
  const slices = `<c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/>`
  const plots: Record<ChartType, () => string> = {
    column: () => bars('col'),
    bar: () => bars('bar'),
    line: () => `<c:lineChart>${grouping('standard')}${series}<c:marker val="1"/>${axisIds}</c:lineChart>`,
    area: () => `<c:areaChart>${grouping('standard')}${series}${axisIds}</c:areaChart>`,
    scatter: () =>
      `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series}${axisIds}</c:scatterChart>`,
    pie: () => `<c:pieChart>${slices}</c:pieChart>`,
    doughnut: () => `<c:doughnutChart>${slices}<c:holeSize val="55"/></c:doughnutChart>`,
  }
  return plots[type]()
}

interface SeriesPlace {
  readonly chart: Chart
  readonly context: ChartContext
  readonly index: number
}

/** The order of the elements is the schema's. */
function seriesXml(series: ChartSeries, { chart, context, index }: SeriesPlace): string {
  const points = cellCount(series.values, context)
  const look = lookXml(chart, { index, points })
  const values = numbersXml(series.values, { context, format: chart.valueFormat })
  const categories = series.categories && categoriesXml(series.categories, { context, chart })
  const data =
    chart.type === 'scatter'
      ? `${categories ? `<c:xVal>${categories}</c:xVal>` : ''}<c:yVal>${values}</c:yVal><c:smooth val="0"/>`
      : `${categories ? `<c:cat>${categories}</c:cat>` : ''}<c:val>${values}</c:val>${chart.type === 'line' ? '<c:smooth val="0"/>' : ''}`
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx>${nameXml(series, context)}</c:tx>${look}${data}</c:ser>`
}

function nameXml({ name, nameCell }: ChartSeries, context: ChartContext): string {
  const text = escapeXml(name)
  if (!nameCell) return `<c:v>${text}</c:v>`
  const cache = `<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache>`
  return `<c:strRef><c:f>${reference(nameCell, context)}</c:f>${cache}</c:strRef>`
}

function lookXml(chart: Chart, { index, points }: { index: number; points: number }): string {
  const fill = `<a:solidFill>${colorXml(index)}</a:solidFill>`
  const line = (width: number) => `<a:ln w="${width}" cap="rnd">${fill}<a:round/></a:ln>`
  const bars = () => `<c:spPr>${fill}</c:spPr><c:invertIfNegative val="0"/>`
  const slices = () =>
    `<c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:ln></c:spPr>${sliceLabelsXml(chart.type, points)}`
  const looks: Record<ChartType, () => string> = {
    column: bars,
    bar: bars,
    line: () => `<c:spPr>${line(28575)}</c:spPr>${points <= fewPoints ? markerXml(fill, 5) : noMarker}`,
    area: () => {
      // Areas that stand one behind the other must let through what is behind them.
      const veil = chart.series.length > 1 && !chart.stacked ? '<a:alpha val="60000"/>' : ''
      return `<c:spPr><a:solidFill>${colorXml(index, veil)}</a:solidFill>${line(19050)}</c:spPr>`
    },
    // Without an invisible line the points are joined in the order of the rows.
    scatter: () =>
      `<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>${markerXml(fill, points > manyPoints ? 4 : 7)}`,
    pie: slices,
    doughnut: slices,
  }
  return looks[chart.type]()
}

/** Accents of the theme; from the seventh series on, darker and lighter ones of the same. */
function colorXml(index: number, extra = ''): string {
  const shade = ['', '<a:lumMod val="60000"/>', '<a:lumMod val="60000"/><a:lumOff val="40000"/>'][
    Math.floor(index / 6) % 3
  ]
  return `<a:schemeClr val="accent${(index % 6) + 1}">${shade}${extra}</a:schemeClr>`
}

function markerXml(fill: string, size: number): string {
  return `<c:marker><c:symbol val="circle"/><c:size val="${size}"/><c:spPr>${fill}<a:ln w="9525"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:ln></c:spPr></c:marker>`
}

/** Percentages on the slices, as long as there are so few that they can be read. */
function sliceLabelsXml(type: ChartType, points: number): string {
  if (points > 12) return ''
  const shows = ['showLegendKey', 'showVal', 'showCatName', 'showSerName', 'showPercent', 'showBubbleSize']
    .map((name) => `<c:${name} val="${name === 'showPercent' ? 1 : 0}"/>`)
    .join('')
  const place = type === 'pie' ? '<c:dLblPos val="outEnd"/>' : ''
  const color = type === 'pie' ? '404040' : 'FFFFFF'
  return `<c:dLbls><c:numFmt formatCode="0%" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textXml(900, color)}${place}${shows}<c:showLeaderLines val="1"/></c:dLbls>`
}

function categoriesXml(
  range: ChartRange,
  { context, chart }: { context: ChartContext; chart: Chart },
): string {
  const capture = context.captureOf(range)
  if (chart.type === 'scatter' || capture?.isNumeric) {
    return numbersXml(range, { context, format: chart.categoryFormat })
  }
  const points = pointsOf(range, context)
  const cache = points && cacheXml('strCache', points)
  return `<c:strRef><c:f>${reference(range, context)}</c:f>${cache ?? ''}</c:strRef>`
}

function numbersXml(
  range: ChartRange,
  { context, format }: { context: ChartContext; format: string | undefined },
): string {
  const points = pointsOf(range, context)
  const head = `<c:formatCode>${escapeXml(format ?? 'General')}</c:formatCode>`
  const cache =
    points &&
    cacheXml(
      'numCache',
      points.map((point) => (typeof point === 'number' ? point : null)),
      head,
    )
  return `<c:numRef><c:f>${reference(range, context)}</c:f>${cache ?? ''}</c:numRef>`
}

function cacheXml(tag: string, points: readonly (string | number | null | undefined)[], head = ''): string {
  let xml = `<c:${tag}>${head}<c:ptCount val="${points.length}"/>`
  for (let index = 0; index < points.length; index++) {
    const point = points[index]
    if (point === null || point === undefined) continue
    xml += `<c:pt idx="${index}"><c:v>${typeof point === 'number' ? point : escapeXml(point)}</c:v></c:pt>`
  }
  return `${xml}</c:${tag}>`
}

function pointsOf(range: ChartRange, context: ChartContext) {
  return context.captureOf(range)?.points(cellCount(range, context))
}

function cellCount(range: ChartRange, context: ChartContext): number {
  const { firstRow, lastRow, firstColumn, lastColumn } = resolved(range, context)
  return (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1)
}

function reference(range: ChartRange, context: ChartContext): string {
  return escapeXml(absoluteRange(range.sheet ?? context.sheet, resolved(range, context)))
}

function resolved(range: ChartRange, { sheet, rowsOf }: ChartContext): CellRange {
  const lastRow = range.lastRow === 'end' ? rowsOf(range.sheet ?? sheet) - 1 : range.lastRow
  return { ...range, lastRow: Math.max(lastRow, range.firstRow) }
}

function legendXml({ type, series }: Chart): string {
  const isRound = type === 'pie' || type === 'doughnut'
  if (!isRound && series.length < 2) return ''
  return `<c:legend><c:legendPos val="${isRound ? 'r' : 'b'}"/><c:overlay val="0"/>${textXml(900)}</c:legend>`
}
