import { useMemo, type KeyboardEvent } from 'react'
import { ChoiceDialog } from './choice-dialog.tsx'
import type { Step } from './draft.ts'
import { useEditor } from './editor-model.ts'
import { referencesFor } from './references.ts'

interface ReferenceDialogProps {
  readonly step: Step | undefined
  readonly onChoose: (text: string) => void
  readonly onClose: () => void
}

/** Values that a step can use, with what they were in the run that is shown. */
export function ReferenceDialog({ step, onChoose, onClose }: ReferenceDialogProps) {
  const { state, known } = useEditor()
  const choices = useMemo(
    () =>
      referencesFor(state.draft, step, known).map(({ text, from, value }) => ({
        key: text,
        title: text,
        detail: value === undefined ? 'No value yet' : (JSON.stringify(value) ?? '').slice(0, 300),
        group: from,
      })),
    [state.draft, step, known],
  )
  return (
    <ChoiceDialog
      label="Insert a value"
      choices={choices}
      onChoose={({ key }) => onChoose(key)}
      onClose={onClose}
    />
  )
}

/** Opens the list of values from within a field. */
export function isPickerKey({ key, ctrlKey, target }: KeyboardEvent): boolean {
  return key === ' ' && ctrlKey && target instanceof Element && target.closest('dialog') === null
}

/** Writes into a field where its cursor is, as if it had been typed. */
export function insertText(
  field: HTMLTextAreaElement | HTMLInputElement | null | undefined,
  text: string,
): void {
  if (!field) return
  field.focus()
  const { selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? field.value.length, selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
