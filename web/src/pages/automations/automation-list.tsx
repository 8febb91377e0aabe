import { Play, Plus } from 'lucide-react'
import { Button, IconButton } from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Ago, Empty, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { useAnswer } from '../use-answer.ts'
import { NEW_AUTOMATION } from './addresses.ts'
import { definitionOf, draftOf } from './draft.ts'
import { ImportButton } from './transfer.tsx'

type Summary = AnswerOf<'GET /api/automations'>['automations'][number]

const STARTS: Readonly<Record<Summary['trigger_types'][number], string>> = {
  file: 'a file',
  mail: 'an email',
  calendar: 'an appointment',
  feed: 'a feed entry',
  webhook: 'a webhook',
  store: 'a stored value',
  metric: 'a system metric',
  notification: 'a notification',
  workflow: 'a workflow',
  chat: 'a chat phrase',
  schedule: 'a schedule',
}

function isSchedule({ trigger_types, trigger_count }: Summary): boolean {
  return trigger_count === 1 && trigger_types[0] === 'schedule'
}

/** Saved automations: what starts each, how its last run went, and the means to run, change or remove it. */
export function AutomationList() {
  const { router } = useShell()
  const { data, error, refresh } = useAnswer('GET /api/automations', {}, [
    'workflow.created',
    'workflow.updated',
  ])
  // What only the clock starts stands below, with its next times.
  const shown = data?.automations.filter((automation) => !isSchedule(automation))
  return (
    <section aria-labelledby="automations">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="automations" className="font-semibold">
          Automations
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <ImportButton />
          <Button onClick={() => router.go('flows', NEW_AUTOMATION)}>
            <Plus aria-hidden className="size-4" /> New automation
          </Button>
        </div>
      </div>
      {error && !data && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={64} />}
      {shown?.length === 0 && (
        <Empty>No automations. An automation runs when a file, an email or another event starts it.</Empty>
      )}
      <ul className="flex flex-col gap-2">
        {shown?.map((automation) => (
          <AutomationLine key={automation.automation_id} automation={automation} onMoved={refresh} />
        ))}
      </ul>
    </section>
  )
}

function AutomationLine({ automation, onMoved }: { automation: Summary; onMoved: () => void }) {
  const { automation_id, name, enabled, trigger_types, trouble, last_run } = automation
  const { router } = useShell()
  const { error, turn, run, remove } = useMoves(automation, onMoved)
  return (
    <li className="card relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-surface-2">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="truncate font-medium">
          <button
            type="button"
            className="max-w-full truncate after:absolute after:inset-0 after:rounded-card"
            onClick={() => router.go('flows', automation_id)}
          >
            {name}
          </button>
        </p>
        <p className="text-sm text-ink-3">
          {trigger_types.length === 0
            ? 'Runs when you start it'
            : `Starts on ${trigger_types.map((type) => STARTS[type]).join(' or ')}`}
          {last_run && (
            <>
              , last run <Ago at={last_run.created_at} />
            </>
          )}
        </p>
        {trouble !== null && <p className="text-sm text-bad">{trouble}</p>}
      </div>
      {last_run && <StatusBadge status={last_run.status} />}
      <input
        type="checkbox"
        role="switch"
        className="switch relative cursor-pointer"
        aria-label={`${name} is on`}
        title={enabled ? 'On' : 'Off'}
        checked={enabled}
        onChange={(event) => turn(event.target.checked)}
      />
      <IconButton className="relative" label={`Run ${name} now`} onClick={run}>
        <Play aria-hidden className="size-4" />
      </IconButton>
      <DeleteButton className="relative" label={`Delete ${name}`} onClick={() => void remove()} />
      <ProblemNote error={error} />
    </li>
  )
}

function useMoves({ automation_id, name }: Summary, onMoved: () => void) {
  const service = useService()
  const { router, context } = useShell()
  const { error, attempt } = useAttempt()
  const params = { automation_id }
  const turn = (enabled: boolean) =>
    void attempt(async () => {
      const now = await service.call('GET /api/automations/:automation_id', { params })
      await service.call('PUT /api/automations/:automation_id', {
        params,
        headers: { 'if-match': `"${now.version}"` },
        body: { ...definitionOf(draftOf(now)), enabled },
      })
      onMoved()
    })
  const run = () =>
    void attempt(async () => {
      const { workflow_id } = await service.call('POST /api/automations/:automation_id/run', {
        params,
        body: {},
      })
      router.go('flows', workflow_id)
    })
  const remove = async () => {
    const question = {
      title: 'Delete this automation?',
      message: `“${name}” won't run again. Its versions and events are deleted permanently; its runs are kept.`,
      confirmLabel: 'Delete',
      dangerous: true,
    }
    if (!(await context.ask(question))) return
    await attempt(async () => {
      await service.call('DELETE /api/automations/:automation_id', { params })
      onMoved()
    })
  }
  return { error, turn, run, remove }
}
