import { useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Switch } from '../view-kit/controls/controls.tsx'
import { useFormField } from '../view-kit/controls/form-scope.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ToggleView({
  name,
  label,
  value = false,
  help,
  disabled = false,
  action,
}: ViewProps<'toggle'>) {
  const [on, setOn] = useState(value)
  const inForm = useFormField(name, on)
  const { run, outcome } = useAction()
  const change = (next: boolean) => {
    setOn(next)
    if (action && !inForm) void run(action, next)
  }
  return (
    <div>
      <Switch label={label} checked={on} onChange={change} help={help} disabled={disabled} />
      <ActionOutcomeNote outcome={outcome} />
    </div>
  )
}
