import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { NumberColumn, TextColumn } from '../tables/dataset.ts'
import { horizontalBody, uprightBody, type Bar, type Bars } from './bar-marks.ts'
import { categoriesOf, type Categories } from './categories.ts'
import { capitalised, spoken, textWidth, type ChartPlan } from './chart-frame.ts'
import { labelAndValue, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { groupValues, measureName, seriesColumn, type Grouping } from './group-values.ts'

const maxBars = 60
const maxGroupedBars = 60

/** A bar a category, upright where the names fit side by side, horizontal where they do not. */
export function barChart(asked: Asked, colors: ChartColors): ChartPlan {
  const { x, y } = labelAndValue(asked)
  const categories = categoriesOf(x, maxBars)
  const grouped = groupValues(categories.places, { count: categories.labels.length, column: y })
  const by = seriesOf(asked, { categories, y, how: grouped.how })
  const made = by
    ? groupedBars(categories, { y: y!, by })
    : singleBars(categories, { values: grouped.values, how: grouped.how })
  if (made.bars.length === 0) throw nothingToDraw(asked.label)
  const how = by ? 'single' : grouped.how
  const isUpright = labelsFit(made.labels, categories)
  const layout = { ...made, categories, colors, y, how }
  const notes = [...explanation(asked, { by: categories.by, y, how }), ...made.notes]
  return {
    title: capitalised(`${spoken(y?.name ?? 'number of rows')} by ${spoken(x.name)}`),
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    ...(!isUpright && { height: horizontalHeight(made) }),
    body: isUpright ? uprightBody(layout) : horizontalBody(layout),
    facts: { x: x.name, ...(y && { y: y.name }), ...(by && { series: by.name }), drawn: made.bars.length },
    notes,
  }
}

/** Rows that fall together are kept apart by another column, where there is one and its bars fit. */
function seriesOf(
  { dataset }: Asked,
  { categories, y, how }: { categories: Categories; y: NumberColumn | undefined; how: Grouping },
): TextColumn | undefined {
  if (!y || how === 'single') return undefined
  const found = seriesColumn(dataset, { places: categories.places, except: [y] })
  return found && categories.labels.length * (found.texts.length - 1) <= maxGroupedBars ? found : undefined
}

function groupedBars({ places, labels }: Categories, { y, by }: { y: NumberColumn; by: TextColumn }): Bars {
  const bars: Bar[] = []
  for (let row = 0; row < places.length; row++) {
    const [place, id, value] = [places[row]!, by.ids[row]!, y.values[row]!]
    if (place < 0 || id === 0 || Number.isNaN(value)) continue
    bars.push({ place, series: id - 1, value })
  }
  return { bars, labels, series: by.texts.slice(1), seriesName: by.name, notes: [] }
}

interface NamedBar {
  readonly label: string
  readonly value: number
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
  const { shown, notes } = sorted.length > maxBars ? largest(sorted, how) : { shown: sorted, notes: [] }
  return {
    bars: shown.flatMap(({ value }, place) => (Number.isNaN(value) ? [] : [{ place, value }])),
    labels: shown.map(({ label }) => label),
    series: [],
    seriesName: '',
    notes,
  }
}

/** The largest ones; what is left over is added up where that means something. */
function largest(bars: readonly NamedBar[], how: Grouping): { shown: NamedBar[]; notes: string[] } {
  const ranked = bars.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const isAdded = how === 'sum' || how === 'count'
  const kept = ranked.slice(0, isAdded ? maxBars - 1 : maxBars).toSorted((a, b) => b.value - a.value)
  const rest = ranked.slice(kept.length)
  const total = bars.length.toLocaleString('en')
  if (!isAdded) return { shown: kept, notes: [`Showing only the ${maxBars} largest of ${total}.`] }
  const other = {
    label: `All ${rest.length.toLocaleString('en')} others`,
    value: rest.reduce((sum, { value }) => sum + value, 0),
  }
  return {
    shown: [...kept, other],
    notes: [`Showing the ${kept.length} largest of ${total}. The last bar is the sum of all others.`],
  }
}

function labelsFit(labels: readonly string[], { isScale }: Categories): boolean {
  const room = 690 / labels.length
  const widest = Math.max(...labels.map(textWidth))
  // Places on a scale may go without a label, names may not.
  return isScale || (widest * 7.2 + 8 <= room && labels.length <= 24)
}

function horizontalHeight({ labels, series }: Bars): number {
  const single = labels.length > 40 ? 14 : 17
  const step = series.length > 1 ? Math.max(18, series.length * 11 + 6) : single
  return Math.min(1400, Math.max(500, 130 + labels.length * step))
}

/** How the rows became bars, in sentences. */
function explanation(
  { dataset }: Asked,
  { by, y, how }: { by: string | undefined; y: NumberColumn | undefined; how: Grouping },
): string[] {
  if (how !== 'sum' && how !== 'mean') return []
  return [
    `${measureName(how, y)}${by === undefined ? '' : ` by ${by}`}, from ${countOf(dataset.rows, 'row')}.`,
  ]
}

function nothingToDraw(label: string): AppError {
  return new AppError(
    'invalid_request',
    `No row in ${label} has a value in both columns. Name other columns.`,
  )
}
