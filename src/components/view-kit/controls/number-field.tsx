import { useState } from 'react'
import { TextField } from './controls.tsx'
import { readNumber } from './read-number.ts'

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
  /** What to say of something else, where the limits say too little. */
  readonly problem?: string
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
  problem,
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === undefined ? '' : String(value))
  const read = (text: string) => {
    const number = readNumber(text)
    if (number === undefined) return undefined
    return number >= min && number <= max && (!whole || Number.isInteger(number)) ? number : undefined
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
      problem={wrong ? (problem ?? `From ${min} to ${max}.`) : undefined}
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
