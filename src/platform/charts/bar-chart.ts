import type { Mark, Spec } from 'vega'
import { AppError } from '../../contract/errors.ts'
import type { NumberColumn, TextColumn } from '../tables/dataset.ts'
import { categoriesOf, type Categories } from './categories.ts'
import {
  capitalised,
  colorLegend,
  counted,
  lookSignal,
  numberAxis,
  shortened,
  spoken,
  textWidth,
  type ChartPlan,
} from './chart-frame.ts'
import { labelColumn, valueColumn, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { groupValues, measureName, seriesColumn, type Grouping } from './group-values.ts'
import { numberText, type NumberLook } from './number-text.ts'

const mostBars = 60
const mostGroupedBars = 60

interface Bar {
  readonly label: string
  readonly value: number
  readonly series?: string
}

interface Bars {
  readonly bars: readonly Bar[]
  readonly labels: readonly string[]
  readonly series: readonly string[]
  readonly seriesName: string
  readonly notes: readonly string[]
}

/** A bar a category, upright where the names fit side by side, lying where they do not. */
export function barChart(asked: Asked, colors: ChartColors): ChartPlan {
  const wantedY = asked.request.y === undefined ? undefined : valueColumn(asked)
  const x = labelColumn(asked, wantedY)
  const y = wantedY ?? valueColumn(asked, x)
  const categories = categoriesOf(x, mostBars)
  const grouped = groupValues(categories.places, { count: categories.labels.length, column: y })
  const by = seriesOf(asked, { categories, y, how: grouped.how })
  const made = by
    ? groupedBars(categories, { y: y!, by })
    : singleBars(categories, { values: grouped.values, how: grouped.how })
  if (made.bars.length === 0) throw nothingToDraw(asked.label)
  const how = by ? 'single' : grouped.how
  const isUpright = labelsFit(made.labels, categories)
  const layout = { ...made, categories, colors, y, how, isUpright }
  return {
    title: capitalised(`${spoken(y?.name ?? 'number of rows')} by ${spoken(x.name)}`),
    ...subtitleOf(asked, { categories, y, how, notes: made.notes }),
    ...(!isUpright && { height: lyingHeight(made) }),
    body: isUpright ? uprightBody(layout) : lyingBody(layout),
    facts: { x: x.name, ...(y && { y: y.name }), ...(by && { series: by.name }), drawn: made.bars.length },
    notes: made.notes,
  }
}

interface Layout extends Bars {
  readonly categories: Categories
  readonly colors: ChartColors
  readonly y: NumberColumn | undefined
  readonly how: Grouping
}

/** Rows that fall together are kept apart by another column, where there is one and its bars fit. */
function seriesOf(
  { dataset }: Asked,
  { categories, y, how }: { categories: Categories; y: NumberColumn | undefined; how: Grouping },
): TextColumn | undefined {
  if (!y || how === 'single') return undefined
  const found = seriesColumn(dataset, { places: categories.places, except: [y] })
  return found && categories.labels.length * (found.texts.length - 1) <= mostGroupedBars ? found : undefined
}

function groupedBars({ places, labels }: Categories, { y, by }: { y: NumberColumn; by: TextColumn }): Bars {
  const bars: Bar[] = []
  for (let row = 0; row < places.length; row++) {
    const [place, id, value] = [places[row]!, by.ids[row]!, y.values[row]!]
    if (place < 0 || id === 0 || Number.isNaN(value)) continue
    bars.push({ label: labels[place]!, series: by.texts[id]!, value })
  }
  return { bars, labels, series: by.texts.slice(1), seriesName: by.name, notes: [] }
}

function singleBars(
  { labels, isOrdered }: Categories,
  { values, how }: { values: Float64Array; how: Grouping },
): Bars {
  const all = labels
    .map((label, place) => ({ label, value: values[place]! }))
    .filter(({ value }) => isOrdered || !Number.isNaN(value))
  const isSorted = isOrdered || (how === 'single' && all.length <= 12)
  const sorted = isSorted ? all : all.toSorted((a, b) => b.value - a.value)
  const { bars, notes } = sorted.length > mostBars ? largest(sorted, how) : { bars: sorted, notes: [] }
  return {
    bars: bars.filter(({ value }) => !Number.isNaN(value)),
    labels: bars.map(({ label }) => label),
    series: [],
    seriesName: '',
    notes,
  }
}

/** The largest ones; what is left over is added up where that means something. */
function largest(bars: readonly Bar[], how: Grouping): { bars: Bar[]; notes: string[] } {
  const ranked = bars.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const isAdded = how === 'sum' || how === 'count'
  const kept = ranked.slice(0, isAdded ? mostBars - 1 : mostBars).toSorted((a, b) => b.value - a.value)
  const rest = ranked.slice(kept.length)
  if (!isAdded)
    return {
      bars: kept,
      notes: [`Only the ${mostBars} largest of ${bars.length.toLocaleString('en')} are shown.`],
    }
  const other = {
    label: `All ${rest.length.toLocaleString('en')} others`,
    value: rest.reduce((sum, { value }) => sum + value, 0),
  }
  return {
    bars: [...kept, other],
    notes: [
      `The ${kept.length} largest of ${bars.length.toLocaleString('en')} are shown; the last bar is the sum of all others.`,
    ],
  }
}

function labelsFit(labels: readonly string[], { isTime, isOrdered, by }: Categories): boolean {
  const room = 690 / labels.length
  const widest = Math.max(...labels.map(textWidth))
  // Periods and steps may have every other label left out, names may not.
  return (
    isTime ||
    (isOrdered && by !== undefined && labels.length <= 40) ||
    (widest * 7.2 + 8 <= room && labels.length <= 24)
  )
}

function lyingHeight({ labels, series }: Bars): number {
  const step = series.length > 1 ? Math.max(18, series.length * 11 + 6) : 17
  return Math.min(1400, Math.max(500, 130 + labels.length * step))
}

function lookOf(values: readonly number[], unit: string): NumberLook {
  return { low: Math.min(0, ...values), high: Math.max(0, ...values), unit }
}

function subtitleOf(
  { dataset }: Asked,
  {
    categories,
    y,
    how,
    notes,
  }: { categories: Categories; y: NumberColumn | undefined; how: Grouping; notes: readonly string[] },
): { subtitle?: string } {
  const by = categories.by === undefined ? '' : ` by ${categories.by}`
  const sentences = [
    ...(how === 'sum' || how === 'mean'
      ? [`${measureName(how, y)}${by}, from ${counted(dataset.rows, 'row')}.`]
      : []),
    ...notes,
  ]
  return sentences.length === 0 ? {} : { subtitle: sentences.join(' ') }
}

function uprightBody(layout: Layout): Spec {
  const { categories, y, how } = layout
  const axisTitle = measureName(how, y)
  const { common, labels } = parts(layout, { mostLabels: layout.series.length > 1 ? 16 : 14 })
  return {
    ...common,
    scales: [
      ...common.scales!,
      {
        name: 'place',
        type: 'band',
        domain: [...layout.labels],
        range: 'width',
        paddingInner: 0.22,
        paddingOuter: 0.15,
      },
      {
        name: 'size',
        type: 'linear',
        domain: { data: 'bars', field: 'value' },
        range: 'height',
        nice: true,
        zero: true,
      },
    ],
    axes: [
      numberAxis({ scale: 'size', orient: 'left', title: axisTitle, look: 'sizes' }),
      {
        scale: 'place',
        orient: 'bottom',
        title: shortened(categories.name, 80),
        labelOverlap: categories.isTime || categories.by !== undefined,
        labelSeparation: 8,
        ticks: false,
        domain: false,
      },
    ],
    marks: [barMarks(layout, { along: 'x', across: 'y' }), zeroLine('y'), ...labels],
  }
}

function lyingBody(layout: Layout): Spec {
  const { categories, y, how } = layout
  const { common, labels } = parts(layout, { mostLabels: mostBars, lying: true })
  return {
    ...common,
    scales: [
      ...common.scales!,
      {
        name: 'place',
        type: 'band',
        domain: [...layout.labels],
        range: 'height',
        paddingInner: 0.25,
        paddingOuter: 0.1,
      },
      {
        name: 'size',
        type: 'linear',
        domain: { data: 'bars', field: 'value' },
        range: 'width',
        nice: true,
        zero: true,
      },
    ],
    axes: [
      numberAxis({ scale: 'size', orient: 'bottom', title: measureName(how, y), look: 'sizes' }),
      {
        scale: 'place',
        orient: 'left',
        title: shortened(categories.name, 60),
        labelLimit: 250,
        ticks: false,
        domain: false,
      },
    ],
    marks: [barMarks(layout, { along: 'y', across: 'x' }), zeroLine('x'), ...labels],
  }
}

/** Data, colours and the numbers at the ends of bars, which are the same upright and lying. */
function parts(
  { bars, series, seriesName, colors, y, how }: Layout,
  { mostLabels, lying = false }: { mostLabels: number; lying?: boolean },
): { common: Spec; labels: Mark[] } {
  const look = lookOf(
    bars.map(({ value }) => value),
    how === 'count' ? '' : (y?.unit ?? ''),
  )
  const hasText = bars.length <= mostLabels && series.length <= 1
  const common: Spec = {
    signals: [lookSignal('sizes', look)],
    data: [{ name: 'bars', values: bars.map((bar) => ({ ...bar, text: numberText(bar.value, look) })) }],
    scales: [
      { name: 'color', type: 'ordinal', domain: [...series], range: colors.categories(series.length) },
    ],
    ...(series.length > 1 && { legends: [colorLegend(seriesName)] }),
  }
  return { common, labels: hasText ? [lying ? lyingText : uprightText] : [] }
}

function barMarks(
  { series, colors }: Layout,
  { along, across }: { along: 'x' | 'y'; across: 'x' | 'y' },
): Mark {
  const isGrouped = series.length > 1
  const extent = along === 'x' ? 'width' : 'height'
  const own = {
    [across]: { scale: 'size', field: 'value' },
    [`${across}2`]: { scale: 'size', value: 0 },
    fill: isGrouped ? { scale: 'color', field: 'series' } : { value: colors.main },
  }
  if (!isGrouped) {
    const place = { [along]: { scale: 'place', field: 'label' }, [extent]: { scale: 'place', band: 1 } }
    return { type: 'rect', from: { data: 'bars' }, encode: { enter: { ...place, ...own } } }
  }
  const sub = {
    name: 'sub',
    type: 'band' as const,
    domain: [...series],
    range: extent,
    paddingInner: 0.06,
  } as const
  return {
    type: 'group',
    from: { facet: { name: 'group', data: 'bars', groupby: 'label' } },
    encode: { enter: { [along]: { scale: 'place', field: 'label' } } },
    signals: [{ name: extent, update: "bandwidth('place')" }],
    scales: [sub],
    marks: [
      {
        type: 'rect',
        from: { data: 'group' },
        encode: {
          enter: { [along]: { scale: 'sub', field: 'series' }, [extent]: { scale: 'sub', band: 1 }, ...own },
        },
      },
    ],
  }
}

function zeroLine(across: 'x' | 'y'): Mark {
  const [start, end, size] = across === 'y' ? ['x', 'x2', 'width'] : ['y', 'y2', 'height']
  return {
    type: 'rule',
    encode: {
      enter: {
        [across]: { scale: 'size', value: 0 },
        [start!]: { value: 0 },
        stroke: { value: '#7b8794' },
      },
      update: { [end!]: { signal: size! } },
    },
  }
}

const uprightText: Mark = {
  type: 'text',
  from: { data: 'bars' },
  encode: {
    enter: {
      x: { scale: 'place', field: 'label', band: 0.5 },
      y: { scale: 'size', field: 'value' },
      text: { field: 'text' },
      align: { value: 'center' },
      baseline: { signal: "datum.value < 0 ? 'top' : 'bottom'" },
      dy: { signal: 'datum.value < 0 ? 5 : -4' },
    },
  },
}

const lyingText: Mark = {
  type: 'text',
  from: { data: 'bars' },
  encode: {
    enter: {
      y: { scale: 'place', field: 'label', band: 0.5 },
      x: { scale: 'size', field: 'value' },
      text: { field: 'text' },
      fontSize: { value: 10.5 },
      baseline: { value: 'middle' },
      align: { signal: "datum.value < 0 ? 'right' : 'left'" },
      dx: { signal: 'datum.value < 0 ? -5 : 5' },
    },
  },
}

function nothingToDraw(label: string): AppError {
  return new AppError(
    'invalid_request',
    `The two columns have no row in ${label} in which both have a value: name other columns.`,
  )
}
