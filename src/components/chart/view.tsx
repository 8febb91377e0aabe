import { ChartLine, Table } from 'lucide-react'
import { useState, useLayoutEffect, useRef, type RefObject } from 'react'
import { Card } from '../view-kit/card.tsx'
import { formatNumber } from '../../contract/text/numbers.ts'
import { Attribution } from '../view-kit/live/live-card.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { chartData, type ChartProps } from './chart-data.ts'
import { HorizontalBars } from './horizontal-bars.tsx'
import { Pie } from './pie.tsx'
import { Plot } from './plot.tsx'

export function ChartView(props: ViewProps<'chart'>) {
  const { title, caption, source, series, unit, y_title, x_title, chart_type = 'line' } = props
  const [asTable, setAsTable] = useState(false)
  const [place, width] = useWidth<HTMLDivElement>()
  const axes = [y_title, x_title].filter((name) => name !== undefined).join(' by ')
  const isPie = chart_type === 'pie' || chart_type === 'donut'
  const drawing = isPie ? (
    <Pie {...props} />
  ) : chart_type === 'bar' && props.horizontal ? (
    <HorizontalBars {...props} />
  ) : (
    width > 0 && <Plot {...props} width={width} />
  )
  return (
    <Card
      icon={<ChartLine aria-hidden className="size-4" />}
      title={title ?? 'Chart'}
      subtitle={axes || unit}
      menu={[
        {
          label: asTable ? 'Show as chart' : 'Show as table',
          icon: <Table aria-hidden className="size-4" />,
          onSelect: () => setAsTable(!asTable),
        },
      ]}
      footer={source && <Attribution source={source} />}
    >
      <figure ref={place}>
        {asTable ? <ValueTable {...props} /> : drawing}
        {!asTable && !isPie && series.length > 1 && <Legend {...props} />}
        {caption !== undefined && <figcaption className="mt-2 text-sm text-ink-3">{caption}</figcaption>}
      </figure>
    </Card>
  )
}

function Legend(props: ChartProps) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {chartData(props).series.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-full" style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The same values to read one by one. */
function ValueTable(props: ChartProps) {
  const { series } = chartData(props)
  const longest = series.reduce(
    (best, one) => (one.points.length > best.points.length ? one : best),
    series[0]!,
  )
  return (
    <div className="max-h-80 overflow-auto" tabIndex={0} role="group" aria-label="Values">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="py-1 text-start font-medium">
              {props.x_title ?? ''}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-1 ps-3 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {longest.points.map(({ label }, index) => (
            <tr key={index} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {label}
              </th>
              {series.map(({ name, points }) => {
                const value = points[index]?.y
                return (
                  <td key={name} className="py-1 ps-3 text-end">
                    {value === null || value === undefined ? '–' : formatNumber(value, { unit: props.unit })}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The width of an element, for what must be drawn in pixels. 0 until it is known. */
function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const place = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!place.current) return undefined
    setWidth(place.current.clientWidth)
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [place, width]
}
