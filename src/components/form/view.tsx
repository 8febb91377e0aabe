import { useState, type FormEvent } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Children } from '../view-kit/components.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { FormContext, FormScope } from '../view-kit/controls/form-scope.ts'
import { Markdown } from '../view-kit/text/markdown.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import type { Action } from '../action.ts'

export function FormView(props: ViewProps<'form'>) {
  const [scope] = useState(() => new FormScope())
  return (
    <FormContext value={scope}>
      <FormBody {...props} scope={scope} />
    </FormContext>
  )
}

function FormBody({
  title,
  text,
  children,
  submit_label = 'Send',
  action,
  scope,
}: ViewProps<'form'> & { scope: FormScope }) {
  const { run, busy, outcome } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(action ?? saying(scope))
  }
  return (
    <Card title={title ?? submit_label} icon="clipboard-list">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {text !== undefined && <Markdown text={text} />}
        <Children items={children} />
        <div className="flex items-center gap-3">
          <Button type="submit" look="primary" busy={busy}>
            {submit_label}
          </Button>
          <ActionOutcomeNote outcome={outcome} />
        </div>
      </form>
    </Card>
  )
}

/** Without an action the values are said in the conversation. */
function saying(scope: FormScope): Action {
  const lines = Object.entries(scope.values()).map(([name, value]) => `${name}: ${String(value)}`)
  return { kind: 'chat', message: lines.join('\n') || '…' }
}
