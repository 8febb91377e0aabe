import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import type { LiveData } from './live-data.ts'
import { Ago, Failure, Skeleton } from '../states.tsx'

/** What every answer with live data carries. */
interface Provided {
  readonly source: { readonly name: string; readonly url: string; readonly attribution: string }
  readonly fetched_at: string
  readonly stale: boolean
}

interface LiveCardProps<Data extends Provided> {
  readonly live: LiveData<Data>
  readonly icon: ReactNode
  readonly title: string
  readonly subtitle?: (data: Data) => ReactNode
  /** Height of the body while it is empty. */
  readonly height: number
  /** Stands below the body in every state, e.g. a field to ask for something else. */
  readonly below?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The card of a widget with live data: skeleton, data with its age and source, stale mark, failure with retry. */
export function LiveCard<Data extends Provided>({
  live,
  icon,
  title,
  subtitle,
  height,
  below,
  children,
}: LiveCardProps<Data>) {
  const { data, error, refresh } = live
  return (
    <div data-provider className="contents">
      <Card
        icon={icon}
        title={title}
        subtitle={data && subtitle?.(data)}
        state={data && <Freshness data={data} problem={error?.message} />}
        footer={data && <Attribution source={data.source} />}
        onRefresh={refresh}
      >
        {data ? (
          children(data)
        ) : error ? (
          <Failure error={error} onRetry={refresh} />
        ) : (
          <Skeleton height={height} />
        )}
        {below !== undefined && <div className="mt-3">{below}</div>}
      </Card>
    </div>
  )
}

function Freshness({ data, problem }: { data: Provided; problem: string | undefined }) {
  const old = data.stale || problem !== undefined
  return (
    <span title={problem} className={`inline-flex items-center gap-1.5 ${old ? 'text-warn' : ''}`}>
      {problem !== undefined && <span className="sr-only">{problem} </span>}
      <span aria-hidden className={`size-1.5 rounded-full ${old ? 'bg-warn' : 'bg-good'}`} />
      {old && 'stale, '}
      <Ago at={data.fetched_at} />
    </span>
  )
}

/** Who gave the data, as they ask to be named. */
export function Attribution({
  source,
}: {
  source: { name: string; url: string; attribution?: string | undefined }
}) {
  return (
    <a href={source.url} target="_blank" rel="noopener noreferrer" className="hover:underline">
      {source.attribution ?? source.name}
    </a>
  )
}
