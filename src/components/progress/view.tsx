import { formatNumber } from '../../contract/text/numbers.ts'
import { toneFill } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ProgressView({ value, max = 100, label, text, tone = 'neutral' }: ViewProps<'progress'>) {
  const share = value === undefined ? undefined : Math.min(1, value / max)
  const shown =
    text ?? (share === undefined ? '' : formatNumber(share * 100, { format: 'percent', decimals: 0 }))
  return (
    <div className="flex w-full min-w-0 flex-col gap-1.5">
      {(label !== undefined || shown !== '') && (
        <p className="flex justify-between gap-3 text-sm">
          <span className="clip text-ink-2">{label}</span>
          <span className="shrink-0 text-ink-3 tabular-nums">{shown}</span>
        </p>
      )}
      <div
        role="progressbar"
        aria-label={label ?? 'Progress'}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={shown === '' ? undefined : shown}
        className="h-2 overflow-hidden rounded-full bg-surface-3"
      >
        <div
          className={`h-full rounded-full transition-[width] ${toneFill[tone]} ${share === undefined ? 'endless w-1/3' : ''}`}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
