import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createCalendarAdd } from './calendar-add.ts'
import { createCalendarChange } from './calendar-change.ts'
import { createCalendarDelete } from './calendar-delete.ts'
import { createCalendarList } from './calendar-list.ts'
import type { EventCalendar } from './event-calendar.ts'

/** The tools need the calendar, which the service opens; so the plugin is made, not declared. */
export function createCalendarPlugin(calendar: EventCalendar): Plugin {
  return definePlugin({
    agent: 'calendar',
    title: 'Calendar',
    summary:
      'Keeps your appointments on this machine and syncs them with a calendar server if one is set up.',
    tools: [
      createCalendarAdd(calendar),
      createCalendarList(calendar),
      createCalendarChange(calendar),
      createCalendarDelete(calendar),
    ],
  })
}
