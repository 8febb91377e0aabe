import type { DatasetColumn, DateColumn, NumberColumn, TextColumn } from '../tables/dataset.ts'
import { dateBuckets } from './date-buckets.ts'
import { naturalOrder } from './natural-order.ts'

/** The rows of a table put into groups by one of its columns. */
export interface Categories {
  readonly name: string
  /** For each row the place of its label; -1 for a row that has none. */
  readonly places: Int32Array
  readonly labels: readonly string[]
  /** Whether the labels stand in an order of their own (time, numbers, months) that must be kept. */
  readonly isOrdered: boolean
  /** Whether they are places on a scale, of which some may go without a label. */
  readonly isScale: boolean
  /** In a word how rows were put together, when they were: `month`, `steps of 10`. */
  readonly by?: string
}

/** Groups by a column. Dates and numbers with more values than `most` are put into periods or steps. */
export function categoriesOf(column: DatasetColumn, most: number): Categories {
  if (column.kind === 'text') return ofTexts(column)
  if (column.kind === 'date') return ofDates(column, most)
  if (column.kind === 'number') return ofNumbers(column, Math.min(most, 40))
  return { name: column.name, places: new Int32Array(0), labels: [], isOrdered: false, isScale: false }
}

function ofTexts({ name, ids, texts }: TextColumn): Categories {
  const labels = texts.slice(1)
  const order = naturalOrder(labels)
  const sorted = order && labels.map((_, index) => index).toSorted((a, b) => order[a]! - order[b]!)
  const placeOf = new Int32Array(labels.length)
  sorted?.forEach((label, place) => (placeOf[label] = place))
  const places = new Int32Array(ids.length)
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row]! - 1
    places[row] = sorted && id >= 0 ? placeOf[id]! : id
  }
  return {
    name,
    places,
    labels: sorted ? sorted.map((index) => labels[index]!) : labels,
    isOrdered: sorted !== undefined,
    isScale: false,
  }
}

function ofDates({ name, values }: DateColumn, most: number): Categories {
  const { unit, placeOf, labels } = dateBuckets(values, most)
  const places = new Int32Array(values.length)
  for (let row = 0; row < values.length; row++) {
    places[row] = Number.isNaN(values[row]) ? -1 : placeOf(values[row]!)
  }
  return { name, places, labels, isOrdered: true, isScale: true, by: unit }
}

function ofNumbers({ name, values }: NumberColumn, most: number): Categories {
  const distinct = new Set<number>()
  for (const value of values) {
    if (!Number.isNaN(value)) distinct.add(value)
    if (distinct.size > most) return inSteps(name, values)
  }
  const sorted = [...distinct].toSorted((a, b) => a - b)
  const placeOf = new Map(sorted.map((value, place) => [value, place]))
  return {
    name,
    places: Int32Array.from(values, (value) => placeOf.get(value) ?? -1),
    labels: sorted.map((value) => String(Number(value.toPrecision(12)))),
    isOrdered: true,
    isScale: true,
  }
}

/** Steps of a round size, about twenty of them. */
function inSteps(name: string, values: Float64Array): Categories {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const step = roundStep((high - low) / 20)
  const first = Math.floor(low / step)
  const count = Math.floor(high / step) - first + 1
  const places = Int32Array.from(values, (value) =>
    Number.isNaN(value) ? -1 : Math.min(count - 1, Math.floor(value / step) - first),
  )
  const text = (place: number) => String(Number(((first + place) * step).toPrecision(10)))
  const labels = Array.from({ length: count }, (_, place) => `${text(place)} – ${text(place + 1)}`)
  return {
    name,
    places,
    labels,
    isOrdered: true,
    isScale: true,
    by: `steps of ${Number(step.toPrecision(10))}`,
  }
}

/** 1, 2 or 5 times a power of ten, at least as large as what is asked for. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * 0.999_999) ?? 10
  return factor * power
}
