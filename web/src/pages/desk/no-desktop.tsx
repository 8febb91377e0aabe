import { MonitorOff } from 'lucide-react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { CopyButton } from '../../../../src/components/view-kit/card.tsx'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'

interface NoDesktopProps {
  readonly desktop: AnswerOf<'GET /api/desktop'>
  readonly onRetry: () => void
}

const COMMAND = 'deskhand service install'

/** Why nothing can be done on the desktop, and what would change that. */
export function NoDesktop({ desktop: { status, kind, problem }, onRetry }: NoDesktopProps) {
  const { context } = useShell()
  const isOff = status === 'off'
  return (
    <section aria-labelledby="no-desktop" className="card flex flex-col items-start gap-3 p-4">
      <h2 id="no-desktop" className="flex items-center gap-2 font-semibold">
        <MonitorOff aria-hidden className="size-5 text-warn" />
        {isOff ? 'Computer control is off' : 'No desktop to use'}
      </h2>
      {isOff ? (
        <p className="text-ink-2">
          Turn it on to let Deskhand see the screen and use the keyboard and the mouse.
        </p>
      ) : (
        <p className="wrap-anywhere text-ink-2">{problem}</p>
      )}
      {kind === 'none' && !isOff && <InSession />}
      {isOff ? (
        <Button look="primary" onClick={() => context.show('settings', 'COMPUTER_CONTROL')}>
          Open the setting
        </Button>
      ) : (
        kind !== 'none' && <Button onClick={onRetry}>Try again</Button>
      )}
    </section>
  )
}

/** Which desktop there is was decided when the service started: only another start can change it. */
function InSession() {
  return (
    <>
      <p className="text-ink-2">
        Run this once in a terminal on your desktop. Deskhand then starts with your session:
      </p>
      <p className="flex max-w-full items-center gap-2 rounded-lg bg-surface-2 ps-3 pe-1">
        <code className="overflow-x-auto py-2 text-sm whitespace-nowrap">{COMMAND}</code>
        <CopyButton text={COMMAND} label="Copy the command" />
      </p>
    </>
  )
}
