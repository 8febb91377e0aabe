import type { Mark, Scale, Spec } from 'vega'
import type { NumberColumn } from '../tables/dataset.ts'
import type { Categories } from './categories.ts'
import { colorLegend, lookSignal, middleShortened, numberAxis, shortened } from './chart-frame.ts'
import type { ChartColors } from './colors.ts'
import { measureName, type Grouping } from './group-values.ts'
import { numberText, type NumberLook } from './number-text.ts'

export interface Bar {
  readonly label: string
  readonly value: number
  readonly series?: string
}

export interface Bars {
  readonly bars: readonly Bar[]
  readonly labels: readonly string[]
  readonly series: readonly string[]
  readonly seriesName: string
  readonly notes: readonly string[]
}

export interface BarLayout extends Bars {
  readonly categories: Categories
  readonly colors: ChartColors
  readonly y: NumberColumn | undefined
  readonly how: Grouping
}

export function uprightBody(layout: BarLayout): Spec {
  const { categories, y, how } = layout
  const axisTitle = measureName(how, y)
  const { common, texts } = parts(layout, { mostLabels: layout.series.length > 1 ? 16 : 14 })
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
        paddingOuter: layout.labels.length > 3 ? 0.15 : 1.2 / layout.labels.length,
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
    marks: [barMarks(layout, { along: 'x', across: 'y' }), zeroLine('y'), ...texts],
  }
}

export function lyingBody(layout: BarLayout): Spec {
  const { categories, y, how } = layout
  const { common, texts } = parts(layout, { mostLabels: 60, lying: true })
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
        labelLimit: 290,
        encode: { labels: { update: { text: { signal: 'names[datum.value]' } } } },
        ticks: false,
        domain: false,
      },
    ],
    marks: [barMarks(layout, { along: 'y', across: 'x' }), zeroLine('x'), ...texts],
  }
}

/** Data, colours and the numbers at the ends of bars, which are the same upright and lying. */
function parts(
  { bars, labels, series, seriesName, colors, y, how }: BarLayout,
  { mostLabels, lying = false }: { mostLabels: number; lying?: boolean },
): { common: Spec; texts: Mark[] } {
  const look = lookOf(
    bars.map(({ value }) => value),
    how === 'count' ? '' : (y?.unit ?? ''),
  )
  const hasText = bars.length <= mostLabels && series.length <= 1
  const common: Spec = {
    signals: [lookSignal('sizes', look), { name: 'names', value: shortNames(labels) }],
    data: [{ name: 'bars', values: bars.map((bar) => ({ ...bar, text: numberText(bar.value, look) })) }],
    scales: [
      { name: 'color', type: 'ordinal', domain: [...series], range: colors.categories(series.length) },
    ],
    ...(series.length > 1 && { legends: [colorLegend(seriesName)] }),
  }
  return { common, texts: hasText ? [lying ? lyingText : uprightText] : [] }
}

function shortNames(labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(labels.map((label) => [label, middleShortened(label, 38)]))
}

function barMarks(
  { series, colors }: BarLayout,
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
  const sub: Scale = {
    name: 'sub',
    type: 'band',
    domain: [...series],
    range: extent,
    paddingInner: 0.06,
  }
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
  const [start, end, size] =
    across === 'y' ? (['x', 'x2', 'width'] as const) : (['y', 'y2', 'height'] as const)
  return {
    type: 'rule',
    encode: {
      enter: {
        [across]: { scale: 'size', value: 0 },
        [start]: { value: 0 },
        stroke: { value: '#7b8794' },
      },
      update: { [end]: { signal: size } },
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

function lookOf(values: readonly number[], unit: string): NumberLook {
  return { low: Math.min(0, ...values), high: Math.max(0, ...values), unit }
}
