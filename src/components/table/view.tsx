import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, Search } from 'lucide-react'
import { useMemo, useState, useRef, type UIEvent } from 'react'
import { Card } from '../view-kit/card.tsx'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { safeAddress } from '../view-kit/text/safe-address.ts'
import { Empty } from '../view-kit/states.tsx'
import { toneSoft } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { cellText, filtered, isNumeric, sorted, type Column, type Order, type Row } from './cell-text.ts'

const MARGIN_ROWS = 8

const ROW_HEIGHT = 37
const VIEW_HEIGHT = 480
const WINDOW_FROM = 100

export function TableView(props: ViewProps<'table'>) {
  const {
    columns,
    rows,
    caption,
    sortable = true,
    sort_key,
    descending = false,
    page_size = 25,
    total_rows,
    empty_text,
  } = props
  const searchable = props.searchable || rows.length > page_size
  const [query, setQuery] = useState('')
  const [order, setOrder] = useState<Order | undefined>(
    sort_key === undefined ? undefined : { key: sort_key, descending },
  )
  const [page, setPage] = useState(0)
  const found = useMemo(() => sorted(filtered(rows, query, columns), order), [rows, query, columns, order])
  const pages = Math.max(1, Math.ceil(found.length / page_size))
  const current = Math.min(page, pages - 1)
  const shown = found.slice(current * page_size, (current + 1) * page_size)
  const sortBy = (key: string) => setOrder(nextOrder(order, key))
  return (
    <Card
      title={caption}
      icon={caption === undefined ? undefined : 'table'}
      state={countOf(found.length, total_rows ?? rows.length)}
    >
      {searchable && <Filter query={query} onChange={setQuery} />}
      {found.length === 0 ? (
        <Empty>{query === '' ? (empty_text ?? 'No rows.') : 'No matches.'}</Empty>
      ) : (
        <Rows
          columns={columns}
          rows={shown}
          all={rows}
          order={order}
          onSort={sortable ? sortBy : undefined}
          label={caption ?? 'Table'}
        />
      )}
      {pages > 1 && <Pages current={current} count={pages} onGo={setPage} />}
    </Card>
  )
}

/** First upwards, then downwards, then as the rows were given. */
function nextOrder(order: Order | undefined, key: string): Order | undefined {
  if (order?.key !== key) return { key, descending: false }
  return order.descending ? undefined : { key, descending: true }
}

function countOf(found: number, total: number): string {
  const rows = total === 1 ? 'row' : 'rows'
  return found === total ? `${total} ${rows}` : `${found} of ${total} ${rows}`
}

interface RowsProps {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly all: readonly Row[]
  readonly order: Order | undefined
  readonly onSort: ((key: string) => void) | undefined
  readonly label: string
}

function Rows({ columns, rows, all, order, onSort, label }: RowsProps) {
  const long = rows.length > WINDOW_FROM
  const { first, last, before, after, onScroll } = useWindowed({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    viewHeight: VIEW_HEIGHT,
  })
  const drawn = long ? rows.slice(first, last) : rows
  const numeric = columns.map((column) => isNumeric(column, all))
  const alignOf = (index: number) => ALIGNS[columns[index]!.align ?? (numeric[index] ? 'end' : 'start')]
  return (
    <div
      className="fading-x -mx-4 overflow-auto px-4"
      style={long ? { maxHeight: VIEW_HEIGHT } : undefined}
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={long ? onScroll : undefined}
    >
      <table
        className="w-full border-collapse text-sm tabular-nums"
        aria-rowcount={long ? rows.length + 1 : undefined}
      >
        <thead className="sticky top-0 z-1 bg-surface-1">
          <tr>
            {columns.map((column, index) => (
              <Head key={column.key} column={column} align={alignOf(index)} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {long && before > 0 && <tr aria-hidden style={{ height: before }} />}
          {drawn.map((row, index) => (
            <tr
              key={(long ? first : 0) + index}
              aria-rowindex={long ? first + index + 2 : undefined}
              className="border-t border-line hover:bg-surface-2"
            >
              {columns.map((column, place) => (
                <td
                  key={column.key}
                  dir="auto"
                  className={`max-w-80 px-2 py-2 first:ps-0 last:pe-0 ${alignOf(place)} ${long ? 'truncate' : 'wrap-break-word'}`}
                >
                  <CellView value={row[column.key]} column={column} />
                </td>
              ))}
            </tr>
          ))}
          {long && after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}

const ALIGNS = { start: 'text-start', center: 'text-center', end: 'text-end' }

interface HeadProps {
  readonly column: Column
  readonly align: string
  readonly order: Order | undefined
  readonly onSort: ((key: string) => void) | undefined
}

function Head({ column: { key, label = key }, align, order, onSort }: HeadProps) {
  const isSorted = order?.key === key
  const Arrow = isSorted && order.descending ? ChevronDown : ChevronUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={`px-2 py-1 font-medium whitespace-nowrap text-ink-3 first:ps-0 last:pe-0 ${align}`}
    >
      {onSort ? (
        <button
          type="button"
          className={`inline-flex min-h-8 items-center gap-1 rounded hover:text-ink ${align === ALIGNS.end ? 'flex-row-reverse' : ''}`}
          onClick={() => onSort(key)}
        >
          {label}
          <Arrow aria-hidden className={`size-3.5 ${isSorted ? '' : 'opacity-0'}`} />
        </button>
      ) : (
        label
      )}
    </th>
  )
}

function CellView({ value, column }: { value: Row[string] | undefined; column: Column }) {
  const text = cellText(value, column)
  if (value === null || value === undefined) return <span className="text-ink-3">{text}</span>
  const address = column.type === 'link' && typeof value === 'string' ? safeAddress(value) : undefined
  if (address !== undefined)
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" className="text-accent underline">
        {text.replace(/^https?:\/\//, '')}
      </a>
    )
  if (column.type === 'badge')
    return (
      <span
        className={`rounded-full px-2 py-0.5 text-xs ${toneSoft[column.tones?.[String(value)] ?? 'neutral']}`}
      >
        {text}
      </span>
    )
  if (column.type === 'code')
    return (
      <code className="line-clamp-2 min-w-40 font-mono text-xs wrap-anywhere" title={text}>
        {text}
      </code>
    )
  return text
}

function Filter({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  return (
    <div className="relative mb-2 max-w-72">
      <Search aria-hidden className="absolute start-3 top-2.5 size-4 text-ink-3" />
      <input
        type="search"
        aria-label="Filter the rows"
        placeholder="Filter"
        className="min-h-9 w-full rounded-lg bg-surface-2 ps-9 pe-3 text-sm placeholder:text-ink-3"
        value={query}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function Pages({ current, count, onGo }: { current: number; count: number; onGo: (page: number) => void }) {
  return (
    <div className="mt-2 flex items-center justify-end gap-2 text-sm text-ink-3">
      <IconButton label="Previous page" disabled={current === 0} onClick={() => onGo(current - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <span className="tabular-nums">
        {current + 1} / {count}
      </span>
      <IconButton label="Next page" disabled={current === count - 1} onClick={() => onGo(current + 1)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

/** Which of many rows of one height are in view, so that only they are drawn. Give `onScroll` to what scrolls. */
function useWindowed({
  count,
  rowHeight,
  viewHeight,
}: {
  count: number
  rowHeight: number
  viewHeight: number
}) {
  const [top, setTop] = useState(0)
  const frame = useRef(0)
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS)
  const last = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + MARGIN_ROWS)
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const { scrollTop } = event.currentTarget
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => setTop(scrollTop))
  }
  return { first, last, before: first * rowHeight, after: Math.max(0, count - last) * rowHeight, onScroll }
}
