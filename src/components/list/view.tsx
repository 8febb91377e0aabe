import { ChevronRight } from 'lucide-react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card } from '../view-kit/card.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import { InlineMarkdown } from '../view-kit/text/lazy-markdown.tsx'
import { Empty } from '../view-kit/states.tsx'
import { isPicture, Thumbnail } from '../view-kit/thumbnail.tsx'
import { toneSoft, toneText } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Item = ViewProps<'list'>['items'][number]

export function ListView({ title, items, ordered = false, empty_text }: ViewProps<'list'>) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <Card title={title}>
      {items.length === 0 && <Empty>{empty_text ?? 'Nothing here.'}</Empty>}
      <List className="fading -mx-2 -mb-2 max-h-120 overflow-y-auto">
        {items.map((item, index) => (
          <Entry key={index} item={item} number={ordered ? index + 1 : undefined} />
        ))}
      </List>
    </Card>
  )
}

function Entry({ item, number }: { item: Item; number: number | undefined }) {
  const { run, outcome } = useAction()
  const { action } = item
  if (!action)
    return (
      <li className="px-2 py-1.5">
        <EntryText item={item} number={number} />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-start -outline-offset-2 hover:bg-surface-2"
        onClick={() => void run(action)}
      >
        {action.kind === 'open' && action.path !== undefined && isPicture(action.path) && (
          <Thumbnail
            path={action.path}
            alt=""
            edge={128}
            className="size-10 rounded-md object-cover"
            instead={<span className="size-10 rounded-md bg-surface-2" />}
          />
        )}
        <EntryText item={item} number={number} />
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </button>
      <ActionOutcomeNote outcome={outcome} />
    </li>
  )
}

function EntryText({
  item: { text, detail, icon, badge, tone = 'neutral' },
  number,
}: {
  item: Item
  number: number | undefined
}) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2.5">
      {number !== undefined && (
        <span className="w-5 shrink-0 text-end text-sm text-ink-3 tabular-nums">{number}.</span>
      )}
      {icon !== undefined && (
        <span className={`shrink-0 self-center ${toneText[tone]}`}>
          <NamedIcon name={icon} />
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        <InlineMarkdown text={text} />
        {detail !== undefined && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
      {badge !== undefined && (
        <span className={`shrink-0 rounded-full px-2 text-xs leading-5 ${toneSoft[tone]}`}>{badge}</span>
      )}
    </span>
  )
}
