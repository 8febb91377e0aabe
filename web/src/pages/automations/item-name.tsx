import { useState } from 'react'
import { TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useEditor } from './editor-model.ts'

interface ItemNameProps {
  readonly label: string
  readonly help: string
  readonly id: string
  readonly onRename: (to: string) => void
}

/** Renamed when the field is left. Steps and triggers have no name in common. */
export function ItemName({ label, help, id, onRename }: ItemNameProps) {
  const { state } = useEditor()
  const [text, setText] = useState(id)
  const { steps, triggers } = state.draft
  const isTaken = text !== id && [...steps, ...triggers].some((one) => one.id === text)
  const rename = () => {
    if (isTaken || text.trim() === '') setText(id)
    else onRename(text.trim())
  }
  return (
    <TextField
      label={label}
      maxLength={128}
      help={help}
      problem={isTaken ? 'Another one has this name.' : undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}
