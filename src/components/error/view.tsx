import { KeyRound, RotateCw, TriangleAlert } from 'lucide-react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { codeInWords } from '../view-kit/text/error-words.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ErrorView({
  title,
  message,
  code,
  setting,
  retryable = false,
  raw,
  action,
}: ViewProps<'error'>) {
  const { show } = useViewContext()
  const { run, busy, outcome } = useAction()
  return (
    <Card
      icon={<TriangleAlert aria-hidden className="size-4 text-warn" />}
      title={title ?? "That didn't work"}
      state={code === undefined ? undefined : codeInWords(code)}
    >
      <div className="flex flex-col items-start gap-3">
        <p dir="auto" className="wrap-anywhere text-ink-2">
          {message}
        </p>
        {raw !== undefined && (
          <details className="w-full text-sm">
            <summary className="cursor-pointer text-ink-3">Raw response</summary>
            <pre
              className="mt-2 max-h-60 overflow-auto rounded-lg bg-surface-2 p-3 text-xs whitespace-pre-wrap"
              tabIndex={0}
              aria-label="Raw response"
            >
              {raw}
            </pre>
          </details>
        )}
        {setting !== undefined && (
          <Button onClick={() => show('settings', setting)}>
            <KeyRound aria-hidden className="size-4" /> Set {setting}
          </Button>
        )}
        {action && (
          <Button busy={busy} onClick={() => void run(action)}>
            <RotateCw aria-hidden className="size-4" /> {retryable ? 'Try again' : 'Continue'}
          </Button>
        )}
        <ActionOutcomeNote outcome={outcome} />
      </div>
    </Card>
  )
}
