import type { ResultOf } from '../../contract/endpoint.ts'
import { scheduleInWords } from '../../contract/schedule-words.ts'
import type { workflowsContract } from '../../features/workflows/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { stampInWords } from '../terminal/words.ts'

type Schedules = ResultOf<(typeof workflowsContract)['listSchedules']>['schedules']

/** `deskhand workflows schedules`, `… schedules pause ID`, `resume ID` and `delete ID`. */
export async function run(call: CommandCall): Promise<number> {
  const [what = 'list', id] = call.positionals
  if (what === 'list') return list(call)
  if (!['pause', 'resume', 'delete'].includes(what))
    throw new CommandError('Use "schedules list", "pause ID", "resume ID" or "delete ID".', exitCode.usage)
  if (id === undefined)
    throw new CommandError(`Give the schedule: "deskhand workflows schedules ${what} ID".`, exitCode.usage)
  const path = `/api/schedules/${encodeURIComponent(id)}`
  const answer = await callServiceForJson<object>(
    call,
    what === 'delete' ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/${what}` },
  )
  const done = { pause: 'Paused', resume: 'Resumed', delete: 'Deleted' }[what as 'pause']
  call.terminal.result(answer, () => `${done} ${id}.`)
  return exitCode.ok
}

async function list(call: CommandCall): Promise<number> {
  const { schedules } = await callServiceForJson<{ schedules: Schedules }>(call, {
    method: 'GET',
    path: '/api/schedules',
  })
  const { terminal } = call
  terminal.result(schedules, () =>
    schedules.length === 0
      ? 'No schedules.'
      : terminal.table(
          ['id', 'when', 'next', 'name'],
          schedules.map(({ schedule_id, cron, every, enabled, next_run_at, name }) => [
            schedule_id,
            scheduleInWords({ cron, every }),
            enabled && next_run_at !== null ? stampInWords(next_run_at) : { text: 'paused', style: 'yellow' },
            name ?? '',
          ]),
        ),
  )
  return exitCode.ok
}
