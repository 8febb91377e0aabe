import type { Component } from '../../../../contract/component-schema.ts'
import { textOf, type Act, type Understood } from './act.ts'
import type { ScheduleSummary, WorkflowDoors, WorkflowSummary } from './workflow-doors.ts'
import {
  isCalled,
  momentText,
  namedIn,
  newestOfEach,
  ownNameIn,
  titleOf,
  wantedName,
} from './workflow-names.ts'
import { scheduleTable, workflowTable } from './workflow-tables.ts'

/** What one verb does to a run and to a schedule, and to which of them it can be done. */
interface Move {
  readonly verb: string
  readonly workflow: {
    readonly can: readonly string[]
    readonly act: (found: WorkflowSummary, understood: Understood) => Promise<string>
  }
  readonly schedule: {
    readonly can: (schedule: ScheduleSummary) => boolean
    readonly act: (found: ScheduleSummary, understood: Understood) => Promise<string>
  }
}

const ended = ['completed', 'failed', 'cancelled']

/** Pausing, going on, running and deleting: the run or the schedule of that name, whichever there is. */
export function workflowMoves(doors: WorkflowDoors): Readonly<Record<string, Act>> {
  const pause: Move = {
    verb: 'pause',
    workflow: {
      can: ['running', 'waiting'],
      async act(found, { asked }) {
        await doors.pause(found.workflow_id, asked.provenance)
        return `Paused ${titleOf(found)}: nothing more of it runs until you resume it.`
      },
    },
    schedule: {
      can: ({ enabled }) => enabled,
      async act(found) {
        await doors.switchSchedule(found.schedule_id, false)
        return `The schedule ${titleOf(found)} is off: it does not run until you resume it.`
      },
    },
  }
  const resume: Move = {
    verb: 'resume',
    workflow: {
      can: ['paused', 'pending'],
      async act(found, { asked }) {
        await doors.resume(found.workflow_id, asked.provenance)
        return `${titleOf(found)} goes on.`
      },
    },
    schedule: {
      can: ({ enabled }) => !enabled,
      async act(found, { when }) {
        await doors.switchSchedule(found.schedule_id, true)
        const next = (await doors.schedules()).find(
          ({ schedule_id }) => schedule_id === found.schedule_id,
        )?.next_run_at
        return `The schedule ${titleOf(found)} is on${next ? `; it runs next on ${momentText(next, when)}` : ''}.`
      },
    },
  }
  return {
    'workflow.pause': move(doors, pause),
    'workflow.resume': move(doors, resume),
    'workflow.rerun': move(doors, running(doors)),
    'workflow.remove': move(doors, removing(doors)),
    'schedule.pause': (understood) =>
      move(doors, understood.slots['enabled'] === true ? resume : pause)(understood),
  }
}

function running(doors: WorkflowDoors): Move {
  return {
    verb: 'run',
    workflow: {
      can: [...ended, 'running', 'waiting', 'paused'],
      async act(found, { asked }) {
        await doors.rerun(found.workflow_id, asked.provenance)
        return `${titleOf(found)} runs again.`
      },
    },
    schedule: {
      can: () => true,
      async act(found, { asked }) {
        await doors.runSchedule(found.schedule_id, asked)
        return `${titleOf(found)} runs now.${found.enabled ? '' : ' Its schedule stays off.'}`
      },
    },
  }
}

/** Deletes only what was confirmed; until then it asks. */
function removing(doors: WorkflowDoors): Move {
  // By its id: another one may have the same name.
  const ask = (kind: string, { id, title }: Record<'id' | 'title', string>, { voice }: Understood) => {
    voice.add({
      type: 'button',
      label: `Delete ${title}`.slice(0, 80),
      look: 'danger',
      action: { kind: 'chat', message: `Yes, delete the ${kind} "${id}"` },
    })
  }
  return {
    verb: 'delete',
    workflow: {
      can: [...ended, 'running', 'waiting', 'paused', 'pending'],
      async act(found, understood) {
        const title = titleOf(found)
        if (understood.slots['confirmed'] !== true) {
          ask('workflow', { id: found.workflow_id, title }, understood)
          return `Delete the workflow ${title} (${found.status}) and its history? It was not deleted yet.`
        }
        await doors.remove(found.workflow_id, understood.asked.provenance)
        return `Deleted the workflow ${title}.`
      },
    },
    schedule: {
      can: () => true,
      async act(found, understood) {
        const title = titleOf(found)
        if (understood.slots['confirmed'] !== true) {
          ask('schedule', { id: found.schedule_id, title }, understood)
          return `Delete the schedule ${title}? It was not deleted yet. Runs that it started stay.`
        }
        await doors.removeSchedule(found.schedule_id)
        return `Deleted the schedule ${title}.`
      },
    },
  }
}

function move(doors: WorkflowDoors, wish: Move): Act {
  return async (understood) => {
    const { asked, slots, voice } = understood
    // Its steps were allowed by who is at the machine, and may not ask again.
    if (wish.verb !== 'pause' && asked.provenance !== 'local-client')
      return voice.say(
        `A message from outside can pause this, but not ${wish.verb} it: that is done on the machine itself.`,
      )
    const name = wantedName(understood)
    const only = textOf(slots, 'of')
    const allRuns = only === 'schedule' ? [] : await doors.list()
    const allSchedules = only === 'workflow' ? [] : await doors.schedules()
    const named = meantBy(name, { runs: allRuns, schedules: allSchedules })
    const runs = newestOfEach(named.runs.filter(({ status }) => wish.workflow.can.includes(status)))
    const schedules = named.schedules.filter(wish.schedule.can)
    const chosen = chosenOf({ runs, schedules, wish })
    if (chosen === undefined) return tellNone(understood, { runs: allRuns, schedules: allSchedules, wish })
    if (chosen === 'several') return askWhich(understood, { runs, schedules, wish })
    const said =
      'schedule_id' in chosen
        ? await wish.schedule.act(chosen, understood)
        : await wish.workflow.act(chosen, understood)
    voice.say(said)
    voice.add(
      'schedule_id' in chosen
        ? scheduleTable(await doors.schedules())
        : workflowTable((await doors.list()).slice(0, SHOWN)),
    )
  }
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

function tellNone({ voice, slots }: Understood, { runs, schedules, wish }: Choice): void {
  const name = textOf(slots, 'name')
  const named = [
    ...namedIn(runs, name)
      .slice(0, 1)
      .map((run) => `${titleOf(run)} is ${run.status}`),
    ...namedIn(schedules, name)
      .slice(0, 1)
      .map((schedule) => `the schedule ${titleOf(schedule)} is ${schedule.enabled ? 'on' : 'off'}`),
  ]
  if (name === undefined) voice.decline(`There is nothing to ${wish.verb}.`)
  else if (named.length > 0) voice.decline(`There is nothing to ${wish.verb}: ${named.join(', and ')}.`)
  else voice.decline(`There is no workflow and no schedule “${name}”.`)
  if (schedules.length > 0) voice.add(scheduleTable(schedules))
  if (runs.length > 0) voice.add(workflowTable(runs.slice(0, SHOWN)))
}

function askWhich({ voice }: Understood, { runs, schedules, wish }: Choice): void {
  voice.decline('Which one? Nothing was changed yet.')
  const button = (entry: WorkflowSummary | ScheduleSummary): Component => {
    const [kind, detail, all] =
      'schedule_id' in entry
        ? ['schedule', entry.enabled ? (entry.cron ?? entry.every ?? 'on') : 'off', schedules]
        : ['workflow', entry.status, runs]
    const verb = `${wish.verb[0]!.toUpperCase()}${wish.verb.slice(1)}`
    return {
      type: 'button',
      label: `${verb} the ${kind} ${titleOf(entry)} (${detail})`.slice(0, 80),
      action: { kind: 'chat', message: `${verb} the ${kind} "${ownNameIn(all, entry)}"`.slice(0, 4_000) },
    }
  }
  const children = [...schedules, ...runs].map(button)
  voice.add({ type: 'column', children: children.slice(0, OFFERED) })
}
