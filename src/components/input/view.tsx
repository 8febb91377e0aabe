import { useState, type FormEvent } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Button, TextArea, TextField } from '../view-kit/controls/controls.tsx'
import { useFormField } from '../view-kit/controls/form-scope.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function InputView(props: ViewProps<'input'>) {
  const {
    name,
    label,
    input_type = 'text',
    placeholder,
    help,
    required = false,
    disabled = false,
    action,
  } = props
  const [text, setText] = useState(props.value === undefined ? '' : String(props.value))
  const value = input_type === 'number' && text !== '' ? Number(text) : text
  const inForm = useFormField(name, value)
  const { run, busy, outcome } = useAction()
  const shared = { label, placeholder, help, required, disabled, value: text, maxLength: props.max_length }
  const field =
    input_type === 'multiline' ? (
      <TextArea {...shared} onChange={(event) => setText(event.target.value)} />
    ) : (
      <TextField
        {...shared}
        type={input_type === 'datetime' ? 'datetime-local' : input_type}
        min={props.min}
        max={props.max}
        step={input_type === 'number' ? 'any' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    )
  if (inForm || !action) return field
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(action, value)
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">{field}</div>
        <Button type="submit" busy={busy} disabled={disabled}>
          Send
        </Button>
      </div>
      <ActionOutcomeNote outcome={outcome} />
    </form>
  )
}
