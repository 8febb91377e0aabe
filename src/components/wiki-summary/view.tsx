import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { AskField } from '../view-kit/controls/ask-field.tsx'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Article = AnswerOf<'GET /api/widget/wiki'>
type Asked = { readonly title: string } | { readonly query: string }

const DAY = 86_400_000

export function WikiSummaryView({ title, query = '' }: ViewProps<'wiki_summary'>) {
  const [asked, setAsked] = useState<Asked>(title === undefined ? { query } : { title })
  const live = useLiveData('GET /api/widget/wiki', { query: asked }, { everyMs: DAY })
  const name = 'title' in asked ? asked.title : asked.query
  return (
    <LiveCard
      live={live}
      icon={<BookOpen aria-hidden className="size-4" />}
      title={live.data?.title ?? name}
      subtitle={({ description }) => description}
      height={160}
      below={<AskField label="Another article" maxLength={300} onAsk={(text) => setAsked({ query: text })} />}
    >
      {(article) => (
        <div className="flex flex-col gap-3">
          <Summary article={article} />
          <Alternatives article={article} onChoose={(chosen) => setAsked({ title: chosen })} />
        </div>
      )}
    </LiveCard>
  )
}

function Summary({ article: { extract, url, kind, language } }: { article: Article }) {
  return (
    <>
      {kind === 'disambiguation' && <p className="text-sm text-ink-3">Several meanings. Which one?</p>}
      <p
        dir="auto"
        lang={language}
        className="fading max-h-72 overflow-y-auto"
        tabIndex={0}
        role="group"
        aria-label="Summary"
      >
        {extract}
      </p>
      <OutLink url={url} className="self-start text-sm font-medium text-accent">
        Read the whole article
      </OutLink>
    </>
  )
}

const MAX_ALTERNATIVES = 8

function Alternatives({ article, onChoose }: { article: Article; onChoose: (title: string) => void }) {
  const others = article.alternatives
    .filter(({ title }) => title !== article.title)
    .slice(0, MAX_ALTERNATIVES)
  if (others.length === 0) return null
  return (
    <div>
      <p className="mb-1 text-xs text-ink-3">Did you mean</p>
      <ul className="flex flex-wrap gap-1.5">
        {others.map(({ title, description }) => (
          <li key={title}>
            <button
              type="button"
              title={description ?? undefined}
              className="min-h-7 rounded-full bg-surface-2 px-3 text-sm text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-10"
              onClick={() => onChoose(title)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
