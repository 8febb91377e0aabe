import { defineIntent } from '../../define-intent.ts'
import type { Understood } from '../../answers/act.ts'
import { jobOf, JobSlots } from './job-slots.ts'
import type { WorkflowPort, WorkflowSummary } from './workflow-port.ts'
import { momentText, namedIn, nextText, titleOf } from './workflow-names.ts'
import { scheduleTable, workflowTable } from './workflow-tables.ts'

const goingOn = ['running', 'waiting', 'pending']
const FIRST = 5

export const intent = defineIntent({
  name: 'workflow.show',
  label: 'Workflows',
  example: 'What is running?',
  slots: JobSlots,
  templates: [
    '[<show>|list] [all] [<my>] [failed|running|paused|waiting] (workflows|flows)',
    '(<show>|list) [all] [<my>] [failed|running|paused|waiting] <jobs>',
    '(what|which|did any|have any|were there any|are there any|any) [of] [<my>] [failed|running|paused|waiting] (<jobs>|backups) [have|that|which|are|are there|there|do i have] [failed|fail|running|paused|waiting] [<recently>|<now>]',
    '(what|which) schedules [have] failed [<recently>]',
    '[<show>] [<my>] failed (<jobs>|backups)',
    '(what failed|what has failed|did anything fail|has anything failed) [<recently>]',
    '(did|has|have) <my> {job} [<job>] (work|worked|run|ran|finish|finished|fail|failed|succeed|succeeded|complete|completed|go through|gone through) [ok|okay|well] [yet|already|<recently>]',
    '(how did|was) <my> {job} [<job>] (go|successful|ok|okay|done) [<recently>]',
    'how is <my> {job} [<job>] (going|doing|coming along) [<now>]',
    'is <my> {job} [<job>] [still] (running|done|finished|going|paused) [<now>]',
    '[<show>|what is] [the] status of <my> {name} <job>',
    '[<show>|what is] [the] status of <my> {job}',
    '(what is [currently]|is (anything|something)) running [<now>]',
  ],
  examples: [
    '(show|list) [me] (my|the|all|running) workflows',
    '(did|has) the {workflow} [workflow|job|run] (finish|finished|fail|failed|work|complete|run)',
    'how is the {workflow} (workflow|job) going',
    'which workflows (failed|are paused|are waiting|ran today)',
    'is the {workflow} still running',
    'show my task history',
    'what are you working on',
    '(did|has) the {workflow} (finish|finished|run|fail|failed|complete) [last night|yet|today]',
    'how far [along] is the {workflow}',
  ],
  fill: jobOf,
  async act(understood, { workflows }) {
    const { writer } = understood
    const { name, status } = understood.slots
    const all = await workflows.list()
    if (name !== undefined) return tellNamed(workflows, understood, { name, found: namedIn(all, name) })
    const isWanted = ({ status: own }: WorkflowSummary) =>
      status === 'running' ? goingOn.includes(own) : status === undefined || own === status
    const found = all.filter(isWanted)
    if (found.length === 0) writer.say(nothing(status))
    else if (status !== undefined) writer.say(`${found.length} ${status}: ${listed(found)}.`)
    if (all.length > 0) writer.add(workflowTable(found.length > 0 ? found : all.slice(0, FIRST)))
  },
})

function listed(found: readonly WorkflowSummary[]): string {
  const titles = [...new Set(found.map(titleOf))]
  return titles.length > FIRST ? `${titles.slice(0, FIRST).join(', ')} and more` : titles.join(', ')
}

function nothing(status: string | undefined): string {
  if (status === 'failed') return 'No workflows have failed.'
  return status === undefined ? 'No workflows yet.' : `Nothing is ${status} right now.`
}

const outcomes: Readonly<Record<string, string>> = {
  completed: 'Yes: the last run of %s, %t, completed.',
  failed: 'No: the last run of %s, %t, failed.',
  cancelled: 'No: the last run of %s, %t, was cancelled.',
  running: '%s is running. It started %t.',
  waiting: '%s is waiting for you. It started %t.',
  pending: "%s hasn't started yet.",
  paused: '%s is paused. It started %t.',
}

/** How the last run of one went, and when it comes again. */
async function tellNamed(
  port: WorkflowPort,
  { writer, when }: Pick<Understood, 'writer' | 'when'>,
  { name, found }: { name: string; found: readonly WorkflowSummary[] },
): Promise<void> {
  const schedules = namedIn(await port.schedules(), name)
  const [newest] = found
  if (!newest && schedules.length === 0) {
    writer.decline(`No workflow or schedule “${name}”.`)
    const all = await port.list()
    if (all.length > 0) writer.add(workflowTable(all.slice(0, FIRST)))
    return
  }
  const run = newest
    ? (outcomes[newest.status] ?? '%s is %x.')
        .replace('%x', newest.status)
        .replace('%t', momentText(newest.created_at, when))
        // At last, and as a function: the title is somebody's text, in which no sign means anything.
        .replace('%s', () => titleOf(newest))
    : `${titleOf(schedules[0]!)} hasn't run yet.`
  writer.say([run, ...schedules.slice(0, 1).map((schedule) => nextText(schedule, when))].join(' '))
  writer.add(found.length > 0 ? workflowTable(found) : scheduleTable(schedules))
}
