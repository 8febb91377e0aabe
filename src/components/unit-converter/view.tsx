import { ArrowLeftRight, Ruler } from 'lucide-react'
import { useState } from 'react'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { IconButton, SelectField, TextField } from '../view-kit/controls/controls.tsx'
import { formatSignificant } from '../../contract/text/numbers.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  convert,
  unitsByCategory,
  type Category,
  type Unit,
} from '../../platform/language/values/unit-table.ts'
import { unitsOf, type Wish } from './conversion.ts'

interface Conversion {
  readonly category: Category
  readonly amount: string
  readonly from: Unit
  readonly to: Unit
}

const CATEGORIES = Object.keys(unitsByCategory) as Category[]

export function UnitConverterView({ category = 'length', value = 1, from, to }: ViewProps<'unit_converter'>) {
  const [state, setState] = useState(() => beginning({ category, value, from, to }))
  const edit = (members: Partial<Conversion>) => setState({ ...state, ...members })
  const amount = Number(state.amount.trim().replace(',', '.'))
  const valid = state.amount.trim() !== '' && Number.isFinite(amount)
  const result = valid ? convert(amount, state.from, state.to) : Number.NaN
  const shown = Number.isFinite(result) ? `${formatSignificant(result)} ${state.to.symbol}` : undefined
  return (
    <Card icon={<Ruler aria-hidden className="size-4" />} title="Unit converter" subtitle={state.category}>
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-2">
          <KindField
            category={state.category}
            onChange={(kind) => setState(beginning({ category: kind, value: valid ? amount : 1 }))}
          />
          <TextField
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            className="text-end tabular-nums"
            value={state.amount}
            problem={valid ? undefined : 'Enter a number.'}
            aria-invalid={!valid}
            onChange={(event) => edit({ amount: event.target.value })}
          />
        </div>
        <div className="flex items-end gap-2">
          <UnitField
            label="From"
            category={state.category}
            unit={state.from}
            onChange={(unit) => edit({ from: unit })}
          />
          <IconButton
            label="Swap the units"
            className="mb-0.5"
            onClick={() => edit({ from: state.to, to: state.from })}
          >
            <ArrowLeftRight aria-hidden className="size-4" />
          </IconButton>
          <UnitField
            label="To"
            category={state.category}
            unit={state.to}
            onChange={(unit) => edit({ to: unit })}
          />
        </div>
        <Result text={shown} />
        {valid && <Others amount={amount} conversion={state} />}
      </div>
    </Card>
  )
}

function KindField({ category, onChange }: { category: Category; onChange: (kind: Category) => void }) {
  return (
    <SelectField label="Kind" value={category} onChange={(event) => onChange(event.target.value as Category)}>
      {CATEGORIES.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  )
}

function Result({ text }: { text: string | undefined }) {
  return (
    <div className="flex items-center justify-between gap-2 rounded-lg bg-surface-2 py-2 ps-3 pe-1">
      <output aria-label="Result" className="min-w-0 text-xl font-semibold wrap-anywhere tabular-nums">
        {text ?? '–'}
      </output>
      {text !== undefined && <CopyButton text={text} label="Copy the result" />}
    </div>
  )
}

interface UnitFieldProps {
  readonly label: string
  readonly category: Category
  readonly unit: Unit
  readonly onChange: (unit: Unit) => void
}

function UnitField({ label, category, unit, onChange }: UnitFieldProps) {
  const units = unitsByCategory[category]
  return (
    <div className="min-w-0 flex-1">
      <SelectField
        label={label}
        value={unit.symbol}
        onChange={(event) => onChange(units.find(({ symbol }) => symbol === event.target.value) ?? unit)}
      >
        {units.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name} ({symbol})
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function Others({ amount, conversion: { category, from, to } }: { amount: number; conversion: Conversion }) {
  const units = unitsByCategory[category].filter((unit) => unit !== from && unit !== to)
  return (
    <details className="text-sm">
      <summary className="flex min-h-8 cursor-pointer items-center text-ink-2">In other units</summary>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {units.map((unit) => (
          <div key={unit.symbol} className="col-span-2 grid grid-cols-subgrid">
            <dt className="clip text-ink-3">{unit.name}</dt>
            <dd className="text-end tabular-nums">
              {formatSignificant(convert(amount, from, unit))} {unit.symbol}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function beginning({ value, ...wish }: Wish & { readonly value: number }): Conversion {
  const units = unitsOf(wish)
  return { category: units.from.category, amount: String(value), ...units }
}
