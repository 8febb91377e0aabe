import { Pause, Play } from 'lucide-react'
import { IconButton } from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import { formatMoment } from '../../../../src/contract/text/moments.ts'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { Ago } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { scheduleInWords } from '../../../../src/contract/schedule-words.ts'

type Schedule = AnswerOf<'GET /api/schedules'>['schedules'][number]

/** What recurs, when it runs next, and the means to pause or end it. */
export function Schedules() {
  const { data, refresh } = useAnswer('GET /api/schedules', {}, ['workflow.created', 'workflow.updated'])
  if (!data || data.schedules.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 font-semibold">Schedules</h2>
      <ul className="flex flex-col gap-2">
        {data.schedules.map((schedule) => (
          <ScheduleLine key={schedule.schedule_id} schedule={schedule} onMoved={refresh} />
        ))}
      </ul>
    </section>
  )
}

interface Moved {
  readonly onMoved: () => void
  readonly onRemoved: () => void
}

/** Pausing, resuming and ending a schedule. */
export function useScheduleMoves(
  { schedule_id, name }: Pick<Schedule, 'schedule_id' | 'name'>,
  { onMoved, onRemoved }: Moved,
) {
  const service = useService()
  const { context } = useShell()
  const { error, attempt } = useAttempt()
  const params = { schedule_id }
  const turn = (move: 'pause' | 'resume') =>
    void attempt(async () => {
      await service.call(`POST /api/schedules/:schedule_id/${move}`, { params })
      onMoved()
    })
  const removeIt = async () => {
    const question = {
      title: 'Remove this schedule?',
      message: `“${name ?? schedule_id}” won't run again. Flows it already started are kept.`,
      confirmLabel: 'Remove',
      dangerous: true,
    }
    if (!(await context.ask(question))) return
    await attempt(async () => {
      await service.call('DELETE /api/schedules/:schedule_id', { params })
      onRemoved()
    })
  }
  return { turn, remove: () => void removeIt(), error }
}

function ScheduleLine({ schedule, onMoved }: { schedule: Schedule; onMoved: () => void }) {
  const { schedule_id, enabled, next_runs, next_run_at } = schedule
  const name = schedule.name ?? schedule_id
  const { router } = useShell()
  const { turn, remove, error } = useScheduleMoves(schedule, { onMoved, onRemoved: onMoved })
  const later = next_runs.slice(1).map((at) => formatMoment(new Date(at)))
  return (
    <li className="card relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-surface-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <button
            type="button"
            className="max-w-full truncate after:absolute after:inset-0 after:rounded-card"
            onClick={() => router.go('flows', schedule_id)}
          >
            {name}
          </button>
        </p>
        <p className="text-sm text-ink-3">
          {scheduleInWords(schedule)}
          {enabled && next_run_at !== null ? (
            <>
              , next <Ago at={next_run_at} />
            </>
          ) : (
            ', paused'
          )}
        </p>
        {later.length > 0 && <p className="text-xs text-ink-3">then {later.join(' · ')}</p>}
      </div>
      {enabled ? (
        <IconButton className="relative" label={`Pause ${name}`} onClick={() => turn('pause')}>
          <Pause aria-hidden className="size-4" />
        </IconButton>
      ) : (
        <IconButton className="relative" label={`Resume ${name}`} onClick={() => turn('resume')}>
          <Play aria-hidden className="size-4" />
        </IconButton>
      )}
      <DeleteButton className="relative" label={`Remove ${name}`} onClick={remove} />
      <ProblemNote error={error} />
    </li>
  )
}
