import { setTimeout as sleep } from 'node:timers/promises'
import type { ComputerTask, StartedTask } from '../../features/desktop/computer-tasks.ts'
import type { CommandCall } from '../command.ts'
import { checkLine, endLines, planLines, stepLine } from '../draw/draw-computer-task.ts'
import { exitCode } from '../exit-codes.ts'
import { openEvents } from '../service-events.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { askApproval } from './approval.ts'
import { readTask, stopTask } from './computer-task-requests.ts'

const LOOK_EVERY_MS = 500

/** Starts a task and shows its plan, its steps and its questions until it ends. Ctrl-C stops it. */
export async function followTask(call: CommandCall, start: () => Promise<StartedTask>): Promise<number> {
  const ended = new AbortController()
  const stop = () => void stopTask(call).catch(() => {})
  try {
    // Listening begins before the task, so that nothing falls between the two.
    const path = '/api/events?topics=computer.*,confirmation.*'
    const events = await openEvents<object>(call, { method: 'GET', path, signal: ended.signal })
    const { task_id } = await start()
    process.on('SIGINT', stop)
    const task = await follow(task_id, events, call)
    call.terminal.result(task, () => endLines(task, call.terminal).join('\n'))
    return exitCodeOf(task)
  } finally {
    process.off('SIGINT', stop)
    ended.abort()
  }
}

async function follow(id: string, events: AsyncGenerator<object>, call: CommandCall): Promise<ComputerTask> {
  const { terminal } = call
  using region = new LiveRegion(terminal)
  const written = { steps: 0, checks: 0 }
  let asked: string | undefined
  for (;;) {
    const task = await readTask(id, call)
    if (!terminal.json) showNew(task, { region, written, call })
    if (task.ended_by !== null) return task
    const { confirmation } = task
    if (confirmation && confirmation.confirmation_id !== asked) {
      asked = confirmation.confirmation_id
      region.clear()
      if (terminal.canAsk) {
        await askApproval(confirmation, call)
        continue
      }
      terminal.hint(`It waits for your approval: "deskhand approvals approve ${asked}".`)
    }
    // The stream ends with the service, which the next look tells, or with the connection.
    if ((await events.next()).done === true) await sleep(LOOK_EVERY_MS)
  }
}

/** Steps and checks stay; the plan below them changes in place. */
function showNew(
  { steps, end_checks, plan, ended_by }: ComputerTask,
  {
    region,
    written,
    call: { terminal },
  }: { region: LiveRegion; written: { steps: number; checks: number }; call: CommandCall },
): void {
  region.commit([
    ...steps.slice(written.steps).map((step) => stepLine(step, terminal)),
    ...end_checks.slice(written.checks).map((check) => checkLine(check, terminal)),
  ])
  written.steps = steps.length
  written.checks = end_checks.length
  const lines = planLines(plan, terminal)
  if (ended_by === null) return region.show(lines.length === 0 ? ['Working …'] : ['Plan:', ...lines])
  region.clear()
  region.commit(lines.length === 0 ? [] : ['Plan:', ...lines])
}

function exitCodeOf({ status }: ComputerTask): number {
  if (status === 'completed') return exitCode.ok
  return status === 'stopped' ? exitCode.interrupted : exitCode.failed
}
