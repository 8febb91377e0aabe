import type { SlotsOf } from '../../define-intent.ts'
import type { Component } from '../../../../../contract/component-schema.ts'
import type { ActPort } from '../../act-port.ts'
import { saying, type Understood } from '../../answers/act.ts'
import type { JobSlots } from './job-slots.ts'
import type { ScheduleSummary, WorkflowSummary } from './workflow-port.ts'
import { isCalled, namedIn, newestOfEach, ownNameIn, titleOf } from './workflow-names.ts'
import { scheduleTable, workflowTable } from './workflow-tables.ts'

type UnderstoodJob = Understood<SlotsOf<typeof JobSlots>>
type Port = Pick<ActPort, 'workflows'>

/** What one verb does to a run and to a schedule, and to which of them it can be done. */
export interface Move {
  readonly verb: string
  readonly workflow: {
    readonly can: readonly string[]
    readonly act: (found: WorkflowSummary, understood: UnderstoodJob, port: Port) => Promise<string>
  }
  readonly schedule: {
    readonly can: (schedule: ScheduleSummary) => boolean
    readonly act: (found: ScheduleSummary, understood: UnderstoodJob, port: Port) => Promise<string>
  }
}

export const ended = ['completed', 'failed', 'cancelled']

/** Pausing, going on, running and deleting: the run or the schedule of that name, whichever there is. */
export async function moveJob(understood: UnderstoodJob, port: Port, wish: Move): Promise<void> {
  const { asked, slots, writer } = understood
  const { workflows } = port
  // Its steps were allowed by who is at the machine, and may not ask again.
  if (wish.verb !== 'pause' && asked.provenance !== 'local-client')
    return writer.say(
      `A message from outside can pause this, but not ${wish.verb} it. Do that on the machine itself.`,
    )
  const allRuns = slots.of === 'schedule' ? [] : await workflows.list()
  const allSchedules = slots.of === 'workflow' ? [] : await workflows.schedules()
  const named = meantBy(slots.name, { runs: allRuns, schedules: allSchedules })
  const runs = newestOfEach(named.runs.filter(({ status }) => wish.workflow.can.includes(status)))
  const schedules = named.schedules.filter(wish.schedule.can)
  const chosen = chosenOf({ runs, schedules, wish })
  if (chosen === undefined) return tellNone(understood, { runs: allRuns, schedules: allSchedules, wish })
  if (chosen === 'several') return askWhich(understood, { runs, schedules, wish })
  const isSchedule = 'schedule_id' in chosen
  writer.say(
    isSchedule
      ? await wish.schedule.act(chosen, understood, port)
      : await wish.workflow.act(chosen, understood, port),
  )
  writer.add(
    isSchedule
      ? scheduleTable(await workflows.schedules())
      : workflowTable((await workflows.list()).slice(0, SHOWN)),
  )
}

/** Where one is called so, those that only have the words in their name are not meant, though the verb fits them. */
function meantBy(name: string | undefined, { runs, schedules }: Omit<Choice, 'wish'>): Omit<Choice, 'wish'> {
  const isExact = [...runs, ...schedules].some((entry) => name !== undefined && isCalled(entry, name))
  if (!isExact) return { runs: namedIn(runs, name), schedules: namedIn(schedules, name) }
  return {
    runs: runs.filter((entry) => isCalled(entry, name!)),
    schedules: schedules.filter((entry) => isCalled(entry, name!)),
  }
}

const SHOWN = 10
const OFFERED = 6

interface Choice {
  readonly runs: readonly WorkflowSummary[]
  readonly schedules: readonly ScheduleSummary[]
  readonly wish: Move
}

/** A schedule and the runs that it made have one name: to run or delete it, the schedule is meant. */
function chosenOf({
  runs,
  schedules,
  wish,
}: Choice): WorkflowSummary | ScheduleSummary | 'several' | undefined {
  const all = [...schedules, ...runs]
  if (all.length < 2) return all[0]
  const [schedule] = schedules
  const [run] = runs
  if (all.length > 2 || !schedule || !run || schedule.name !== run.name) return 'several'
  const isOld = wish.verb === 'run' || (wish.verb === 'delete' && ended.includes(run.status))
  return isOld ? schedule : 'several'
}

function tellNone({ writer, slots: { name } }: UnderstoodJob, { runs, schedules, wish }: Choice): void {
  const named = [
    ...namedIn(runs, name)
      .slice(0, 1)
      .map((run) => `${titleOf(run)} is ${run.status}`),
    ...namedIn(schedules, name)
      .slice(0, 1)
      .map((schedule) => `the schedule ${titleOf(schedule)} is ${schedule.enabled ? 'on' : 'off'}`),
  ]
  if (name === undefined) writer.decline(`Nothing to ${wish.verb}.`)
  else if (named.length > 0) writer.decline(`Nothing to ${wish.verb}: ${named.join(', and ')}.`)
  else writer.decline(`No workflow or schedule “${name}”.`)
  if (schedules.length > 0) writer.add(scheduleTable(schedules))
  if (runs.length > 0) writer.add(workflowTable(runs.slice(0, SHOWN)))
}

function askWhich({ writer }: UnderstoodJob, { runs, schedules, wish }: Choice): void {
  writer.decline('Which one? Nothing was changed yet.')
  const button = (entry: WorkflowSummary | ScheduleSummary): Component => {
    const [kind, detail, all] =
      'schedule_id' in entry
        ? ['schedule', entry.enabled ? (entry.cron ?? entry.every ?? 'on') : 'off', schedules]
        : ['workflow', entry.status, runs]
    const verb = `${wish.verb[0]!.toUpperCase()}${wish.verb.slice(1)}`
    const label = `${verb} the ${kind} ${titleOf(entry)} (${detail})`
    return saying(label, `${verb} the ${kind} "${ownNameIn(all, entry)}"`)
  }
  const children = [...schedules, ...runs].map(button)
  writer.add({ type: 'column', children: children.slice(0, OFFERED) })
}
