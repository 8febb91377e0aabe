import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { keptKinds } from './kept-kinds.ts'
import type { KeptThings } from './kept-things.ts'
import { keptTool } from './kept-tool.ts'
import { createMemoryTool, type FactMemory } from './memory.ts'
import { createNotifyUser, type Notices } from './notify-user.ts'
import { createSchedulesTool, type Timetable } from './schedules.ts'

export interface OrganizerDeps {
  readonly things: KeptThings
  readonly memory: FactMemory
  readonly notices: Notices
  readonly timetable: Timetable
}

/** What the service keeps for its user; it is made, for the tools need what the service opens. */
export function createOrganizer({ things, memory, notices, timetable }: OrganizerDeps): Plugin {
  return definePlugin({
    agent: 'organizer',
    title: 'Lists, notes, reminders and schedules',
    summary: 'Keeps lists, notes, boards, reminders, schedules and what is known about you.',
    tools: [
      ...keptKinds.map((kind) => keptTool(kind, things)),
      createMemoryTool(memory),
      createSchedulesTool(timetable),
      createNotifyUser(notices),
    ],
  })
}
