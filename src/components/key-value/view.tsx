import { Card, CopyButton } from '../view-kit/card.tsx'
import { formatScalar, withUnit } from '../../contract/text/numbers.ts'
import { NamedIcon } from '../view-kit/icon.tsx'
import { toneText } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function KeyValueView({ title, items, columns }: ViewProps<'key_value'>) {
  const template =
    columns === undefined
      ? 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))'
      : `repeat(${columns}, minmax(0, 1fr))`
  return (
    <Card title={title}>
      <dl className="grid gap-x-6 gap-y-3" style={{ gridTemplateColumns: template }}>
        {items.map(({ label, value, unit, icon, tone = 'neutral', copyable }, index) => {
          const text = formatScalar(value)
          return (
            <div key={index} className="min-w-0">
              <dt className="flex items-center gap-1.5 text-xs text-ink-3">
                {icon !== undefined && <NamedIcon name={icon} className="size-3.5" />}
                {label}
              </dt>
              <dd
                dir="auto"
                className={`flex items-center gap-1 wrap-anywhere tabular-nums ${tone === 'neutral' ? 'text-ink' : toneText[tone]}`}
              >
                {unit === undefined || value === null ? text : withUnit(text, unit)}
                {copyable === true && <CopyButton text={String(value)} label={`Copy ${label}`} />}
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}
