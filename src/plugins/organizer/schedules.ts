import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { closed, dictionary, nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'

const ACTION = 'SCHEDULES'

const Step = closed({
  action: Type.String({ minLength: 1, maxLength: 200, description: 'Name of a tool' }),
  args: dictionary(Type.Unknown(), {
    description: 'Its arguments; "$id.member" takes a value from an earlier step\'s data',
  }),
  id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Identifies it for later steps' }),
  ),
})
export type ScheduledStep = Static<typeof Step>

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const which = (description: string) => Type.Optional(Type.Array(name, { maxItems: 100, description }))

const Params = Type.Object({
  add: Type.Optional(
    closed(
      {
        name: { ...name, description: 'What it does, in plain words' },
        when: {
          ...name,
          description:
            'Cron, e.g. 0 17 * * 5, an interval, e.g. 30m or 2h, or words, e.g. every friday at 17:00',
        },
        steps: Type.Array(Step, {
          minItems: 1,
          maxItems: 50,
          description: 'Steps to run in order; to tell the user something, end with NOTIFY_USER',
        }),
        time_zone: Type.Optional({
          ...name,
          description: "IANA time zone for when; this machine's by default",
        }),
      },
      { description: 'A new schedule' },
    ),
  ),
  pause: which('Ids or names of schedules to pause'),
  resume: which('Ids or names of schedules to resume'),
  remove: which('Ids or names of schedules to delete'),
})

const Schedule = Type.Object({
  id: Type.String({ description: 'Its id' }),
  name: nullable(Type.String(), { description: 'What it does' }),
  when: Type.String({ description: 'When it runs, in words' }),
  time_zone: Type.String({ description: 'Its time zone' }),
  enabled: Type.Boolean({ description: 'False while it is paused' }),
  next_run: nullable(Type.String(), { description: 'Next run' }),
  last_run: nullable(Type.String(), { description: 'Last run' }),
  last_status: nullable(Type.String(), { description: 'How the last run went' }),
  does: Type.Array(Type.String(), { description: 'The tools it runs, or the sentence it plans from' }),
  asks: Type.Array(Type.String(), { description: 'The tools that ask the user at each run' }),
})
export type ListedSchedule = Static<typeof Schedule>

const Data = Type.Object({
  schedules: Type.Array(Schedule, { description: 'All schedules, or the changed ones' }),
})

/** What the tool needs of the schedules. */
export interface Timetable {
  list(): Promise<readonly ListedSchedule[]>
  /** Throws with every reason when it cannot run. What it runs stays the wish of whoever asked for it. */
  create(wish: {
    readonly name: string
    readonly when: string
    readonly steps: readonly ScheduledStep[]
    readonly timeZone?: string | undefined
    readonly provenance: Provenance
  }): Promise<ListedSchedule>
  pause(id: string): Promise<ListedSchedule>
  resume(id: string): Promise<ListedSchedule>
  remove(id: string): Promise<void>
}

export function createSchedulesTool(timetable: Timetable): AnyTool {
  return defineTool({
    action: ACTION,
    title: 'Schedules',
    description:
      'Lists, creates, pauses, resumes and deletes recurring schedules. Lists them if called without arguments. Steps that send or delete ask the user at each run.',
    params: Params,
    data: Data,
    risk: 'write',
    riskOf({ add, pause = [], resume = [], remove = [] }) {
      if (remove.length > 0) return 'dangerous'
      return add || pause.length + resume.length > 0 ? 'write' : 'read'
    },
    actOf({ add, pause = [], resume = [], remove = [] }) {
      if (add) return { verb: 'Schedule', subject: add.name, rest: add.when }
      if (remove.length > 0) return { verb: 'Delete the schedule', subject: remove }
      if (resume.length > 0) return { verb: 'Resume the schedule', subject: resume }
      return pause.length > 0
        ? { verb: 'Pause the schedule', subject: pause }
        : { verb: 'List the schedules' }
    },
    reads: ['private'],
    // It runs when nobody looks.
    lasts: true,
    closedToOutside: true,
    idempotent: false,
    example: {
      args: {
        add: {
          name: 'Weather in the morning',
          when: 'every weekday at 7:30',
          steps: [
            {
              id: 'weather',
              action: 'GET_LIVE_DATA',
              args: { kind: 'weather', arguments: { city: 'Oslo' } },
            },
            { action: 'NOTIFY_USER', args: { title: 'Weather', message: '$weather.summary' } },
          ],
        },
      },
    },
    async run({ add, pause = [], resume = [], remove = [] }, { provenance }) {
      const all = await timetable.list()
      if (!add && pause.length + resume.length + remove.length === 0)
        return { message: listWords(all), data: { schedules: [...all] } }
      // All are found before anything is done.
      const [paused, resumed, removed] = [pause, resume, remove].map((names) =>
        names.map((wanted) => scheduleMeant(all, wanted)),
      ) as [ListedSchedule[], ListedSchedule[], ListedSchedule[]]
      const made = add && (await timetable.create({ ...newOf(add, all), provenance }))
      const schedules = made ? [made] : []
      for (const { id } of paused) schedules.push(await timetable.pause(id))
      for (const { id } of resumed) schedules.push(await timetable.resume(id))
      for (const { id } of removed) await timetable.remove(id)
      const message = changeWords({ made, paused, resumed, removed })
      return { message, data: { schedules } }
    },
  })
}

interface Changed {
  readonly made: ListedSchedule | undefined
  readonly paused: readonly ListedSchedule[]
  readonly resumed: readonly ListedSchedule[]
  readonly removed: readonly ListedSchedule[]
}

function changeWords({ made, paused, resumed, removed }: Changed): string {
  const told = (lead: string, some: readonly ListedSchedule[]) =>
    some.length === 0 ? [] : [`${lead}: ${some.map((one) => one.name ?? one.id).join(', ')}.`]
  return [
    ...(made ? [madeWords(made)] : []),
    ...told('Paused', paused),
    ...told('Runs again', resumed),
    ...told('Deleted', removed),
  ].join(' ')
}

function newOf(
  { name: title, when, steps, time_zone: timeZone }: NonNullable<Static<typeof Params>['add']>,
  all: readonly ListedSchedule[],
) {
  if (all.some((one) => one.name?.toLowerCase() === title.trim().toLowerCase()))
    throw new AppError(
      'conflict',
      `A schedule called “${title}” already exists. Remove it first, or choose another name.`,
    )
  if (steps.some(({ action }) => action === ACTION))
    throw new AppError('invalid_request', "A schedule can't create or change schedules. Leave that step out.")
  return { name: title.trim(), when, steps, timeZone }
}

function scheduleMeant(all: readonly ListedSchedule[], wanted: string): ListedSchedule {
  const plain = wanted.trim().toLowerCase()
  const found = all.filter(({ id, name: title }) => id === wanted || title?.toLowerCase() === plain)
  if (found.length === 1) return found[0]!
  const said = wanted.slice(0, 100)
  const there =
    all.length === 0 ? 'No schedules yet.' : `Schedules: ${all.map((one) => one.name ?? one.id).join(', ')}.`
  throw found.length === 0
    ? new AppError('not_found', `No schedule called “${said}”. ${there} Nothing was changed.`)
    : new AppError(
        'conflict',
        `${found.length} schedules are called “${said}”. Nothing was changed. Give an id.`,
      )
}

function madeWords({ name: title, when, time_zone, next_run, asks }: ListedSchedule): string {
  const waits = asks.length === 0 ? '' : ` ${asks.join(', ')} will ask the user at each run.`
  return `Scheduled “${title}”: ${when} (${time_zone}), next ${next_run ?? 'never'}.${waits}`
}

function listWords(all: readonly ListedSchedule[]): string {
  if (all.length === 0) return 'Nothing is scheduled.'
  return `${countOf(all.length, 'schedule')}.`
}
