import { Activity } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ChartView } from '../chart/view.tsx'
import { GaugeView } from '../gauge/view.tsx'
import { KeyValueView } from '../key-value/view.tsx'
import { MetricView } from '../metric/view.tsx'
import { TableView } from '../table/view.tsx'
import { Card } from '../view-kit/card.tsx'
import { CodeBlock } from '../view-kit/text/code-block.tsx'
import { formatNumber, formatScalar } from '../../contract/text/numbers.ts'
import { useLiveData } from '../view-kit/live/live-data.ts'
import type { Route, ServiceError } from '../view-kit/service.ts'
import { Spark } from '../view-kit/sparkline.tsx'
import { Failure, Skeleton } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { asNumber, asScalar, partOf, readable, rowsOf } from './bound-value.ts'

type Props = ViewProps<'data_bound'>

/** What one of the service's own paths answers, looked at again and again. */
export function DataBoundView(props: Props) {
  const { source, path, refresh_ms = 10_000, label = readable(path ?? source) } = props
  const { data, error, refresh } = useBound(source, refresh_ms)
  const value = data === undefined ? undefined : partOf(data, path)
  const history = useHistory(data, { value: asNumber(value), points: props.points ?? 60 })
  if (data === undefined)
    return (
      <Framed label={label} onRefresh={refresh}>
        {error ? <Failure error={error} onRetry={refresh} /> : <Skeleton height={72} />}
      </Framed>
    )
  if (value === undefined)
    return (
      <Framed label={label} onRefresh={refresh}>
        <p className="text-sm text-ink-2">
          <code>{source}</code> returned no “{path}”.
        </p>
      </Framed>
    )
  return (
    <>
      <Shown props={{ ...props, label }} value={value} history={history} onRefresh={refresh} />
      {error && <Stale error={error} />}
    </>
  )
}

interface ShownProps {
  readonly props: Props & { label: string }
  readonly value: unknown
  readonly history: readonly (readonly [string, number])[]
  readonly onRefresh: () => void
}

function Shown(shown: ShownProps) {
  const { props, value, onRefresh } = shown
  const { id, label, display = 'text', unit, min, max } = props
  const number = asNumber(value)
  if (display === 'gauge' && number !== undefined)
    return <GaugeView {...{ id, label, value: number }} {...defined({ unit, min, max })} />
  if (display === 'metric')
    return (
      <MetricView
        {...{ id, label, value: number ?? formatScalar(asScalar(value)) }}
        {...defined({ format: props.format, unit })}
      />
    )
  if ((display === 'chart' || display === 'sparkline') && number !== undefined)
    return <Course {...shown} now={number} />
  if (display === 'table') return <Rows id={id} label={label} value={value} />
  if (display === 'key_value' && typeof value === 'object' && value !== null)
    return (
      <KeyValueView
        id={id}
        title={label}
        items={Object.entries(value).map(([name, fact]) => ({
          label: readable(name),
          value: asScalar(fact),
        }))}
      />
    )
  return (
    <Framed label={label} onRefresh={onRefresh}>
      <Plain
        value={value}
        text={number === undefined ? undefined : written(number, props)}
        isText={display === 'text'}
      />
    </Framed>
  )
}

function Course({ props, history, onRefresh, now }: ShownProps & { now: number }) {
  const { id, label, display, unit, min, max } = props
  if (display === 'chart')
    return (
      <ChartView
        id={id}
        chart_type="area"
        title={label}
        x_type="time"
        labels={history.map(([at]) => at)}
        series={[{ name: label, values: history.map(([, value]) => value) }]}
        {...defined({ unit, y_min: min, y_max: max })}
      />
    )
  return (
    <Framed
      label={label}
      onRefresh={onRefresh}
      state={<span className="tabular-nums">{written(now, props)}</span>}
    >
      <Spark values={history.map(([, value]) => value)} label={`${label}, now ${written(now, props)}`} />
    </Framed>
  )
}

function Rows({ id, label, value }: { id: string; label: string; value: unknown }) {
  const rows = rowsOf(value)
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 50)
  const columns = keys.map((key) => ({ key, label: readable(key) }))
  return (
    <TableView
      id={id}
      caption={label}
      columns={columns.length > 0 ? columns : [{ key: 'value' }]}
      rows={rows}
    />
  )
}

function Plain({ value, text, isText }: { value: unknown; text: string | undefined; isText: boolean }) {
  if (isText && text !== undefined) return <p className="text-xl font-semibold tabular-nums">{text}</p>
  if (isText && (typeof value !== 'object' || value === null))
    return (
      <p dir="auto" className="wrap-anywhere">
        {formatScalar(value)}
      </p>
    )
  return <CodeBlock code={JSON.stringify(value, null, 2)} language="json" />
}

interface FramedProps {
  readonly label: string
  readonly state?: ReactNode
  readonly onRefresh: () => void
  readonly children: ReactNode
}

function Framed({ label, state, onRefresh, children }: FramedProps) {
  return (
    <Card
      icon={<Activity aria-hidden className="size-4" />}
      title={label}
      state={state}
      onRefresh={onRefresh}
    >
      {children}
    </Card>
  )
}

function Stale({ error }: { error: ServiceError }) {
  return <p className="mt-1 px-4 text-xs text-warn">stale: {error.message}</p>
}

/** The path stands in the component and was checked there; its query goes as it is. */
function useBound(source: string, everyMs: number) {
  const [path = '', search = ''] = source.split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  // A colon would be taken for a name to fill in.
  const route = `GET ${path.replaceAll(':', '%3A')}` as 'GET /health' & Route
  const { data, ...rest } = useLiveData(route, { query } as object, { everyMs })
  return { ...rest, data: data as unknown }
}

/** The last values with their times, for what is drawn over time. */
function useHistory(answer: unknown, { value, points }: { value: number | undefined; points: number }) {
  const seen = useRef<unknown>(undefined)
  const [history, setHistory] = useState<readonly (readonly [string, number])[]>([])
  useEffect(() => {
    if (answer === seen.current || value === undefined) return
    seen.current = answer
    setHistory((before) => [...before, [new Date().toISOString(), value] as const].slice(-points))
  }, [answer, value, points])
  return history
}

function written(value: number, { format, unit }: Pick<Props, 'format' | 'unit'>): string {
  return formatNumber(value, defined({ format, unit }))
}

function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]: Exclude<Members[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]: Exclude<Members[Name], undefined>
  }
}
