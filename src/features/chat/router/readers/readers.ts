import { readCalendarSpan } from './calendar-span.ts'
import * as calendar from './calendar.ts'
import type { SlotReader } from './reader.ts'

/** How the values of each intent are read. What is not here has none. */
export const slotReaders: Readonly<Record<string, SlotReader>> = {
  calendar_view: readCalendarSpan,
  'calendar.add': calendar.readNewEvent,
  'calendar.remove': calendar.readEventToRemove,
  'calendar.move': calendar.readEventMove,
}
