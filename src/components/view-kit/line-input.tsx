import { useState, type ComponentProps } from 'react'

interface LineInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
}

/**
 * A line in place, saved as it is typed. It must not stay empty: an empty one is passed on to nobody and is what it was
 * when the cursor leaves it.
 */
export function LineInput({ label, value, onWrite, className = '', ...rest }: LineInputProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <input
      aria-label={label}
      dir="auto"
      className={`min-w-0 rounded-md bg-transparent ${className}`}
      {...rest}
      value={isEmpty ? '' : value}
      onChange={({ target }) => {
        const blank = target.value.trim() === ''
        setEmpty(blank)
        if (!blank) onWrite(target.value)
      }}
      onBlur={() => setEmpty(false)}
    />
  )
}
