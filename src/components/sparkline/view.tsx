import { formatNumber } from '../../contract/text/numbers.ts'
import { Spark } from '../view-kit/sparkline.tsx'
import { toneColor } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function SparklineView({ values, label, unit, tone = 'neutral' }: ViewProps<'sparkline'>) {
  const last = values.findLast((value) => value !== null)
  const numbers = values.filter((value) => value !== null)
  const described = `${label ?? 'Values'} from ${formatNumber(Math.min(...numbers), { unit })} to ${formatNumber(Math.max(...numbers), { unit })}`
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      {label !== undefined && <span className="shrink-0 text-sm text-ink-2">{label}</span>}
      <div className="min-w-20 flex-1">
        <Spark values={values} color={toneColor[tone]} label={described} />
      </div>
      {last !== undefined && (
        <span className="shrink-0 text-sm font-medium tabular-nums">{formatNumber(last, { unit })}</span>
      )}
    </div>
  )
}
