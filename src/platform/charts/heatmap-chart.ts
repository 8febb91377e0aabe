import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { DatasetColumn, NumberColumn } from '../tables/dataset.ts'
import { categoriesOf, type Categories } from './categories.ts'
import { capitalised, spoken, type ChartPlan } from './chart-frame.ts'
import { columnNamed, type Asked } from './choose-columns.ts'
import type { ChartColors } from './colors.ts'
import { distinctCount, isMeasure } from './column-roles.ts'
import { correlations } from './correlation.ts'
import { groupValues, measureName } from './group-values.ts'
import { heatmapBody, type Grid } from './heatmap-grid.ts'
import { naturalOrder } from './natural-order.ts'

const maxColumns = 25
const maxSteps = 40
const alphabet = new Intl.Collator('en', { numeric: true })

/**
 * Three tables make three heatmaps. Two named columns, or a table without numbers: how often each pair occurs, or the
 * number that belongs to it. A table whose headings are months, weekdays or other steps: the table as it is. Any other
 * one: how its columns of numbers go together.
 */
export function heatmapChart(asked: Asked, colors: ChartColors): ChartPlan {
  const { dataset, request } = asked
  if (request.x !== undefined || request.y !== undefined) return pairs(asked, colors)
  const measures = dataset.columns.filter(isMeasure)
  const numbers = dataset.columns.filter((column) => column.kind === 'number')
  const labels = dataset.columns.find((column) => column.kind === 'text' || column.kind === 'date')
  if (labels && isAcrossSteps(numbers) && dataset.rows <= maxSteps) {
    return wholeTable(asked, { labels, numbers, colors })
  }
  return measures.length >= 2 && dataset.rows >= 3
    ? correlation(measures, { asked, colors })
    : pairs(asked, colors)
}

function isAcrossSteps(numbers: readonly NumberColumn[]): boolean {
  return numbers.length >= 3 && naturalOrder(numbers.map(({ name }) => name)) !== undefined
}

function wholeTable(
  asked: Asked,
  {
    labels,
    numbers,
    colors,
  }: { labels: DatasetColumn; numbers: readonly NumberColumn[]; colors: ChartColors },
): ChartPlan {
  const { places, labels: rows } = categoriesOf(labels, maxSteps)
  const values = numbers.map((column) => groupValues(places, { count: rows.length, column }).values)
  const grid: Grid = {
    columns: numbers.map(({ name }) => name),
    rows,
    value: (column, row) => values[column]![row]!,
    rowTitle: labels.name,
    columnTitle: '',
    valueTitle: '',
    unit: numbers[0]!.unit,
  }
  return {
    title: capitalised(`${spoken(labels.name)} by ${grid.columns[0]!} to ${grid.columns.at(-1)!}`),
    ...heatmapBody(grid, colors),
    facts: { y: labels.name, drawn: rows.length * numbers.length },
    notes: [`The table of ${asked.label}, unchanged.`],
  }
}

function correlation(
  measures: readonly NumberColumn[],
  { asked, colors }: { asked: Asked; colors: ChartColors },
): ChartPlan {
  const shown = measures.slice(0, maxColumns)
  const values = correlations(shown)
  const names = shown.map(({ name }) => name)
  const notes = [
    `How numeric columns correlate: 1 together, −1 opposite, 0 unrelated (Pearson, ${countOf(asked.dataset.rows, 'row')}).`,
    ...(measures.length > maxColumns ? [`The first ${maxColumns} of ${measures.length} columns.`] : []),
  ]
  return {
    title: `Correlation of ${countOf(shown.length, 'column')}`,
    subtitle: notes.join(' '),
    ...heatmapBody(
      {
        columns: names,
        rows: names,
        value: (column, row) => values[column]![row]!,
        rowTitle: '',
        columnTitle: '',
        valueTitle: '',
        unit: '',
        signed: 1,
      },
      colors,
    ),
    facts: { drawn: shown.length ** 2 },
    notes,
  }
}

function pairs(asked: Asked, colors: ChartColors): ChartPlan {
  const { dataset } = asked
  const { x, y } = pairColumns(asked)
  const [across, down] = [gridCategories(x), gridCategories(y)]
  const width = across.labels.length
  const places = Int32Array.from(across.places, (place, row) =>
    place < 0 || down.places[row]! < 0 ? -1 : down.places[row]! * width + place,
  )
  const count = width * down.labels.length
  const rows = groupValues(places, { count, column: undefined })
  const measure = dataset.columns.find((column) => column !== x && column !== y && isMeasure(column)) as
    | NumberColumn
    | undefined
  const isUnique = rows.counts.every((number) => number <= 1)
  const grouped = isUnique && measure ? groupValues(places, { count, column: measure }) : rows
  const column = isUnique ? measure : undefined
  const valueName = column ? column.name : measureName('count', undefined)
  const notes = [across.note, down.note].filter((note) => note !== undefined)
  return {
    title: capitalised(`${spoken(valueName)} by ${spoken(x.name)} and ${spoken(y.name)}`),
    ...(notes.length > 0 && { subtitle: notes.join(' ') }),
    ...heatmapBody(
      {
        columns: across.labels,
        rows: down.labels,
        value: (columnPlace, row) => grouped.values[row * width + columnPlace]!,
        rowTitle: y.name,
        columnTitle: x.name,
        valueTitle: column ? column.name : 'Rows',
        unit: column?.unit ?? '',
      },
      colors,
    ),
    facts: { x: x.name, y: y.name, drawn: count },
    notes,
  }
}

/** The two columns that were named; one that was not is the next best with few different values. */
function pairColumns(asked: Asked): { x: DatasetColumn; y: DatasetColumn } {
  const { dataset, request } = asked
  const x = request.x === undefined ? undefined : columnNamed(asked, 'x')
  const y = request.y === undefined ? undefined : columnNamed(asked, 'y')
  const free = dataset.columns.filter((column) => column !== x && column !== y && column.kind !== 'empty')
  const ranked = [
    ...free.filter((column) => column.kind === 'text' && distinctCount(column) <= 60),
    ...free.filter((column) => column.kind === 'date'),
    ...free.filter((column) => column.kind === 'number' && distinctCount(column) <= maxSteps),
  ]
  const chosenX = x ?? ranked.shift()
  const chosenY = y ?? ranked.shift()
  const isFilled = chosenX && chosenY && chosenX.kind !== 'empty' && chosenY.kind !== 'empty'
  if (isFilled) return { x: chosenX, y: chosenY }
  throw new AppError(
    'invalid_request',
    `A heatmap needs two numeric columns, or two columns with few different values, and ${asked.label} has neither. Name x_column and y_column.`,
  )
}

/** Texts without an order of their own stand in that of the alphabet; the most frequent, when there are too many. */
function gridCategories(column: DatasetColumn): Categories & { note?: string } {
  const categories = categoriesOf(column, maxSteps)
  const { labels, places, name, isOrdered } = categories
  if (isOrdered && labels.length <= maxSteps) return categories
  const counts = new Uint32Array(labels.length)
  for (const place of places) if (place >= 0) counts[place]!++
  const kept = labels
    .map((_, place) => place)
    .toSorted((a, b) => counts[b]! - counts[a]!)
    .slice(0, maxSteps)
    .toSorted((a, b) => (isOrdered ? a - b : alphabet.compare(labels[a]!, labels[b]!)))
  const placeOf = new Map(kept.map((place, index) => [place, index]))
  return {
    ...categories,
    labels: kept.map((place) => labels[place]!),
    places: Int32Array.from(places, (place) => placeOf.get(place) ?? -1),
    ...(labels.length > maxSteps && {
      note: `Only the ${maxSteps} most frequent of ${labels.length.toLocaleString('en')} in ${name}.`,
    }),
  }
}
