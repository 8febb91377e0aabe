import { textOf, type Act, type Understood } from './act.ts'
import { scheduleChangeActs } from './schedule-making.ts'
import type { ScheduleSummary, WorkflowDoors, WorkflowSummary } from './workflow-doors.ts'
import { workflowMoves } from './workflow-moves.ts'
import { momentText, namedIn, titleOf, wantedName } from './workflow-names.ts'
import { scheduleTable, workflowTable } from './workflow-tables.ts'
import type { ToolDeps } from './call-tool.ts'

const goingOn = ['running', 'waiting', 'pending']
const FIRST = 5

/** What runs, what is planned, and moving it. */
export function workflowActs(doors: WorkflowDoors, tools: ToolDeps): Readonly<Record<string, Act>> {
  return {
    'workflow.show': (understood) => showWorkflows(doors, understood),
    'schedule.show': (understood) => showSchedules(doors, understood),
    ...workflowMoves(doors),
    ...scheduleChangeActs(doors, tools),
  }
}

async function showWorkflows(doors: WorkflowDoors, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const status = textOf(slots, 'status')
  const name = wantedName(understood)
  const all = await doors.list()
  const isWanted = ({ status: own }: WorkflowSummary) =>
    status === 'running' ? goingOn.includes(own) : status === undefined || own === status
  const found = name === undefined ? all.filter(isWanted) : namedIn(all, name)
  if (name !== undefined) return tellNamed(doors, understood, { name, found })
  if (found.length === 0) voice.say(nothing(status))
  else if (status !== undefined) voice.say(`${found.length} ${status}: ${listed(found)}.`)
  if (all.length > 0) voice.add(workflowTable(found.length > 0 ? found : all.slice(0, FIRST)))
}

function listed(found: readonly WorkflowSummary[]): string {
  const titles = [...new Set(found.map(titleOf))]
  return titles.length > FIRST ? `${titles.slice(0, FIRST).join(', ')} and more` : titles.join(', ')
}

const outcomes: Readonly<Record<string, string>> = {
  completed: 'Yes: the last run of %s, %t, is completed.',
  failed: 'No: the last run of %s, %t, failed.',
  cancelled: 'No: the last run of %s, %t, was cancelled.',
  running: '%s is running: it began %t.',
  waiting: '%s waits for you: it began %t.',
  pending: '%s has not begun yet.',
  paused: '%s is paused: it began %t.',
}

/** How the last run of one went, and when it comes again. */
async function tellNamed(
  doors: WorkflowDoors,
  understood: Understood,
  { name, found }: { name: string; found: readonly WorkflowSummary[] },
): Promise<void> {
  const { voice, when } = understood
  const schedules = namedIn(await doors.schedules(), name)
  const [newest] = found
  if (!newest && schedules.length === 0) {
    voice.decline(`There is no workflow and no schedule “${name}”.`)
    const all = await doors.list()
    if (all.length > 0) voice.add(workflowTable(all.slice(0, FIRST)))
    return
  }
  const run = newest
    ? (outcomes[newest.status] ?? '%s is %x.')
        .replace('%x', newest.status)
        .replace('%t', momentText(newest.created_at, when))
        // At last, and as a function: the title is somebody's text, in which no sign means anything.
        .replace('%s', () => titleOf(newest))
    : `${titleOf(schedules[0]!)} has not run yet.`
  voice.say([run, ...schedules.slice(0, 1).map((schedule) => nextText(schedule, understood))].join(' '))
  if (found.length > 0) voice.add(workflowTable(found))
  else voice.add(scheduleTable(schedules))
}

export function nextText({ next_run_at, enabled }: ScheduleSummary, { when }: Understood): string {
  if (!enabled) return 'Its schedule is off.'
  return next_run_at === null ? 'It does not run again.' : `It runs next on ${momentText(next_run_at, when)}.`
}

async function showSchedules(doors: WorkflowDoors, understood: Understood): Promise<void> {
  const { voice } = understood
  const all = await doors.schedules()
  const name = wantedName(understood)
  const found = namedIn(all, name)
  if (all.length === 0) voice.say('Nothing is scheduled.')
  else if (name === undefined)
    voice.say(`${all.length} ${all.length === 1 ? 'schedule' : 'schedules'}, the next to run first.`)
  else if (name !== undefined && found.length === 0)
    voice.decline(`There is no schedule “${name}”. These are there:`)
  else if (name !== undefined && found.length === 1)
    voice.say(`${titleOf(found[0]!)}: ${nextText(found[0]!, understood)}`)
  if (all.length > 0) voice.add(scheduleTable(found.length > 0 ? found : all))
}

function nothing(status: string | undefined): string {
  if (status === 'failed') return 'No workflow has failed.'
  return status === undefined ? 'There are no workflows yet.' : `Nothing is ${status} right now.`
}
