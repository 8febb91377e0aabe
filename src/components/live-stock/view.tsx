import { ChartNoAxesCombined, TrendingDown, TrendingUp } from 'lucide-react'
import { useState, type PointerEvent } from 'react'
import { formatDay, formatMoment } from '../../contract/text/moments.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { Segments } from '../view-kit/controls/segments.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import { Spark } from '../view-kit/sparkline.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Stock = AnswerOf<'GET /api/widget/stock'>
type Range = NonNullable<ViewProps<'live_stock'>['range']>

const MINUTE = 60_000

const RANGES: readonly { value: Range; label: string }[] = [
  { value: '1d', label: '1 D' },
  { value: '5d', label: '5 D' },
  { value: '1mo', label: '1 M' },
  { value: '3mo', label: '3 M' },
  { value: '6mo', label: '6 M' },
  { value: '1y', label: '1 Y' },
  { value: '5y', label: '5 Y' },
]

export function LiveStockView({ symbol, range: asked = '1mo' }: ViewProps<'live_stock'>) {
  const [range, setRange] = useState(asked)
  const live = useLiveData('GET /api/widget/stock', { query: { symbol, range } }, { everyMs: MINUTE })
  return (
    <LiveCard
      live={live}
      icon={<ChartNoAxesCombined aria-hidden className="size-4" />}
      title={live.data?.symbol ?? symbol}
      subtitle={({ name, exchange }) => name ?? exchange}
      height={150}
      below={<Segments label="How far back" values={RANGES} chosen={range} onChoose={setRange} />}
    >
      {(stock) => (
        <div className="flex flex-col gap-3">
          <Price stock={stock} />
          <Course stock={stock} />
        </div>
      )}
    </LiveCard>
  )
}

function Price({ stock }: { stock: Stock }) {
  const { price, change, change_percent, price_at } = stock
  const rises = (change ?? 0) >= 0
  const Icon = rises ? TrendingUp : TrendingDown
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <p className="text-2xl font-semibold tabular-nums">{money(price, stock)}</p>
      {change !== null && (
        <p
          className={`flex items-center gap-1 text-sm font-medium tabular-nums ${rises ? 'text-good' : 'text-bad'}`}
        >
          <Icon aria-hidden className="size-4" />
          {rises ? '+' : '−'}
          {money(Math.abs(change), stock)}
          {change_percent !== null &&
            ` (${formatNumber(Math.abs(change_percent), { format: 'percent', decimals: 2 })})`}
          <span className="sr-only">{rises ? 'up' : 'down'} since the previous close</span>
        </p>
      )}
      {price_at !== null && <p className="text-xs text-ink-3">{formatMoment(new Date(price_at))}</p>}
    </div>
  )
}

/** The line of the prices. Where the pointer rests, the price of that time stands below. */
function Course({ stock }: { stock: Stock }) {
  const [pointed, setPointed] = useState<number>()
  const { series } = stock
  if (series.length < 2) return <p className="text-sm text-ink-3">Too few prices for a chart.</p>
  const values = series.map(({ close }) => close)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [series[0]!, series.at(-1)!]
  const color = last.close >= first.close ? 'var(--good)' : 'var(--bad)'
  const point = pointed === undefined ? undefined : series[Math.min(pointed, series.length - 1)]
  const place = pointed === undefined ? 0 : (pointed / (series.length - 1)) * 100
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(
      Math.max(0, Math.min(series.length - 1, Math.round(((clientX - left) / width) * (series.length - 1)))),
    )
  }
  return (
    <figure>
      <div className="relative" onPointerMove={onPointerMove} onPointerLeave={() => setPointed(undefined)}>
        <Spark
          values={values}
          color={color}
          height={72}
          label={`From ${formatDay(new Date(first.time))} to ${formatDay(new Date(last.time))}: between ${money(low, stock)} and ${money(high, stock)}, now ${money(last.close, stock)}.`}
        />
        {point && (
          <div aria-hidden className="absolute inset-y-0 w-px bg-ink-3" style={{ left: `${place}%` }} />
        )}
      </div>
      <figcaption className="mt-1 flex justify-between gap-2 text-xs text-ink-3 tabular-nums">
        {point ? (
          <span className="text-ink-2">
            {formatMoment(new Date(point.time))} · {money(point.close, stock)}
          </span>
        ) : (
          <>
            <span>{formatDay(new Date(first.time))}</span>
            <span>
              {money(low, stock)} – {money(high, stock)}
            </span>
          </>
        )}
      </figcaption>
    </figure>
  )
}

function money(value: number, { currency }: Pick<Stock, 'currency'>): string {
  // Coins and shares below one have their worth in the digits that a price in cents would hide.
  const decimals = Math.abs(value) > 0 && Math.abs(value) < 1 ? 4 : 2
  return currency !== null && /^[A-Z]{3}$/.test(currency)
    ? formatNumber(value, { format: 'currency', currency, decimals })
    : formatNumber(value, { decimals })
}
