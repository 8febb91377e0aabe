import { Newspaper } from 'lucide-react'
import { useState } from 'react'
import { AskField } from '../view-kit/controls/ask-field.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import { Ago, Empty } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Headline = AnswerOf<'GET /api/widget/news'>['articles'][number]

const TEN_MINUTES = 600_000

export function NewsTickerView({ topic: asked, limit = 10 }: ViewProps<'news_ticker'>) {
  const [topic, setTopic] = useState(asked)
  const [shown, setShown] = useState(limit)
  const query = topic === undefined ? {} : { topic }
  const live = useLiveData('GET /api/widget/news', { query }, { everyMs: TEN_MINUTES })
  return (
    <LiveCard
      live={live}
      icon={<Newspaper aria-hidden className="size-4" />}
      title="News"
      subtitle={() => topic ?? 'top headlines'}
      height={240}
      below={<AskField label="Another topic" onAsk={setTopic} />}
    >
      {({ articles }) => (
        <div className="flex flex-col gap-2">
          {articles.length === 0 && <Empty>No headlines. Try another topic.</Empty>}
          <ul
            className="fading max-h-96 divide-y divide-line overflow-y-auto"
            tabIndex={0}
            aria-label="Headlines"
          >
            {articles.slice(0, shown).map((article) => (
              <HeadlineItem key={article.url} article={article} />
            ))}
          </ul>
          {articles.length > shown && (
            <Button className="self-start" onClick={() => setShown(articles.length)}>
              Show {articles.length - shown} more
            </Button>
          )}
        </div>
      )}
    </LiveCard>
  )
}

function HeadlineItem({
  article: { title, url, publisher, description, published_at },
}: {
  article: Headline
}) {
  return (
    <li className="py-2 first:pt-0">
      <OutLink url={url} className="block font-medium">
        {title}
      </OutLink>
      {description !== null && (
        <p dir="auto" className="line-clamp-2 text-sm text-ink-2">
          {description}
        </p>
      )}
      <p className="text-xs text-ink-3">
        {publisher}
        {publisher !== null && published_at !== null && ' · '}
        {published_at !== null && <Ago at={published_at} />}
      </p>
    </li>
  )
}
