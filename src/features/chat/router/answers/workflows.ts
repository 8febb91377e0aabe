import type { Provenance } from '../../../../contract/endpoint.ts'
import type { Component } from '../../../../contract/component-schema.ts'
import { textOf, type Act, type Understood } from './act.ts'

export interface WorkflowSummary {
  readonly workflow_id: string
  readonly name: string | null
  readonly status: string
  readonly created_at: string
}

export interface ScheduleSummary {
  readonly schedule_id: string
  readonly name: string | null
  readonly enabled: boolean
  readonly next_run_at: string | null
  readonly cron?: string | null
  readonly every?: string | number | null
}

/** The workflows as a sentence can reach them. */
export interface WorkflowDoors {
  /** The newest first. */
  list(): Promise<readonly WorkflowSummary[]>
  pause(id: string, provenance: Provenance): Promise<void>
  resume(id: string, provenance: Provenance): Promise<void>
  /** Answers with the id of the new one. */
  rerun(id: string, provenance: Provenance): Promise<string>
  schedules(): Promise<readonly ScheduleSummary[]>
  switchSchedule(id: string, enabled: boolean): Promise<void>
}

const goingOn = ['running', 'waiting', 'pending']

/** What runs, what is planned, and moving it. */
export function workflowActs(doors: WorkflowDoors): Readonly<Record<string, Act>> {
  const move = (
    can: readonly string[],
    act: (found: WorkflowSummary, understood: Understood) => Promise<string>,
  ): Act => {
    return async (understood) => {
      const all = (await doors.list()).filter(({ status }) => can.includes(status))
      const found = chosen(all, understood)
      if (typeof found === 'string') return tellChoice(found, all, understood)
      understood.voice.say(await act(found, understood))
      understood.voice.add(table(await doors.list()))
    }
  }
  return {
    'workflow.show': (understood) => showWorkflows(doors, understood),
    'workflow.pause': move(['running', 'waiting'], async (found, { asked }) => {
      await doors.pause(found.workflow_id, asked.provenance)
      return `Paused ${titleOf(found)}.`
    }),
    'workflow.resume': move(['paused', 'pending'], async (found, { asked }) => {
      await doors.resume(found.workflow_id, asked.provenance)
      return `${titleOf(found)} goes on.`
    }),
    'workflow.rerun': move(
      ['completed', 'failed', 'cancelled', 'running', 'waiting', 'paused'],
      async (found, { asked }) => {
        await doors.rerun(found.workflow_id, asked.provenance)
        return `${titleOf(found)} runs again.`
      },
    ),
    async 'schedule.show'({ slots, voice }) {
      const all = await doors.schedules()
      const found = namedOrAll(all, slots)
      voice.add(scheduleTable(found.length > 0 ? found : all))
    },
    'schedule.pause': (understood) => switchSchedule(doors, understood),
  }
}

async function showWorkflows(doors: WorkflowDoors, { slots, voice }: Understood): Promise<void> {
  const status = textOf(slots, 'status')
  const name = textOf(slots, 'name')
  const all = await doors.list()
  const isWanted = (entry: WorkflowSummary) =>
    status === 'running' ? goingOn.includes(entry.status) : status === undefined || entry.status === status
  const found = name === undefined ? all.filter(isWanted) : named(all, name)
  if (found.length === 0) voice.say(name === undefined ? nothing(status) : `There is no workflow “${name}”.`)
  else if (name !== undefined) voice.say(`${titleOf(found[0]!)} is ${found[0]!.status}.`)
  if (all.length > 0) voice.add(table(found.length > 0 ? found : all.slice(0, 5)))
}

async function switchSchedule(doors: WorkflowDoors, { slots, voice }: Understood): Promise<void> {
  const all = await doors.schedules()
  const [found, ...others] = namedOrAll(all, slots)
  if (!found || others.length > 0) {
    voice.say(found ? 'Which one? Say its name.' : 'There is no such schedule.')
    voice.add(scheduleTable(all))
    return
  }
  const enabled = slots['enabled'] === true
  await doors.switchSchedule(found.schedule_id, enabled)
  voice.say(`The schedule ${found.name ?? found.schedule_id} is ${enabled ? 'on' : 'off'}.`)
  voice.add(scheduleTable(await doors.schedules()))
}

function namedOrAll<Entry extends { readonly name: string | null }>(
  all: readonly Entry[],
  slots: Understood['slots'],
): readonly Entry[] {
  const name = textOf(slots, 'name')
  return name === undefined ? all : named(all, name)
}

/** The one that is meant, or why it is not clear. */
function chosen(all: readonly WorkflowSummary[], { slots }: Understood): WorkflowSummary | string {
  const name = textOf(slots, 'name')
  const found = name === undefined ? all : named(all, name)
  if (found.length === 0)
    return name === undefined
      ? 'There is nothing to do that with.'
      : `There is no workflow “${name}” to do that with.`
  const names = new Set(found.map((entry) => entry.name))
  // Several runs of one workflow: the newest is meant.
  return found.length === 1 || (name !== undefined && names.size === 1)
    ? found[0]!
    : 'Which one? Say its name.'
}

function tellChoice(reason: string, all: readonly WorkflowSummary[], { voice }: Understood): void {
  voice.say(reason)
  if (all.length > 0) voice.add(table(all))
}

function named<Entry extends { readonly name: string | null }>(
  all: readonly Entry[],
  name: string,
): readonly Entry[] {
  const wanted = name.toLowerCase()
  const exact = all.filter((entry) => entry.name?.toLowerCase() === wanted)
  return exact.length > 0 ? exact : all.filter((entry) => entry.name?.toLowerCase().includes(wanted))
}

function titleOf({ name, workflow_id }: WorkflowSummary): string {
  return name ?? workflow_id
}

function nothing(status: string | undefined): string {
  return status === undefined ? 'There are no workflows yet.' : `Nothing is ${status} right now.`
}

function table(workflows: readonly WorkflowSummary[]): Component {
  return {
    type: 'table',
    caption: 'Workflows',
    columns: [
      { key: 'name', label: 'Workflow' },
      {
        key: 'status',
        label: 'Status',
        type: 'badge',
        tones: {
          running: 'info',
          completed: 'success',
          failed: 'danger',
          waiting: 'warning',
          paused: 'warning',
        },
      },
      { key: 'created_at', label: 'Created', type: 'datetime' },
    ],
    rows: workflows.slice(0, 25).map((workflow) => ({
      name: titleOf(workflow),
      status: workflow.status,
      created_at: workflow.created_at,
    })),
    empty_text: 'No workflow.',
  }
}

function scheduleTable(schedules: readonly ScheduleSummary[]): Component {
  return {
    type: 'table',
    caption: 'Schedules',
    columns: [
      { key: 'name', label: 'Schedule' },
      { key: 'rule', label: 'When', type: 'code' },
      { key: 'next', label: 'Next', type: 'datetime' },
      { key: 'enabled', label: 'On', type: 'boolean' },
    ],
    rows: schedules.map(({ schedule_id, name, enabled, next_run_at, cron, every }) => ({
      name: name ?? schedule_id,
      rule: String(cron ?? every ?? ''),
      next: next_run_at,
      enabled,
    })),
    empty_text: 'Nothing is scheduled.',
  }
}
