import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../view-kit/card.tsx'
import { formatNumber } from '../../contract/text/numbers.ts'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import { toneFill, toneText } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  bandOf,
  bodyMassIndex,
  centimetres,
  feetAndInches,
  kilograms,
  MASS_BANDS,
  normalWeights,
  pounds,
  type Body,
} from './body-mass.ts'

type Units = 'metric' | 'imperial'

interface Entered {
  readonly height_cm: number | undefined
  readonly weight_kg: number | undefined
}

const SCALE_FROM = 14
const SCALE_TO = 40

export function BmiCalculatorView({
  height_cm,
  weight_kg,
  units: given = 'metric',
}: ViewProps<'bmi_calculator'>) {
  const [entered, setEntered] = useState<Entered>({ height_cm, weight_kg })
  const [units, setUnits] = useState<Units>(given)
  const edit = (members: Partial<Entered>) => setEntered({ ...entered, ...members })
  const Fields = units === 'metric' ? MetricFields : ImperialFields
  const { height_cm: height, weight_kg: weight } = entered
  return (
    <Card
      icon={<Scale aria-hidden className="size-4" />}
      title="Body mass index"
      menu={[
        {
          label: units === 'metric' ? 'Enter feet and pounds' : 'Enter centimetres and kilograms',
          onSelect: () => setUnits(units === 'metric' ? 'imperial' : 'metric'),
        },
      ]}
      footer="For adults. It doesn't account for muscle, age or health."
    >
      <div className="flex flex-col gap-3">
        <Fields key={units} entered={entered} onEdit={edit} />
        {height !== undefined && weight !== undefined ? (
          <Result body={{ height_cm: height, weight_kg: weight }} units={units} />
        ) : (
          <p className="text-sm text-ink-3">Enter height and weight.</p>
        )}
      </div>
    </Card>
  )
}

interface FieldsProps {
  readonly entered: Entered
  readonly onEdit: (members: Partial<Entered>) => void
}

function MetricFields({ entered, onEdit }: FieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <NumberField
        label="Height in cm"
        optional
        min={30}
        max={300}
        value={rounded(entered.height_cm)}
        onChange={(value) => onEdit({ height_cm: value })}
      />
      <NumberField
        label="Weight in kg"
        optional
        min={1}
        max={700}
        value={rounded(entered.weight_kg)}
        onChange={(value) => onEdit({ weight_kg: value })}
      />
    </div>
  )
}

function ImperialFields({ entered: { height_cm, weight_kg }, onEdit }: FieldsProps) {
  const height = height_cm === undefined ? undefined : feetAndInches(height_cm)
  return (
    <div className="grid grid-cols-3 gap-2">
      <NumberField
        label="Feet"
        optional
        whole
        min={1}
        max={9}
        value={height?.feet}
        onChange={(feet) =>
          onEdit({
            height_cm: feet === undefined ? undefined : centimetres({ feet, inches: height?.inches ?? 0 }),
          })
        }
      />
      <NumberField
        label="Inches"
        optional
        min={0}
        max={11.9}
        value={height?.inches}
        onChange={(inches = 0) => onEdit({ height_cm: centimetres({ feet: height?.feet ?? 5, inches }) })}
      />
      <NumberField
        label="Pounds"
        optional
        min={2}
        max={1500}
        value={weight_kg === undefined ? undefined : rounded(pounds(weight_kg))}
        onChange={(value) => onEdit({ weight_kg: value === undefined ? undefined : kilograms(value) })}
      />
    </div>
  )
}

function Result({ body, units }: { body: Body; units: Units }) {
  const index = bodyMassIndex(body)
  const band = bandOf(index)
  const [low, high] = normalWeights(body.height_cm).map((weight) => weightText(weight, units))
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <output aria-label="Body mass index" className="text-2xl font-semibold tabular-nums">
          {formatNumber(index, { decimals: 1 })}
        </output>
        <span className={`font-medium ${toneText[band.tone]}`}>{band.name}</span>
      </p>
      <BandScale index={index} />
      <p className="text-sm text-ink-3">
        At this height {low} to {high} is normal.
      </p>
    </div>
  )
}

function BandScale({ index }: { index: number }) {
  const place = (value: number) =>
    ((Math.max(SCALE_FROM, Math.min(SCALE_TO, value)) - SCALE_FROM) / (SCALE_TO - SCALE_FROM)) * 100
  return (
    <div aria-hidden className="relative pt-2 pb-5">
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {MASS_BANDS.map(({ name, from, tone }, at) => (
          <div
            key={name}
            className={toneFill[tone]}
            style={{ width: `${place(MASS_BANDS[at + 1]?.from ?? SCALE_TO) - place(from)}%` }}
          />
        ))}
      </div>
      {MASS_BANDS.slice(1).map(({ from }) => (
        <span
          key={from}
          className="absolute bottom-0 -translate-x-1/2 text-xs text-ink-3 tabular-nums"
          style={{ left: `${place(from)}%` }}
        >
          {from}
        </span>
      ))}
      <span
        className="absolute top-0.5 h-5 w-2 -translate-x-1/2 rounded-full border-2 border-surface-1 bg-ink"
        style={{ left: `${place(index)}%` }}
      />
    </div>
  )
}

function weightText(weightKg: number, units: Units): string {
  const [value, unit] = units === 'metric' ? [weightKg, 'kg'] : [pounds(weightKg), 'lb']
  return formatNumber(value, { decimals: 0, unit })
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 10) / 10
}
