import { Headphones, Rss } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../view-kit/controls/controls.tsx'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import { Ago, Empty } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Item = AnswerOf<'GET /api/widget/rss'>['items'][number]

const TEN_MINUTES = 600_000

export function RssReaderView({ url, limit = 10 }: ViewProps<'rss_reader'>) {
  const [shown, setShown] = useState(limit)
  const live = useLiveData('GET /api/widget/rss', { query: { url } }, { everyMs: TEN_MINUTES })
  return (
    <LiveCard
      live={live}
      icon={<Rss aria-hidden className="size-4" />}
      title={live.data?.title || (URL.parse(url)?.host ?? 'Feed')}
      subtitle={({ description }) => description}
      height={240}
    >
      {({ items }) => (
        <div className="flex flex-col gap-2">
          {items.length === 0 && <Empty>This feed has no entries.</Empty>}
          <ul
            className="fading max-h-96 divide-y divide-line overflow-y-auto"
            tabIndex={0}
            aria-label="Entries"
          >
            {items.slice(0, shown).map((item) => (
              <Entry key={item.id} item={item} />
            ))}
          </ul>
          {items.length > shown && (
            <Button className="self-start" onClick={() => setShown(items.length)}>
              Show {items.length - shown} more
            </Button>
          )}
        </div>
      )}
    </LiveCard>
  )
}

function Entry({ item: { title, url, summary, author, audio_url, published_at } }: { item: Item }) {
  return (
    <li className="py-2 first:pt-0">
      <OutLink url={url} className="block font-medium">
        {title}
      </OutLink>
      {summary !== null && (
        <details className="group text-sm text-ink-2">
          <summary
            dir="auto"
            className="line-clamp-2 cursor-pointer list-none wrap-anywhere group-open:line-clamp-none"
          >
            {summary}
          </summary>
        </details>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        {author !== null && <span dir="auto">{author}</span>}
        {published_at !== null && <Ago at={published_at} />}
        {audio_url !== null && (
          <OutLink url={audio_url} className="inline-flex items-center gap-1 text-accent">
            <Headphones aria-hidden className="size-3.5" /> Listen
          </OutLink>
        )}
      </p>
    </li>
  )
}
