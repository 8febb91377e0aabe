import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { storedKinds } from './stored-kinds.ts'
import type { StoredThingsPort } from './stored-things-port.ts'
import { storedTool } from './stored-tool.ts'
import { createMemoryTool, type FactMemory } from './memory.ts'
import { createNotifyUser, type Notices } from './notify-user.ts'
import { createSchedulesTool, type Timetable } from './schedules.ts'

export interface OrganizerDeps {
  readonly things: StoredThingsPort
  readonly memory: FactMemory
  readonly notices: Notices
  readonly timetable: Timetable
}

/** What the service keeps for its user; it is made, for the tools need what the service opens. */
export function createOrganizer({ things, memory, notices, timetable }: OrganizerDeps): Plugin {
  return definePlugin({
    agent: 'organizer',
    title: 'Lists, notes, reminders and schedules',
    summary: 'Manages lists, notes, boards, reminders, schedules and facts about you.',
    tools: [
      ...storedKinds.map((kind) => storedTool(kind, things)),
      createMemoryTool(memory),
      createSchedulesTool(timetable),
      createNotifyUser(notices),
    ],
  })
}
