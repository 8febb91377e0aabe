import { ChevronDown, Square } from 'lucide-react'
import { useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Children } from '../view-kit/components.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import { toneText } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function CardView({
  title,
  subtitle,
  icon,
  tone = 'neutral',
  children = [],
  footer,
  collapsed = false,
  action,
}: ViewProps<'card'>) {
  const [open, setOpen] = useState(!collapsed)
  const { run, busy, outcome } = useAction()
  const shownIcon =
    icon === undefined ? undefined : (
      <NamedIcon name={icon} className={`size-4 ${tone === 'neutral' ? '' : toneText[tone]}`} />
    )
  return (
    <Card
      icon={
        shownIcon ??
        (tone === 'neutral' ? undefined : (
          <Square aria-hidden className={`size-3 fill-current ${toneText[tone]}`} />
        ))
      }
      title={title}
      subtitle={subtitle}
      footer={footer}
      className="flex flex-col gap-3"
    >
      {!open ? (
        <Button className="self-start" aria-expanded={false} onClick={() => setOpen(true)}>
          <ChevronDown aria-hidden className="size-4" /> Show
        </Button>
      ) : (
        <>
          <Children items={children} />
          {action && (
            <Button className="self-start" busy={busy} onClick={() => void run(action)}>
              Open
            </Button>
          )}
          <ActionOutcomeNote outcome={outcome} />
        </>
      )}
    </Card>
  )
}
