import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { IconButton } from './controls.tsx'

interface AskFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onAsk: (text: string) => void
}

/** A field in which one asks for something else than what is shown. */
export function AskField({ label, placeholder = label, maxLength = 200, onAsk }: AskFieldProps) {
  const [text, setText] = useState('')
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onAsk(text.trim())
    setText('')
  }
  return (
    <form
      onSubmit={ask}
      className="flex items-center gap-1 rounded-lg border border-line bg-surface-0 ps-3 pe-0.5"
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        className="min-h-9 min-w-0 flex-1 bg-transparent text-sm placeholder:text-ink-3"
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton type="submit" label={`${label}: look it up`}>
        <Search aria-hidden className="size-4" />
      </IconButton>
    </form>
  )
}
