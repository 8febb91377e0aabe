import type { Mark } from 'vega'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { categoriesOf } from './categories.ts'
import { keyed, middleShortened, shortened, spoken, type ChartPlan } from './chart-frame.ts'
import { labelAndValue, type Asked } from './choose-columns.ts'
import { inkOn, type ChartColors } from './colors.ts'
import { groupValues, measureName } from './group-values.ts'
import { numberText } from './number-text.ts'

const maxSlices = 12
const otherFill = '#c3c9d0'
/** Keeps numbers in place after a name that is written from right to left. */
const leftToRight = '\u200e'
/** Of the whole; smaller slices have no room for their percentage. */
const minLabelled = 0.035

interface Slice {
  readonly label: string
  readonly value: number
}

/** Shares of a whole: the largest first and clockwise from the top, small ones together in the last slice. */
export function pieChart(asked: Asked, colors: ChartColors): ChartPlan {
  const { x, y } = labelAndValue(asked)
  const categories = categoriesOf(x, 60)
  const grouped = groupValues(categories.places, {
    count: categories.labels.length,
    column: y,
    addUp: true,
  })
  const all = categories.labels.map((label, place) => ({ label, value: grouped.values[place]! }))
  const { slices, total } = slicesOf(all, asked)
  const look = { low: 0, high: Math.max(...slices.map(({ value }) => value)), unit: y?.unit ?? '' }
  const merged = all.filter(({ value }) => value > 0).length - slices.length
  const fills = colors.categories(slices.length)
  if (merged > 0) fills[slices.length - 1] = otherFill
  const values = slices.map((slice, index) => ({
    ...slice,
    fill: fills[index]!,
    ink: inkOn(fills[index]!),
    percent: slice.value / total >= minLabelled ? percentText(slice.value / total) : '',
    legend: `${middleShortened(slice.label, 28)}${leftToRight}  ${numberText(slice.value, look)} (${percentText(slice.value / total)})`,
  }))
  const notes = [
    ...(grouped.how !== 'single'
      ? [`${measureName(grouped.how, y)}, from ${countOf(asked.dataset.rows, 'row')}.`]
      : []),
    ...(merged > 0 ? [`${countOf(merged + 1, 'small slice')} combined in the last one.`] : []),
  ]
  return {
    title: `Share of ${spoken(y?.name ?? 'rows')} by ${spoken(x.name)}`,
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    body: bodyOf(values),
    facts: { x: x.name, ...(y && { y: y.name }), drawn: slices.length },
    notes,
  }
}

function slicesOf(all: readonly Slice[], { label }: Asked): { slices: Slice[]; total: number } {
  const negative = all.find(({ value }) => value < 0)
  if (negative) {
    throw new AppError(
      'invalid_request',
      `A pie chart can't show a negative value: "${shortened(negative.label, 40)}" has ${negative.value}. Use a bar chart.`,
    )
  }
  const ranked = all.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const total = ranked.reduce((sum, { value }) => sum + value, 0)
  if (!(total > 0 && Number.isFinite(total))) {
    throw new AppError('invalid_request', `Nothing to show: no value in ${label} is above zero.`)
  }
  if (ranked.length <= maxSlices) return { slices: ranked, total }
  const rest = ranked.slice(maxSlices - 1)
  const other = { label: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) }
  return { slices: [...ranked.slice(0, maxSlices - 1), other], total }
}

function percentText(share: number): string {
  const percent = share * 100
  return `${percent.toLocaleString('en', { maximumFractionDigits: percent >= 10 || percent === 0 ? 0 : 1 })}%`
}

function bodyOf(values: readonly { legend: string; fill: string }[]): ChartPlan['body'] {
  const names = keyed(
    'names',
    values.map(({ legend }) => legend),
  )
  return {
    signals: [{ name: 'radius', update: 'min(width, height) / 2' }, names.signal],
    data: [{ name: 'slices', values: [...values], transform: [{ type: 'pie', field: 'value' }] }],
    scales: [
      {
        name: 'color',
        type: 'ordinal',
        domain: names.keys,
        range: values.map(({ fill }) => fill),
      },
    ],
    legends: [
      {
        fill: 'color',
        symbolType: 'square',
        symbolSize: 140,
        labelLimit: 330,
        rowPadding: 8,
        offset: 30,
        encode: names.encode,
      },
    ],
    marks: sliceMarks(values.length),
  }
}

function sliceMarks(count: number): Mark[] {
  const center = { x: { signal: 'width / 2' }, y: { signal: 'height / 2' } }
  return [
    {
      type: 'arc',
      from: { data: 'slices' },
      encode: {
        update: {
          ...center,
          startAngle: { field: 'startAngle' },
          endAngle: { field: 'endAngle' },
          outerRadius: { signal: 'radius' },
          fill: { field: 'fill' },
          stroke: { value: '#ffffff' },
          strokeWidth: { value: count > 1 ? 1.5 : 0 },
        },
      },
    },
    {
      type: 'text',
      from: { data: 'slices' },
      encode: {
        update: {
          ...center,
          radius: { signal: count > 1 ? 'radius * 0.72' : '0' },
          theta: { signal: '(datum.startAngle + datum.endAngle) / 2' },
          text: { field: 'percent' },
          fill: { field: 'ink' },
          align: { value: 'center' },
          baseline: { value: 'middle' },
          fontSize: { value: 12.5 },
        },
      },
    },
  ]
}
