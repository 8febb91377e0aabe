import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { scheduleInWords } from '../../contract/schedule-words.ts'
import { riskOfCall, type Plugin } from '../../contract/tool.ts'
import { MemoryStore } from '../../features/chat/memory/memory.ts'
import { VectorIndex } from '../../platform/embedding/vector-index.ts'
import type { ToolCatalog } from '../../features/tools/tool-catalog.ts'
import { readSchedule } from '../../features/workflows/wizard/schedule-words.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import type { StoredThingsPort } from '../../plugins/organizer/stored-things-port.ts'
import type { FactMemory } from '../../plugins/organizer/memory.ts'
import { createOrganizer } from '../../plugins/organizer/plugin.ts'
import type { ListedSchedule, Timetable } from '../../plugins/organizer/schedules.ts'
import { loadStored } from './chat-part.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { semanticMemory } from './semantic-memory.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'store' | 'calendar' | 'notifications' | 'timers' | 'embedder'>

/** What the service keeps for its user, for the tools. Schedules run tools, so they come later than these. */
export function createOrganizerPart(
  infrastructure: Infrastructure,
  services: Needed,
  workflows: () => Pick<Workflows, 'schedules' | 'catalog'>,
): Plugin {
  return createOrganizer({
    things: storedThings(services),
    memory: factMemory(infrastructure, services),
    notices: services.notifications,
    timetable: timetable(workflows),
    timers: services.timers,
  })
}

/** The code that knows the entries of each widget is loaded when one is wanted. */
function storedThings({ store, calendar }: Needed): StoredThingsPort {
  let loaded: Promise<StoredThingsPort> | undefined
  const load = () => {
    loaded ??= import('../../features/chat/stored/stored-things.ts').then(
      ({ StoredThings }) => new StoredThings({ store, timeZone: calendar.timeZone, loadSchemas: loadStored }),
    )
    return loaded
  }
  return {
    read: async (place, look) => (await load()).read(place, look),
    change: async (place, change, now) => (await load()).change(place, change, now),
    undo: async (place, undo) => (await load()).undo(place, undo),
    records: async (place) => (await load()).records(place),
  }
}

/** What is known about the user. */
export function factMemory(
  { database, now, log }: Pick<Infrastructure, 'database' | 'now' | 'log'>,
  { embedder }: Pick<Needed, 'embedder'>,
): FactMemory {
  const memory = new MemoryStore({ database, now })
  const find = semanticMemory(memory, { index: new VectorIndex({ database, embedder }), log })
  return {
    list: () => memory.list(),
    find,
    remember: (text, by) => memory.add(text, { source: isPersonal(by) ? 'client' : 'model' }),
    forget: (id) => memory.remove(id),
  }
}

/** The schedules. */
export function timetable(workflows: () => Pick<Workflows, 'schedules' | 'catalog'>): Timetable {
  const listed = (schedule: Stored) => listedOf(schedule, workflows().catalog)
  return {
    list: async () => (await workflows().schedules.list()).map(listed),
    async create({ name, when, steps, timeZone, provenance }) {
      const { schedules, catalog } = workflows()
      const read = readSchedule(when)
      if (!('wish' in read)) throw new AppError('invalid_request', `Nothing was scheduled. ${read.problem}`)
      if (!read.wish)
        throw new AppError('invalid_request', 'Nothing was scheduled. Say in when how often it should run.')
      const ids = steps.map(({ id }, index) => id ?? `step_${index + 1}`)
      const made = await schedules.create({
        ...(timeZone !== undefined && { timezone: timeZone }),
        ...read.wish,
        name,
        steps: steps.map(({ action, args }, index) => ({
          id: ids[index]!,
          agent: catalog.find(action)?.agent ?? 'unknown',
          action,
          args,
          depends_on: index === 0 ? [] : [ids[index - 1]!],
        })),
        // A person's steps are those of their schedule; what others wish for stays theirs.
        ...(!isPersonal(provenance) && { provenance }),
      })
      return listed(made)
    },
    pause: async (id) => listed(await workflows().schedules.pause(id)),
    resume: async (id) => listed(await workflows().schedules.resume(id)),
    remove: (id) => workflows().schedules.remove(id),
  }
}

type Stored = Awaited<ReturnType<Workflows['schedules']['list']>>[number]

function listedOf(schedule: Stored, catalog: Pick<ToolCatalog, 'find'>): ListedSchedule {
  const { steps = [], prompt, workflow_id } = schedule
  const asks = steps.filter(({ action, args, needs_human }) => {
    const tool = catalog.find(action)?.tool
    const risk = tool && riskOfCall(tool, args)
    return needs_human === true || risk === 'external' || risk === 'dangerous'
  })
  const actions = steps.map(({ action }) => action)
  return {
    id: schedule.schedule_id,
    name: schedule.name,
    when: scheduleInWords(schedule),
    time_zone: schedule.timezone,
    enabled: schedule.enabled,
    next_run: schedule.next_run_at,
    last_run: schedule.last_run_at,
    last_status: schedule.last_status,
    does:
      prompt === undefined ? (workflow_id === undefined ? actions : [`workflow ${workflow_id}`]) : [prompt],
    asks: [...new Set(asks.map(({ action }) => action))],
  }
}
