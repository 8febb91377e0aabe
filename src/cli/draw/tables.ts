import type { NewComponent } from '../../components/schemas.ts'
import { valueText } from '../../contract/text/numbers.ts'
import { drawTable, type Cell, type Style } from '../terminal/table.ts'
import { printable } from '../terminal/text-width.ts'
import { factLines } from './basics.ts'
import type { DrawingsOf } from './drawing.ts'
import { indented, marked, narrower, plain, quiet, title, toned, type Ink, type Lines } from './ink.ts'
import { drawMarkdown, inline } from './markdown.ts'
import { dayText, momentText } from './moment-text.ts'
import { numberText } from './number-text.ts'

type Tabular = 'table' | 'list' | 'comparison' | 'timeline'
type Table = NewComponent<'table'>
type Column = Table['columns'][number]

const NUMBERS: ReadonlySet<string | undefined> = new Set([
  'number',
  'currency',
  'percent',
  'bytes',
  'duration',
])
const MAX_ROWS = 200

export const tables: DrawingsOf<Tabular> = {
  table(table, ink) {
    const rows = sorted(table)
    const shown = rows.slice(0, MAX_ROWS)
    const left = (table.total_rows ?? rows.length) - shown.length
    if (rows.length === 0) return [...title(ink, table.caption), ...quiet(ink, table.empty_text ?? 'Nothing')]
    return [
      ...title(ink, table.caption),
      ...grid(
        {
          header: table.columns.map(({ key, label }) => label ?? key),
          rows: shown.map((row) => table.columns.map((column) => cellOf(row[column.key], column))),
          alignEnd: numberColumns(table),
        },
        ink,
      ),
      ...quiet(ink, left > 0 ? `… and ${left} more` : undefined),
    ]
  },

  list({ title: heading, items, ordered = false, empty_text }, ink) {
    const digits = String(items.length).length
    const lines = items.flatMap(({ text, detail, badge, tone }, index) => {
      const mark = ordered ? `${String(index + 1).padStart(digits)}. ` : '• '
      const inside = narrower(ink, mark.length)
      const end = badge === undefined ? '' : ` ${ink.style('cyan', `[${printable(badge)}]`)}`
      return marked(mark, [
        ...drawMarkdown(text, inside).map((line) => toned(ink, tone, line) + end),
        ...quiet(inside, detail),
      ])
    })
    return [...title(ink, heading), ...(lines.length > 0 ? lines : quiet(ink, empty_text ?? 'Nothing'))]
  },

  comparison({ title: heading, criteria, items, verdict }, ink) {
    const names = items.map(({ name, recommended }) => (recommended ? `★ ${name}` : name))
    const rows = criteria.map(({ key, label, unit, better }): Cell[] => {
      const values = items.map((item) => item.values[key])
      const best = bestOf(values, better)
      return [
        label ?? key,
        ...values.map((value) => styledIf(valueText(value, { unit }), value === best && best !== undefined)),
      ]
    })
    return [
      ...title(ink, heading),
      ...grid({ header: ['', ...names], rows }, ink),
      ...items.flatMap(({ name, text }) => quiet(ink, text && `${name}: ${text}`)),
      ...(verdict === undefined ? [] : ['', ...drawMarkdown(verdict, ink)]),
    ]
  },

  timeline: ({ title: heading, items }, ink) => [
    ...title(ink, heading),
    ...items.flatMap(({ time, title: what, text, status }, index) => {
      const when = time === undefined ? '' : `${ink.style('gray', printable(timeOf(time)))}  `
      const more = text === undefined ? [] : drawMarkdown(text, narrower(ink, 2))
      const bar = index === items.length - 1 ? '  ' : ink.style('gray', '│ ')
      const [look, mark] = EVENT_MARKS[status ?? 'done']
      return [
        `${status === undefined ? mark : ink.style(look, mark)} ${when}${inline(what, ink)}`,
        ...indented(more, bar),
      ]
    }),
  ],
}

export interface GridOptions {
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly alignEnd?: ReadonlySet<number>
}

export function grid(options: GridOptions, ink: Ink): Lines {
  return drawTable({ ...options, width: ink.cuts ? ink.width : undefined, style: ink.style }).split('\n')
}

function numberColumns({ columns, rows }: Table): ReadonlySet<number> {
  const isNumeric = ({ key, type, align }: Column) =>
    align === 'end' ||
    (align === undefined &&
      (NUMBERS.has(type) || (type === undefined && rows.every((row) => typeof row[key] === 'number'))))
  return new Set(columns.flatMap((column, index) => (isNumeric(column) ? [index] : [])))
}

function sorted({ rows, sort_key, descending = false }: Table): Table['rows'] {
  if (sort_key === undefined) return rows
  const direction = descending ? -1 : 1
  return rows.toSorted((one, other) => direction * compared(one[sort_key], other[sort_key]))
}

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return valueText(one).localeCompare(valueText(other), undefined, { numeric: true })
}

const TONES: Readonly<Record<string, Style>> = {
  info: 'cyan',
  success: 'green',
  warning: 'yellow',
  danger: 'red',
}

function cellOf(value: unknown, column: Column): Cell {
  const { type, decimals, unit, tones } = column
  if (typeof value === 'number' && type !== undefined && type !== 'badge')
    return figureOf(value, { ...column, type })
  if (typeof value === 'string' && type === 'date') return dayText(value)
  if (typeof value === 'string' && type === 'datetime') return momentText(value)
  const text = valueText(value, { decimals, unit })
  const style = type === 'badge' ? TONES[tones?.[String(value)] ?? ''] : undefined
  return style === undefined ? text : { text, style }
}

function figureOf(
  value: number,
  { type, currency, decimals, unit }: Column & { type: NonNullable<Column['type']> },
): string {
  // One that names something, such as a process, is written as it is.
  if (type === 'text') return String(value)
  if (!NUMBERS.has(type)) return valueText(value, { decimals, unit })
  const format = type as 'number' | 'currency' | 'percent' | 'bytes' | 'duration'
  return numberText(value, { format, currency, decimals, unit })
}

function bestOf(values: readonly unknown[], better: 'higher' | 'lower' | undefined): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number')
  if (better === undefined || numbers.length < 2) return undefined
  return better === 'higher' ? Math.max(...numbers) : Math.min(...numbers)
}

function styledIf(text: string, isBest: boolean): Cell {
  return isBest ? { text, style: 'green' } : text
}

function timeOf(time: string): string {
  return /^\d{4}-\d{2}-\d{2}T/.test(time) ? momentText(time) : time
}

const EVENT_MARKS = {
  done: ['green', '●'],
  active: ['cyan', '◉'],
  planned: ['gray', '○'],
  failed: ['red', '✖'],
} as const

/** Any JSON as a person can read it: a table, facts, a list, or the JSON itself. */
export function drawValue(value: unknown, ink: Ink): Lines {
  if (isTableLike(value)) {
    const keys = [...new Set(value.flatMap((row) => Object.keys(row)))].slice(0, 8)
    const rows = value.slice(0, MAX_ROWS).map((row) => keys.map((key) => valueText(row[key])))
    return grid({ header: keys, rows }, ink)
  }
  if (Array.isArray(value))
    return value.flatMap((item) => marked('• ', plain(narrower(ink, 2), valueText(item))))
  if (typeof value !== 'object' || value === null) return plain(ink, valueText(value))
  const members = Object.entries(value)
  const isShort = ([, member]: [string, unknown]) => shortText(member) !== undefined
  const facts = members.filter(isShort).map(([label, member]) => ({ label, value: shortText(member) }))
  const rest = members.filter((member) => !isShort(member))
  return [
    ...factLines(facts, ink),
    ...rest.flatMap(([label, member]) => [
      ink.style('gray', printable(label)),
      ...indented(drawValue(member, narrower(ink, 2))),
    ]),
  ]
}

function isTableLike(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  )
}

/** What fits on a line: a plain value, or a few of them. */
function shortText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return valueText(value)
  if (Object.keys(value).length === 0) return '–'
  const isFew = Array.isArray(value) && value.every((each) => typeof each !== 'object') && value.length <= 5
  return isFew ? value.map((each) => valueText(each)).join(', ') : undefined
}
