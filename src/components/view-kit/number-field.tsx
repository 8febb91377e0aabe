import { useState } from 'react'
import { TextField } from './controls.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
  /** Only whole numbers count. */
  readonly whole?: boolean
  readonly help?: string
  /** Whether nothing at all is fine, too. */
  readonly optional?: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** A number within limits. What is typed stays as it is and says what is wrong; only what is right is passed on. */
export function NumberField({
  label,
  min,
  max,
  value,
  onChange,
  whole = false,
  help,
  optional = false,
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === undefined ? '' : String(value))
  const read = (text: string) => {
    const number = Number(text.trim().replace(',', '.'))
    const fits = text.trim() !== '' && number >= min && number <= max && (!whole || Number.isInteger(number))
    return fits ? number : undefined
  }
  const wrong = read(shown) === undefined && !(optional && shown.trim() === '')
  const change = (text: string) => {
    setTyped(text)
    const number = read(text)
    if (number !== undefined || (optional && text.trim() === '')) onChange(number)
  }
  return (
    <TextField
      label={label}
      inputMode={whole && min >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="tabular-nums"
      maxLength={20}
      value={shown}
      help={help}
      problem={wrong ? `From ${min} to ${max}.` : undefined}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        if (!wrong) setTyped(undefined)
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key]
        if (step === undefined || value === undefined) return
        event.preventDefault()
        setTyped(undefined)
        onChange(Math.max(min, Math.min(max, value + step)))
      }}
    />
  )
}
