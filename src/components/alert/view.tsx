import { CircleAlert, CircleCheck, Info, OctagonAlert, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Button, IconButton } from '../view-kit/controls/controls.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import { InlineMarkdown } from '../view-kit/text/lazy-markdown.tsx'
import { toneText, type Tone } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const GROUNDS: Record<Tone, string> = {
  neutral: 'bg-surface-2',
  info: 'bg-accent-soft',
  success: 'bg-good-soft',
  warning: 'bg-warn-soft',
  danger: 'bg-bad-soft',
}

const ICONS: Record<Tone, LucideIcon> = {
  neutral: Info,
  info: CircleAlert,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
}

export function AlertView({
  text,
  title,
  tone = 'info',
  icon,
  dismissible = true,
  action,
  action_label,
}: ViewProps<'alert'>) {
  const [closed, setClosed] = useState(false)
  const { run, busy, outcome } = useAction()
  if (closed) return null
  const Icon = ICONS[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={`flex items-start gap-3 rounded-card px-4 py-3 ${GROUNDS[tone]}`}
    >
      <span className={`mt-0.5 shrink-0 ${toneText[tone]}`}>
        {icon === undefined ? (
          <Icon aria-hidden className="size-4.5" />
        ) : (
          <NamedIcon name={icon} className="size-4.5" />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <p dir="auto" className="wrap-anywhere text-ink-2">
          <InlineMarkdown text={text} />
        </p>
        {action && (
          <Button className="mt-2" busy={busy} onClick={() => void run(action)}>
            {action_label ?? 'Open'}
          </Button>
        )}
        <ActionOutcomeNote outcome={outcome} />
      </div>
      {dismissible && (
        <IconButton label="Close" className="-me-2 -mt-1" onClick={() => setClosed(true)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
