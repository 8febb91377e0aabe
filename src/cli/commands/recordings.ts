import type { PlanStep } from '../../contract/computer-plan.ts'
import type { Recording, RecordingMoment } from '../../contract/recording.ts'
import type { ResultOf } from '../../contract/endpoint.ts'
import { countOf } from '../../contract/text/counts.ts'
import { bytesText, formatClock } from '../../contract/text/numbers.ts'
import type { desktopContract } from '../../features/desktop/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { planLines } from '../draw/draw-computer-task.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { stampInWords } from '../terminal/words.ts'

type Listed = ResultOf<(typeof desktopContract)['listRecordings']>

const PATH = '/api/recordings'

/** `deskhand recordings`: what tasks of computer control saw and did. Their pictures are on the Desk page. */
export async function run(call: CommandCall): Promise<number> {
  const [taskId] = call.positionals
  if (call.verb === 'list') return list(call)
  if (call.verb === 'delete' && call.flags['all'] === true) return removeAll(call)
  if (taskId === undefined)
    throw new CommandError(
      `Give the task: "deskhand recordings ${call.verb ?? 'show'} TASK".`,
      exitCode.usage,
    )
  return call.verb === 'delete' ? remove(taskId, call) : show(taskId, call)
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const answer = await callServiceForJson<Listed>(call, { method: 'GET', path: `${PATH}?limit=1000` })
  terminal.result(answer, () => {
    if (answer.recordings.length === 0)
      return answer.is_on ? 'No recordings.' : 'No recordings. COMPUTER_RECORDING is off.'
    const table = terminal.table(
      ['task', 'started', 'status', 'steps', 'size', 'request'],
      answer.recordings.map(({ task_id, started_at, status, steps, bytes, task }) => [
        task_id,
        stampInWords(started_at),
        status,
        String(steps),
        bytesText(bytes),
        task,
      ]),
    )
    return `${table}\n${countOf(answer.total, 'recording')}, ${bytesText(answer.bytes)}`
  })
  return exitCode.ok
}

async function show(taskId: string, call: CommandCall): Promise<number> {
  const recording = await callServiceForJson<Recording>(call, { method: 'GET', path: pathOf(taskId) })
  call.terminal.result(recording, () => inWords(recording, call.terminal))
  return exitCode.ok
}

function inWords(
  { task, moments, status, message, started_at }: Recording,
  pen: Pick<Terminal, 'style'>,
): string {
  const lines = moments.flatMap((moment, index) => [
    ...planLines(newInPlan(moment.plan, moments[index - 1]?.plan ?? []), pen).map(
      (line) => `${MARGIN}${line}`,
    ),
    ...momentInWords(moment, started_at),
  ])
  const isEnded = moments.at(-1)?.kind === 'end'
  return [task, ...lines, ...(isEnded ? [] : [`${status}${message === null ? '' : `: ${message}`}`])].join(
    '\n',
  )
}

/** All of a new plan; of one that goes on, the steps that stand otherwise. */
function newInPlan(plan: readonly PlanStep[], before: readonly PlanStep[]): readonly PlanStep[] {
  const goesOn = plan.length === before.length && plan.every(({ text }, at) => text === before[at]?.text)
  return goesOn ? plan.filter(({ state }, at) => state !== before[at]?.state) : plan
}

/** As wide as the time of a moment. */
const MARGIN = ' '.repeat(10)

function momentInWords({ at, words, result, kind, state }: RecordingMoment, startedAt: string): string[] {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(startedAt)) / 1000))
  const sign =
    kind === 'question' ? '?' : ['not_done', 'failed', 'rejected', 'expired'].includes(state) ? '!' : ' '
  const lead = `${formatClock(seconds).padStart(7)} ${sign} `
  return [`${lead}${words}`, ...(result === '' ? [] : [`${MARGIN}${result}`])]
}

async function remove(taskId: string, call: CommandCall): Promise<number> {
  const answer = await callServiceForJson<object>(call, { method: 'DELETE', path: pathOf(taskId) })
  call.terminal.result(answer, () => `Deleted the recording of ${taskId}.`)
  return exitCode.ok
}

async function removeAll(call: CommandCall): Promise<number> {
  if (call.positionals.length > 0) throw new CommandError('Give either a task or --all.', exitCode.usage)
  const answer = await callServiceForJson<{ deleted: number }>(call, { method: 'DELETE', path: PATH })
  call.terminal.result(answer, () => `Deleted ${countOf(answer.deleted, 'recording')}.`)
  return exitCode.ok
}

function pathOf(taskId: string): string {
  return `${PATH}/${encodeURIComponent(taskId)}`
}
