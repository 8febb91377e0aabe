import { CopyButton } from '../../../../../src/components/view-kit/card.tsx'
import { Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { useAnswer } from '../../use-answer.ts'
import { useRepeated } from '../repeated.ts'

const LOOK_MS = 2_000

/** What a server wrote, the newest at the end; it goes on while it is shown. */
export function ServerLog({ server }: { server: string }) {
  const { data, error, refresh } = useAnswer('GET /api/mcp-servers/:server/log', { params: { server } })
  useRepeated(refresh, { everyMs: LOOK_MS, isOn: data !== undefined })
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={80} />
  if (data.lines.length === 0) return <p className="text-sm text-ink-3">Nothing written yet.</p>
  const text = data.lines.map(({ at, text: line }) => `${at} ${line}`).join('\n')
  return (
    <div className="relative">
      <div className="absolute end-1 top-1">
        <CopyButton text={text} label={`Copy the log of ${server}`} />
      </div>
      <ol
        tabIndex={0}
        aria-label={`Lines of ${server}`}
        className="max-h-72 overflow-auto rounded-lg bg-surface-2 p-3 pe-10 font-mono text-xs"
      >
        {data.lines.map(({ at, from, text: line }, index) => (
          <li key={index} className={`wrap-anywhere ${from === 'deskhand' ? 'text-ink-3' : 'text-ink'}`}>
            <time dateTime={at} title={at} className="text-ink-3">
              {new Date(at).toLocaleTimeString()}
            </time>{' '}
            {line}
          </li>
        ))}
      </ol>
    </div>
  )
}
