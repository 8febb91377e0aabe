import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useBaseCurrency } from '../view-kit/live/base-currency.ts'
import { Card } from '../view-kit/card.tsx'
import { formatNumber } from '../../contract/text/numbers.ts'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { digitsOf, sharesOf } from './share.ts'

const USUAL = [0, 5, 10, 15, 20]
const MAX_BILL = 1_000_000_000

export function TipCalculatorView({
  bill,
  tip_percent = 15,
  people = 1,
  currency: given,
}: ViewProps<'tip_calculator'>) {
  const [entered, setEntered] = useState<{ bill: number | undefined; percent: number; people: number }>({
    bill,
    percent: tip_percent,
    people,
  })
  const edit = (members: Partial<typeof entered>) => setEntered({ ...entered, ...members })
  const currency = useBaseCurrency(given)
  const shares = sharesOf({ ...entered, bill: entered.bill ?? 0 }, digitsOf(currency))
  const money = (value: number) => formatNumber(value, { format: 'currency', currency })
  return (
    <Card icon={<HandCoins aria-hidden className="size-4" />} title="Tip" subtitle={currency}>
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-3 gap-2">
          <NumberField
            label="Bill"
            optional
            min={0}
            max={MAX_BILL}
            value={entered.bill}
            onChange={(value) => edit({ bill: value })}
          />
          <NumberField
            label="Tip in %"
            min={0}
            max={100}
            value={entered.percent}
            onChange={(value = 0) => edit({ percent: value })}
          />
          <NumberField
            label="People"
            whole
            min={1}
            max={100}
            value={entered.people}
            onChange={(value = 1) => edit({ people: value })}
          />
        </div>
        <UsualTips chosen={entered.percent} onChoose={(percent) => edit({ percent })} />
        <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 rounded-lg bg-surface-2 p-3 tabular-nums">
          <Amount name="Tip" text={money(shares.tip)} />
          <Amount name="Total" text={money(shares.total)} />
          <Amount name={entered.people > 1 ? 'Each pays' : 'You pay'} text={money(shares.each)} isMain />
        </dl>
      </div>
    </Card>
  )
}

function UsualTips({ chosen, onChoose }: { chosen: number; onChoose: (percent: number) => void }) {
  return (
    <div role="group" aria-label="Usual tips" className="flex flex-wrap gap-1.5">
      {USUAL.map((percent) => (
        <button
          key={percent}
          type="button"
          aria-pressed={chosen === percent}
          className={`min-h-8 rounded-full border px-3 text-sm tabular-nums pointer-coarse:min-h-10 ${chosen === percent ? 'border-accent bg-accent-soft text-accent' : 'border-line text-ink-2 hover:bg-surface-2'}`}
          onClick={() => onChoose(percent)}
        >
          {formatNumber(percent, { format: 'percent' })}
        </button>
      ))}
    </div>
  )
}

function Amount({ name, text, isMain = false }: { name: string; text: string; isMain?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className={`wrap-anywhere ${isMain ? 'text-lg font-semibold text-accent' : 'text-base'}`}>
        {text}
      </dd>
    </div>
  )
}
