import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { storedKinds } from './stored-kinds.ts'
import type { StoredThingsPort } from './stored-things-port.ts'
import { storedTool } from './stored-tool.ts'
import { createMemoryTool, type FactMemory } from './memory.ts'
import { createNotifyUser, type Notices } from './notify-user.ts'
import { createSchedulesTool, type Timetable } from './schedules.ts'
import { createTimersTool, type TimerKeeper } from './timers.ts'

export interface OrganizerDeps {
  readonly things: StoredThingsPort
  readonly memory: FactMemory
  readonly notices: Notices
  readonly timetable: Timetable
  readonly timers: TimerKeeper
}

/** What the service keeps for its user; it is made, for the tools need what the service opens. */
export function createOrganizer({ things, memory, notices, timetable, timers }: OrganizerDeps): Plugin {
  return definePlugin({
    agent: 'organizer',
    title: 'Lists, notes, reminders, timers and schedules',
    summary: 'Manages lists, notes, boards, reminders, timers, schedules and facts about you.',
    tools: [
      ...storedKinds.map((kind) => storedTool(kind, things)),
      createMemoryTool(memory),
      createSchedulesTool(timetable),
      createTimersTool(timers),
      createNotifyUser(notices),
    ],
  })
}
