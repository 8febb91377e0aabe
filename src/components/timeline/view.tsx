import { Check, X } from 'lucide-react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { formatDayOrMoment, readMoment } from '../../contract/text/moments.ts'
import { NamedIcon } from '../view-kit/icon.tsx'
import { Markdown } from '../view-kit/text/markdown.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Item = ViewProps<'timeline'>['items'][number]

export function TimelineView({ title, items, horizontal = false }: ViewProps<'timeline'>) {
  return (
    <Card title={title} icon="history">
      <ol className={horizontal ? 'flex gap-6 overflow-x-auto pb-1' : 'flex flex-col'}>
        {items.map((item, index) => (
          <Event key={index} item={item} horizontal={horizontal} isLast={index === items.length - 1} />
        ))}
      </ol>
    </Card>
  )
}

const DOTS = {
  done: 'bg-good text-on-accent',
  active: 'bg-accent text-on-accent',
  planned: 'border-2 border-line-strong bg-surface-1 text-ink-3',
  failed: 'bg-bad text-on-accent',
}

function Event({ item, horizontal, isLast }: { item: Item; horizontal: boolean; isLast: boolean }) {
  const { title, time, text, status, icon, action } = item
  const { run, busy, outcome } = useAction()
  return (
    <li className={horizontal ? 'flex w-44 shrink-0 flex-col gap-2' : 'relative flex gap-4 pb-5 last:pb-0'}>
      {!isLast && !horizontal && (
        <span aria-hidden className="absolute start-2.5 top-6 bottom-0 w-px bg-line-strong" />
      )}
      <span
        className={`mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-full ${status === undefined ? 'bg-accent-soft text-accent' : DOTS[status]}`}
      >
        {icon !== undefined ? (
          <NamedIcon name={icon} className="size-3" />
        ) : status === 'done' ? (
          <Check aria-label="Done" className="size-3" />
        ) : status === 'failed' ? (
          <X aria-label="Failed" className="size-3" />
        ) : null}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        {time !== undefined && <p className="text-xs text-ink-3">{written(time)}</p>}
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
          {status === 'active' && <span className="sr-only"> (now)</span>}
        </p>
        {text !== undefined && (
          <div className="text-sm text-ink-2">
            <Markdown text={text} />
          </div>
        )}
        {action && (
          <Button busy={busy} onClick={() => void run(action)}>
            Open
          </Button>
        )}
        <ActionOutcomeNote outcome={outcome} />
      </div>
    </li>
  )
}

/** A time for programs is written for people; one for people stays as it is. */
function written(time: string): string {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(time)) return time
  return Number.isNaN(readMoment(time).getTime()) ? time : formatDayOrMoment(time)
}
