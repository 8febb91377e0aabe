import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { Ago, Empty, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { CodeBlock } from '../../../../src/components/view-kit/text/code-block.tsx'
import { PageLink } from '../../frame/page-link.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import type { Automation } from './draft.ts'

const PAGE = 50
const MAX_EVENTS = 500

/** What has happened, what came of it, and the means to let it happen again. */
export function Events({ automation: { automation_id } }: { automation: Automation }) {
  const service = useService()
  const { context } = useShell()
  const { error: refused, attempt } = useAttempt()
  const [limit, setLimit] = useState(PAGE)
  const params = { automation_id }
  const { data, error, refresh } = useAnswer(
    'GET /api/automations/:automation_id/events',
    { params, query: { limit } },
    ['workflow.created', 'workflow.updated'],
  )
  const replay = (number: number) =>
    void attempt(async () => {
      await service.call('POST /api/automations/:automation_id/events/:number/replay', {
        params: { ...params, number },
      })
      context.announce(`Event ${number} replayed.`)
      refresh()
    })
  return (
    <section aria-label="Events" className="flex flex-col gap-2">
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={160} />}
      {data?.events.length === 0 && <Empty>Nothing has happened yet.</Empty>}
      <ProblemNote error={refused} />
      <ol className="flex flex-col gap-2">
        {data?.events.map(({ number, trigger_id, at, status, reason, workflow_id, data: details }) => (
          <li key={number} className="card flex flex-col gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center gap-3 text-sm">
              <span className="font-medium">{trigger_id}</span>
              <span className="flex-1 text-ink-3">
                <Ago at={at} />
              </span>
              <StatusBadge status={status} />
              {workflow_id !== null && (
                <PageLink page="flows" item={workflow_id} className="text-accent underline">
                  Show the run
                </PageLink>
              )}
              <Button aria-label={`Replay event ${number}`} onClick={() => replay(number)}>
                <RotateCcw aria-hidden className="size-4" /> Replay
              </Button>
            </div>
            {reason !== null && <p className="text-sm text-ink-2">{reason}</p>}
            <details>
              <summary className="min-h-9 cursor-pointer text-sm text-ink-3">Data</summary>
              <CodeBlock code={JSON.stringify(details, null, 2)} language="json" />
            </details>
          </li>
        ))}
      </ol>
      {data && data.next_cursor !== null && limit < MAX_EVENTS && (
        <Button className="self-start" onClick={() => setLimit(MAX_EVENTS)}>
          Show more
        </Button>
      )}
    </section>
  )
}
