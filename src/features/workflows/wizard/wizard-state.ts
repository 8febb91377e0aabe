import type { WorkflowStep } from '../schemas.ts'
import type { Trigger } from '../triggers/schemas.ts'
import type { ScheduleWish } from './schedule-words.ts'

/** What the wizard wants to know next. */
export type Question =
  | { readonly kind: 'goal' }
  /** What the next step should do. */
  | { readonly kind: 'describe' }
  | { readonly kind: 'tool'; readonly wish: string; readonly offered: readonly string[] }
  | { readonly kind: 'argument'; readonly name: string }
  | { readonly kind: 'optional' }
  | { readonly kind: 'approval' }
  | { readonly kind: 'more' }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'schedule_check' }
  | { readonly kind: 'trigger_check' }
  | { readonly kind: 'name' }
  | { readonly kind: 'start' }

/** Everything that a session knows; each answer makes a new one, and the old ones are kept for going back. */
export interface WizardState {
  readonly goal: string | null
  readonly name: string | null
  readonly steps: readonly WorkflowStep[]
  /** The step that is being asked about. */
  readonly current: WorkflowStep | null
  /** Arguments of it that a person will give when it runs. */
  readonly later: readonly string[]
  readonly schedule: ScheduleWish | null
  /** What starts it, where it is something that happens. Sessions of earlier versions have none. */
  readonly triggers?: readonly Trigger[] | undefined
  readonly question: Question
}

/** What came of an answer: the next state, why it was not taken, or the end of the questions. */
export type Outcome =
  | { readonly next: WizardState; readonly note?: string }
  | { readonly problem: string }
  | { readonly make: WizardState; readonly start: boolean }

export const firstState: WizardState = {
  goal: null,
  name: null,
  steps: [],
  current: null,
  later: [],
  schedule: null,
  question: { kind: 'goal' },
}
