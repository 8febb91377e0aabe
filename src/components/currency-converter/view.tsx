import { ArrowLeftRight, Banknote } from 'lucide-react'
import { useState } from 'react'
import { useBaseCurrency } from '../view-kit/live/base-currency.ts'
import { CopyButton } from '../view-kit/card.tsx'
import { IconButton, SelectField } from '../view-kit/controls/controls.tsx'
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { converted, currenciesOf } from './convert.ts'

type Rates = AnswerOf<'GET /api/widget/exchange_rates'>
type Props = ViewProps<'currency_converter'>

const HOUR = 3_600_000
const MAX_AMOUNT = 1e12

export function CurrencyConverterView(props: Props) {
  const base = useBaseCurrency(props.from)
  const live = useLiveData('GET /api/widget/exchange_rates', { query: { base } }, { everyMs: HOUR })
  return (
    <LiveCard
      live={live}
      icon={<Banknote aria-hidden className="size-4" />}
      title="Currency"
      subtitle={({ date }) => `rates of ${formatDay(readMoment(date))}`}
      height={150}
    >
      {(rates) => <Converter key={rates.base} rates={rates} given={props} />}
    </LiveCard>
  )
}

/** All rates are there, so that another currency is a matter of arithmetic and not of waiting. */
function Converter({ rates, given }: { rates: Rates; given: Props }) {
  const [amount, setAmount] = useState(given.amount ?? 1)
  const [from, setFrom] = useState(given.from ?? rates.base)
  const [to, setTo] = useState(given.to ?? (rates.base === 'EUR' ? 'USD' : 'EUR'))
  const codes = currenciesOf(rates)
  const result = converted(amount, { from, to }, rates)
  const one = converted(1, { from, to }, rates)
  const swap = () => {
    setFrom(to)
    setTo(from)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-2 @lg:grid-cols-[1fr_1fr_auto_1fr]">
        <div className="col-span-3 @lg:col-span-1">
          <NumberField
            label="Amount"
            min={0}
            max={MAX_AMOUNT}
            value={amount}
            onChange={(value) => setAmount(value ?? 0)}
          />
        </div>
        <CurrencyField label="From" value={from} codes={codes} onChange={setFrom} />
        <IconButton label="Swap the currencies" className="mb-0.5 justify-self-center" onClick={swap}>
          <ArrowLeftRight aria-hidden className="size-4" />
        </IconButton>
        <CurrencyField label="To" value={to} codes={codes} onChange={setTo} />
      </div>
      {result === undefined || one === undefined ? (
        <p role="alert" className="text-sm text-ink-2">
          No rate for {rates.rates[from] === undefined && from !== rates.base ? from : to} today. Choose
          another currency.
        </p>
      ) : (
        <div className="flex items-center gap-2">
          <output className="min-w-0 flex-1">
            <p className="text-2xl font-semibold wrap-anywhere tabular-nums">{money(result, to)}</p>
            <p className="text-sm text-ink-3 tabular-nums">
              1 {from} = {formatNumber(one, { decimals: one < 0.1 ? 6 : 4 })} {to}
            </p>
          </output>
          <CopyButton text={String(Math.round(result * 100) / 100)} label="Copy the result" />
        </div>
      )}
    </div>
  )
}

interface CurrencyFieldProps {
  readonly label: string
  readonly value: string
  readonly codes: readonly string[]
  readonly onChange: (code: string) => void
}

function CurrencyField({ label, value, codes, onChange }: CurrencyFieldProps) {
  const all = codes.includes(value) ? codes : [value, ...codes]
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {all.map((code) => (
        <option key={code} value={code}>
          {code} · {NAMES.of(code)}
        </option>
      ))}
    </SelectField>
  )
}

const NAMES = new Intl.DisplayNames(undefined, { type: 'currency' })

function money(value: number, currency: string): string {
  return formatNumber(value, {
    format: 'currency',
    currency,
    ...(value > 0 && value < 0.01 && { decimals: 6 }),
  })
}
