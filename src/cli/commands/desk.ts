import type { ComputerTask, StartedTask, TaskList } from '../../features/desktop/computer-tasks.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { taskLines } from '../draw/draw-computer-task.ts'
import { exitCode } from '../exit-codes.ts'
import { readTask, stopTask } from './computer-task-requests.ts'
import { callServiceForJson } from '../running-service.ts'
import { stampInWords } from '../terminal/words.ts'

type Run = (call: CommandCall) => Promise<number>

const verbs: Readonly<Record<string, Run>> = { list, run: start, show, stop }

/** `deskhand desk`: tasks that a model does with mouse and keyboard. */
export function run(call: CommandCall): Promise<number> {
  return verbs[call.verb ?? 'list']!(call)
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const tasks = await latestTasks(call)
  terminal.result(tasks, () =>
    tasks.length === 0
      ? 'No tasks yet. "deskhand desk run TASK" starts one.'
      : terminal.table(
          ['id', 'status', 'started', 'task'],
          tasks.map(({ task_id, status, created_at, task }) => [
            task_id,
            status,
            stampInWords(created_at),
            task,
          ]),
        ),
  )
  return exitCode.ok
}

async function start(call: CommandCall): Promise<number> {
  const task = call.positionals.join(' ').trim()
  if (task === '')
    throw new CommandError('Say what to do: deskhand desk run "Open the calculator".', exitCode.usage)
  const { ask, 'max-steps': steps } = call.flags
  const body = {
    task,
    ...(typeof ask === 'string' && { approve: ask }),
    ...(typeof steps === 'string' && { max_steps: Number(steps) }),
  }
  const { followTask } = await import('./follow-computer-task.ts')
  return followTask(call, () =>
    callServiceForJson<StartedTask>(call, {
      method: 'POST',
      path: '/api/computer/execute',
      body: JSON.stringify(body),
    }),
  )
}

async function show(call: CommandCall): Promise<number> {
  const id = call.positionals[0] ?? (await latestTasks(call))[0]?.task_id
  if (id === undefined) throw new CommandError('No tasks yet.', exitCode.failed)
  const task = await readTask(id, call)
  call.terminal.result(task, () => taskLines(task, call.terminal).join('\n'))
  return exitCode.ok
}

async function stop(call: CommandCall): Promise<number> {
  const answer = await stopTask(call)
  call.terminal.result(answer, () => (answer.stopped ? 'Stopped.' : 'Nothing was running.'))
  return exitCode.ok
}

async function latestTasks(call: CommandCall): Promise<ComputerTask[]> {
  return (await callServiceForJson<TaskList>(call, { method: 'GET', path: '/api/computer' })).tasks
}
