import type { Metrics } from '../../metrics/contract.ts'
import type { CalendarDeps } from './answers/calendar.ts'
import type { StoredValues } from './answers/stored.ts'

/** What acts reach for. Nothing of it is called before somebody says something. */
export interface ActDoors extends CalendarDeps {
  /** How the machine is doing. */
  readonly metrics: () => Promise<Metrics>
  /** What the person keeps: lists, reminders, notes. */
  readonly store: StoredValues
}
