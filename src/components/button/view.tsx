import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Button } from '../view-kit/controls/controls.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ButtonView({
  label,
  action,
  look = 'secondary',
  icon,
  hint,
  question,
  disabled = false,
}: ViewProps<'button'>) {
  const { ask } = useViewContext()
  const { run, busy, outcome } = useAction()
  const press = async () => {
    const asked = { title: question ?? '', message: label, confirmLabel: label, dangerous: look === 'danger' }
    if (question !== undefined && !(await ask(asked))) return
    await run(action)
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button look={look} title={hint} disabled={disabled} busy={busy} onClick={() => void press()}>
        {icon !== undefined && <NamedIcon name={icon} />}
        {label}
      </Button>
      <ActionOutcomeNote outcome={outcome} />
    </div>
  )
}
