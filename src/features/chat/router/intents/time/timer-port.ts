import type { Timer } from '../../../../../contract/timer.ts'
import type { NewTimer, TimerChange } from '../../../../timers/contract.ts'

/** The timers that the service keeps. */
export interface TimerPort {
  /** Those that are not done, the next to be due first. */
  list(): readonly Timer[]
  create(wish: NewTimer): Promise<Timer>
  change(id: string, change: TimerChange): Promise<Timer>
  remove(id: string): Promise<void>
}
