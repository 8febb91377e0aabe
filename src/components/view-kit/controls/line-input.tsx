import { useState, type ComponentProps } from 'react'

interface LineInputProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'rows'> {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
}

/**
 * A line in place, saved as it is typed; a long one goes on below. It must not stay empty: an empty one is passed on to
 * nobody and is what it was when the cursor leaves it.
 */
export function LineInput({ label, value, onWrite, className = '', ...rest }: LineInputProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <textarea
      aria-label={label}
      dir="auto"
      rows={1}
      className={`field-sizing-content min-w-0 resize-none rounded-md bg-transparent wrap-anywhere ${className}`}
      {...rest}
      value={isEmpty ? '' : value}
      onKeyDown={(event) => {
        // It is one line, however long.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={({ target }) => {
        const text = target.value.replaceAll(/\s*[\r\n]+\s*/g, ' ')
        const blank = text.trim() === ''
        setEmpty(blank)
        if (!blank) onWrite(text)
      }}
      onBlur={() => setEmpty(false)}
    />
  )
}
