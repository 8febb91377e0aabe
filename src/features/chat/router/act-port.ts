import type { Provenance } from '../../../contract/endpoint.ts'
import type { Metrics } from '../../metrics/contract.ts'
import type { StoredValues } from './answers/stored.ts'
import type { Understood } from './answers/act.ts'
import type { ToolDeps } from './answers/call-tool.ts'
import type { CalendarPort } from './intents/calendar/appointments.ts'
import type { NoticePort } from './intents/notifications/notice-port.ts'
import type { TimerPort } from './intents/time/timer-port.ts'
import type { WorkflowPort } from './intents/workflows/workflow-port.ts'
import type { Meaning } from './understanding.ts'

/** What acts reach for. Nothing of it is called before somebody says something. */
export interface ActPort extends CalendarPort, ToolDeps {
  /** What is kept: notes, lists, reminders, boards … */
  readonly store: StoredValues
  /** Whether a setting has a value. */
  readonly isSet: (name: string) => boolean
  /** How the machine is doing. */
  readonly metrics: () => Promise<Metrics>
  /** Where the user lives, by setting or by what they said. */
  readonly homeCity: () => string | null
  readonly userName: () => string | null
  readonly updateSettings: (patch: Readonly<Record<string, unknown>>, provenance: Provenance) => Promise<void>
  /** The currency that was chosen for sums, if one was. */
  readonly baseCurrency: () => string | null
  readonly sunOf: (city: string, signal: AbortSignal) => Promise<SunDays>
  /** What a sentence would show; none where it is not understood, or would change something. */
  readonly shownBy: (
    sentence: string,
    asked: Pick<Understood, 'when' | 'asked'>,
  ) => Promise<readonly Meaning[]>
  /** What runs by itself, now and at its times. */
  readonly workflows: WorkflowPort
  /** Timers, alarms and stopwatches. */
  readonly timers: TimerPort
  /** What the person was told of. */
  readonly notices: NoticePort
}

/** When the sun rises and sets in a place, for the days that a forecast has. */
export interface SunDays {
  readonly city: string
  readonly timezone?: string | null
  readonly daily: readonly {
    readonly date: string
    readonly sunrise?: string | null
    readonly sunset?: string | null
  }[]
}
