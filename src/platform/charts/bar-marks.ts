import type { Mark, Scale, Spec } from 'vega'
import type { NumberColumn } from '../tables/dataset.ts'
import type { Categories } from './categories.ts'
import {
  colorLegend,
  keyed,
  keyOf,
  lookSignal,
  middleShortened,
  numberAxis,
  titleText,
  type Keyed,
} from './chart-frame.ts'
import type { ChartColors } from './colors.ts'
import { measureName, type Grouping } from './group-values.ts'
import { numberText, type NumberLook } from './number-text.ts'

export interface Bar {
  /** Of its label among the labels. */
  readonly place: number
  readonly value: number
  /** Of its series among the series. */
  readonly series?: number
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
  const { common, names, texts } = parts(layout, { maxLabels: 14 })
  return {
    ...common,
    scales: [
      ...common.scales!,
      {
        name: 'place',
        type: 'band',
        domain: names.keys,
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
        title: titleText(categories.name, 80),
        encode: names.encode,
        labelOverlap: categories.isScale,
        labelSeparation: 8,
        ticks: false,
        domain: false,
      },
    ],
    marks: [barMarks(layout, { along: 'x', across: 'y' }), zeroLine('y'), ...texts],
  }
}

export function horizontalBody(layout: BarLayout): Spec {
  const { categories, y, how } = layout
  const { common, names, texts } = parts(layout, { maxLabels: 60, horizontal: true })
  return {
    ...common,
    scales: [
      ...common.scales!,
      {
        name: 'place',
        type: 'band',
        domain: names.keys,
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
        title: titleText(categories.name, 60),
        labelLimit: 290,
        encode: names.encode,
        ticks: false,
        domain: false,
      },
    ],
    marks: [barMarks(layout, { along: 'y', across: 'x' }), zeroLine('x'), ...texts],
  }
}

/** Data, colours and the numbers at the ends of bars, which are the same upright and horizontal. */
function parts(
  { bars, labels, series, seriesName, colors, y, how }: BarLayout,
  { maxLabels, horizontal = false }: { maxLabels: number; horizontal?: boolean },
): { common: Spec; names: Keyed; texts: Mark[] } {
  const look = lookOf(
    bars.map(({ value }) => value),
    how === 'count' ? '' : (y?.unit ?? ''),
  )
  const names = keyed(
    'names',
    labels.map((label) => middleShortened(label, 38)),
  )
  const groups = keyed('groups', series)
  const hasText = bars.length <= maxLabels && series.length <= 1
  const values = bars.map(({ place, value, series: group }) => ({
    label: keyOf(place),
    value,
    text: numberText(value, look),
    ...(group !== undefined && { series: keyOf(group) }),
  }))
  const common: Spec = {
    signals: [lookSignal('sizes', look), names.signal, groups.signal],
    data: [{ name: 'bars', values }],
    scales: [
      { name: 'color', type: 'ordinal', domain: groups.keys, range: colors.categories(series.length) },
    ],
    ...(series.length > 1 && { legends: [colorLegend(seriesName, groups)] }),
  }
  return { common, names, texts: hasText ? [horizontal ? horizontalText : uprightText] : [] }
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
    domain: keyed('groups', series).keys,
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

const horizontalText: Mark = {
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
