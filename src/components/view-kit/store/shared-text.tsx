import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { TextArea } from '../controls/controls.tsx'
import { mergedText, movedPlace } from './merge-text.ts'

interface SharedTextProps extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> {
  readonly value: string
  /** The edit goes on top of whatever somebody else has made of the text by then. */
  readonly onEdit: (edit: (text: string) => string) => void
}

/** A long text that several may write at a time: what each types is kept, and the cursor stays where it was. */
export function SharedText({ value, onEdit, ...rest }: SharedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const seen = useRef({ text: value, cursor: value.length })
  useLayoutEffect(() => {
    const { text, cursor } = seen.current
    if (text === value) return
    const moved = movedPlace(text, value, cursor)
    seen.current = { text: value, cursor: moved }
    if (document.activeElement === field.current) field.current?.setSelectionRange(moved, moved)
  }, [value])
  const look = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
    seen.current = { text: currentTarget.value, cursor: currentTarget.selectionStart }
  }
  return (
    <TextArea
      {...rest}
      ref={field}
      dir="auto"
      value={value}
      onSelect={look}
      onChange={(event) => {
        look(event)
        const after = event.target.value
        onEdit((text) => mergedText(value, after, text))
      }}
    />
  )
}
