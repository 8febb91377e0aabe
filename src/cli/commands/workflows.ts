import type { ResultOf } from '../../contract/endpoint.ts'
import type { workflowsContract } from '../../features/workflows/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { givenText, parsedJson } from './given-text.ts'
import { callServiceForJson } from '../running-service.ts'
import type { Style } from '../terminal/table.ts'
import { printableLines } from '../terminal/text-width.ts'
import { printWorkflow, type WorkflowRecord } from './workflow-record.ts'
import { stampInWords } from '../terminal/words.ts'

type Workflows = typeof workflowsContract
type Run = (call: CommandCall) => Promise<number>

const statusStyles: Readonly<Record<string, Style>> = {
  running: 'cyan',
  waiting: 'yellow',
  completed: 'green',
  failed: 'red',
}

const verbs: Readonly<Record<string, Run>> = {
  list,
  show: async (call) => show(call, await read(idOf(call), call)),
  create,
  generate,
  pause: (call) => move(call, 'interrupt'),
  resume: (call) => move(call, 'resume'),
  retry: (call) => move(call, 'retry', stepOf(call)),
  rerun: (call) => move(call, 'rerun', {}),
  approve: async (call) =>
    move(call, 'intervene', { ...stepOf(call), ...(await approvalOf(call)), ...commentOf(call) }),
  reject: (call) => move(call, 'intervene', { ...stepOf(call), approved: false, ...commentOf(call) }),
  delete: remove,
  schedules: async (call) => (await import('./schedules.ts')).run(call),
}

export function run(call: CommandCall): Promise<number> {
  return verbs[call.verb ?? 'list']!(call)
}

function idOf({ positionals }: CommandCall): string {
  const [id] = positionals
  if (id !== undefined) return id
  throw new CommandError('Give the ID of a workflow. "deskhand workflows list" lists them.', exitCode.usage)
}

function pathOf(id: string, rest = ''): string {
  return `/api/workflows/${encodeURIComponent(id)}${rest}`
}

function stepOf({ flags }: CommandCall): { step_id?: string } {
  return typeof flags['step'] === 'string' ? { step_id: flags['step'] } : {}
}

/** With arguments it is an edit, which lets the step go on as well. */
async function approvalOf(call: CommandCall): Promise<object> {
  const given = call.flags['args']
  if (typeof given !== 'string') return { approved: true }
  return { decision: 'edit', args: parsedJson(await givenText(given, call), '--args takes a JSON object.') }
}

function commentOf({ flags }: CommandCall): { comment?: string } {
  return typeof flags['comment'] === 'string' ? { comment: flags['comment'] } : {}
}

async function list(call: CommandCall): Promise<number> {
  const query = new URLSearchParams()
  for (const name of ['status', 'limit'])
    if (typeof call.flags[name] === 'string') query.set(name, call.flags[name])
  const { workflows } = await callServiceForJson<ResultOf<Workflows['list']>>(call, {
    method: 'GET',
    path: `/api/workflows?${query.toString()}`,
  })
  const { terminal } = call
  terminal.result(workflows, () =>
    workflows.length === 0
      ? 'No workflows.'
      : terminal.table(
          ['id', 'status', 'steps', 'created', 'name'],
          workflows.map(({ workflow_id, status, step_count, completed_count, created_at, name }) => [
            workflow_id,
            { text: status, style: statusStyles[status] ?? 'gray' },
            `${completed_count}/${step_count}`,
            stampInWords(created_at),
            name ?? '',
          ]),
        ),
  )
  return exitCode.ok
}

function read(id: string, call: CommandCall): Promise<WorkflowRecord> {
  return callServiceForJson<WorkflowRecord>(call, { method: 'GET', path: pathOf(id) })
}

/** Shows the workflow; with --follow until it ends or waits for a person. */
async function show(call: CommandCall, record: WorkflowRecord): Promise<number> {
  const follows = call.flags['follow'] === true && !call.terminal.json && !call.reach
  if (!follows) return printWorkflow(record, call)
  const { followWorkflow } = await import('./follow-workflow.ts')
  return followWorkflow(record, call)
}

async function move(call: CommandCall, operation: string, body?: object): Promise<number> {
  const record = await callServiceForJson<WorkflowRecord>(call, {
    method: 'POST',
    path: pathOf(idOf(call), `/${operation}`),
    ...(body && { body: JSON.stringify(body) }),
  })
  return show(call, record)
}

/** `deskhand workflows create plan.json`: an object with steps, or the bare list of them. */
async function create(call: CommandCall): Promise<number> {
  const [file] = call.positionals
  if (file === undefined)
    throw new CommandError('Give a file with the steps as JSON, or - for stdin.', exitCode.usage)
  const text = await givenText(file === '-' ? '-' : `@${file.replace(/^@/, '')}`, call)
  const given = parsedJson(text, "The steps aren't valid JSON.")
  const { name } = call.flags
  const body = Array.isArray(given) ? { steps: given } : given
  const record = await callServiceForJson<WorkflowRecord>(call, {
    method: 'POST',
    path: '/api/workflows',
    body: JSON.stringify({
      ...body,
      ...(typeof name === 'string' && { name }),
      ...(call.flags['no-start'] === true && { start: false }),
    }),
  })
  return show(call, record)
}

/** `deskhand workflows generate "find my invoices and zip them"`: the plan, or with --start the workflow. */
async function generate(call: CommandCall): Promise<number> {
  const prompt = call.positionals.join(' ')
  if (prompt === '') throw new CommandError('Describe the workflow in a sentence.', exitCode.usage)
  const start = call.flags['start'] === true
  const plan = await callServiceForJson<ResultOf<Workflows['generate']>>(call, {
    method: 'POST',
    path: '/api/workflows/generate',
    body: JSON.stringify({ prompt, start }),
    signal: new AbortController().signal,
  })
  if (plan.workflow_id !== undefined && !call.terminal.json)
    return show(call, await read(plan.workflow_id, call))
  const { terminal } = call
  terminal.result(plan, () =>
    [
      ...printableLines(plan.explanation),
      '',
      terminal.table(
        ['step', 'tool', 'after', 'arguments'],
        plan.steps.map(({ id, action, depends_on, args }) => [
          id,
          action,
          depends_on.join(', '),
          JSON.stringify(args),
        ]),
        { wrapLast: true },
      ),
    ].join('\n'),
  )
  return exitCode.ok
}

async function remove(call: CommandCall): Promise<number> {
  const id = idOf(call)
  const { terminal, flags } = call
  if (flags['yes'] !== true && terminal.canAsk && !(await terminal.confirm(`Delete ${id}?`))) {
    terminal.hint('Nothing was changed.')
    return exitCode.interrupted
  }
  const answer = await callServiceForJson<object>(call, { method: 'DELETE', path: pathOf(id) })
  terminal.result(answer, () => `Deleted ${id}.`)
  return exitCode.ok
}
