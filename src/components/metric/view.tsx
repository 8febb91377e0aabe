import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatNumber, withUnit } from '../../contract/text/numbers.ts'
import { NamedIcon } from '../view-kit/icon.tsx'
import { Spark } from '../view-kit/sparkline.tsx'
import { useLandmarkName } from '../view-kit/landmark-name.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Props = ViewProps<'metric'>

export function MetricView({
  label,
  value,
  format = 'number',
  currency,
  decimals,
  unit,
  values,
  icon,
  ...change
}: Props) {
  const text =
    typeof value === 'number'
      ? formatNumber(value, { format, currency, decimals, unit })
      : unit === undefined
        ? value
        : withUnit(value, unit)
  return (
    <section
      aria-label={useLandmarkName(label)}
      className="card flex min-w-36 flex-1 flex-col gap-1 px-4 py-3"
    >
      <p className="flex items-center gap-1.5 text-sm text-ink-3">
        {icon !== undefined && <NamedIcon name={icon} />}
        <span className="clip">{label}</span>
      </p>
      <p className="clip text-2xl font-semibold tracking-tight tabular-nums">{text}</p>
      <Change {...change} />
      {values && values.length > 1 && <Spark values={values} height={28} />}
    </section>
  )
}

const MEANINGS = {
  neutral: { up: 'text-ink-2', down: 'text-ink-2' },
  good: { up: 'text-good', down: 'text-bad' },
  bad: { up: 'text-bad', down: 'text-good' },
}

function Change({
  change,
  change_unit,
  change_label,
  higher_is = 'neutral',
}: Pick<Props, 'change' | 'change_unit' | 'change_label' | 'higher_is'>) {
  if (change === undefined) return null
  const Icon = change < 0 ? ArrowDownRight : ArrowUpRight
  const sign = change > 0 ? '+' : ''
  return (
    <p className={`flex items-center gap-1 text-sm ${MEANINGS[higher_is][change < 0 ? 'down' : 'up']}`}>
      {change !== 0 && <Icon aria-hidden className="size-4" />}
      <span className="tabular-nums">{sign + formatNumber(change, { unit: change_unit })}</span>
      {change_label !== undefined && <span className="clip text-ink-3">{change_label}</span>}
    </p>
  )
}
