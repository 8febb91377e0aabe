import { useState } from 'react'
import { Button, SelectField, TextField } from '../view-kit/controls/controls.tsx'
import { now, readTags, withChanges, type Changes } from '../view-kit/store/entries.ts'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import type { Tone } from '../view-kit/tone.ts'
import { withCard, type Card } from './board.ts'
import { useBoard } from './board-actions.ts'

const TONES: Record<Tone, string> = {
  neutral: 'None',
  info: 'Blue',
  success: 'Green',
  warning: 'Yellow',
  danger: 'Red',
}

/** A card open for writing; every letter is saved. */
export function CardEditor({ card }: { card: Card }) {
  const actions = useBoard()
  const [title, setTitle] = useState(card.title)
  const [labels, setLabels] = useState(card.labels?.join(', ') ?? '')
  const edit = (changes: Changes<Card>) => {
    const updated_at = now()
    actions.change((board) =>
      withCard(board, card.id, (kept) => withChanges(kept, { ...changes, updated_at })),
    )
  }
  return (
    <div className="flex flex-col gap-2 py-1 pe-2">
      <TextField
        label="Card"
        autoFocus
        dir="auto"
        maxLength={300}
        value={title}
        problem={title.trim() === '' ? 'Enter a name.' : undefined}
        onChange={({ target }) => {
          setTitle(target.value)
          if (target.value.trim() !== '') edit({ title: target.value })
        }}
      />
      <SharedText
        label="Description"
        rows={3}
        maxLength={10_000}
        value={card.text ?? ''}
        onEdit={(rewrite) =>
          actions.change((board) =>
            withCard(board, card.id, (kept) => ({ ...kept, text: rewrite(kept.text ?? '') })),
          )
        }
      />
      <TextField
        label="Labels"
        placeholder="separated by commas"
        dir="auto"
        value={labels}
        onChange={({ target }) => {
          setLabels(target.value)
          edit({ labels: readTags(target.value) })
        }}
      />
      <TextField
        label="Due"
        type="date"
        value={card.due?.slice(0, 10) ?? ''}
        onChange={({ target }) => edit({ due: target.value === '' ? undefined : target.value })}
      />
      <ColourField tone={card.tone} onChange={(tone) => edit({ tone })} />
      <Button className="self-start" onClick={() => actions.open(undefined)}>
        Done
      </Button>
    </div>
  )
}

interface ColourFieldProps {
  readonly tone: Tone | undefined
  readonly onChange: (tone: Tone | undefined) => void
}

function ColourField({ tone = 'neutral', onChange }: ColourFieldProps) {
  return (
    <SelectField
      label="Colour"
      value={tone}
      onChange={({ target }) => onChange(target.value === 'neutral' ? undefined : (target.value as Tone))}
    >
      {Object.entries(TONES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
