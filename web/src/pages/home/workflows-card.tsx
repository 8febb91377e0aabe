import { Workflow } from 'lucide-react'
import { Card } from '../../../../src/components/view-kit/card.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Empty, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'

const UNDER_WAY = ['running', 'waiting', 'paused']
const MAX_SHOWN = 5
const MOVES = ['workflow.created', 'workflow.updated', 'workflow.deleted'] as const

/** The work that is under way, each leading to its page. */
export function WorkflowsCard({ total }: { total: number | undefined }) {
  const { context } = useShell()
  const { data, error, refresh } = useAnswer('GET /api/workflows', { query: { limit: 100 } }, MOVES)
  const going = data?.workflows.filter(({ status }) => UNDER_WAY.includes(status)) ?? []
  return (
    <Card icon={<Workflow aria-hidden className="size-4" />} title="Workflows">
      {error && !data && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={60} />}
      {data && going.length === 0 && <Empty>Nothing running.</Empty>}
      <ul className="flex flex-col">
        {going.slice(0, MAX_SHOWN).map(({ workflow_id, name, status }) => (
          <li key={workflow_id}>
            <button
              type="button"
              className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-surface-2 pointer-coarse:min-h-10"
              onClick={() => context.show('flows', workflow_id)}
            >
              <span className="clip flex-1">{name ?? workflow_id}</span>
              <StatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="-ms-3 mt-1 text-accent" onClick={() => context.show('flows')}>
        {total === undefined ? 'Show all' : `Show all ${total}`}
      </Button>
    </Card>
  )
}
