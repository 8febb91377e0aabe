import { formatNumber } from '../../contract/text/numbers.ts'
import { toneColor, type Tone } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const RADIUS = 40
const LENGTH = Math.PI * RADIUS

export function GaugeView({
  label,
  value,
  min = 0,
  max = 100,
  unit,
  decimals,
  thresholds = [],
}: ViewProps<'gauge'>) {
  const share = Math.max(0, Math.min(1, (value - min) / (max - min || 1)))
  const tone: Tone = thresholds.findLast(({ from }) => value >= from)?.tone ?? 'neutral'
  const text = formatNumber(value, { unit, decimals })
  return (
    <section className="card flex min-w-36 flex-1 flex-col items-center px-4 py-3">
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuetext={text}
        className="relative w-full max-w-44"
      >
        <svg viewBox="0 0 100 56" className="block w-full" aria-hidden>
          <path
            d="M10 50a40 40 0 0 1 80 0"
            fill="none"
            stroke="var(--surface-3)"
            strokeWidth="9"
            strokeLinecap="round"
          />
          <path
            d="M10 50a40 40 0 0 1 80 0"
            fill="none"
            stroke={toneColor[tone]}
            strokeWidth="9"
            strokeLinecap="round"
            strokeDasharray={`${share * LENGTH} ${LENGTH * 2}`}
            visibility={share === 0 ? 'hidden' : undefined}
          />
        </svg>
        <p className="absolute inset-x-0 bottom-0 text-center text-xl font-semibold tabular-nums">{text}</p>
      </div>
      <p className="mt-1 clip max-w-full text-sm text-ink-3">{label}</p>
    </section>
  )
}
