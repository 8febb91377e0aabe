import type { PlanStep } from '../../contract/computer-plan.ts'
import type { Log } from '../../contract/log.ts'
import type { CoordinateSpace } from '../../platform/desktop/coordinates.ts'
import type { DesktopDriver, Frame } from '../../platform/desktop/desktop-driver.ts'
import type { LanguageModels } from '../models/language-model.ts'
import type { ActionDeps, Done } from './do-action.ts'
import type { Verdict } from './end/judge-end.ts'
import type { Gate } from './policy/gate.ts'
import type { RunLimits } from './run-budget.ts'

export interface RunTask {
  readonly taskId: string
  readonly task: string
  readonly maxSteps: number
}

export interface RunDeps extends ActionDeps {
  readonly driver: DesktopDriver
  readonly gate: Gate
  readonly models: LanguageModels
  readonly space: CoordinateSpace
  readonly limits: RunLimits
  readonly platform: NodeJS.Platform
  readonly now: () => Date
  readonly log: Log
  /** How long a person was waited for so far: it is not the task's own time. */
  readonly waitedMs: () => number
  readonly onPicture: (frame: Frame, step: number) => void
  readonly onDone: (done: Done) => Promise<void>
  /** Nothing is done before. */
  readonly canBegin: () => Promise<void>
  /** What the service saw to change so far, a sentence each. */
  readonly seenChanges: () => Promise<string[]>
  readonly onVerdict: (verdict: Verdict) => Promise<void>
  /** Each time that the model said that it is done, with null where nobody could tell. */
  readonly onChecked: (claim: string, verdict: Verdict | null) => void
  readonly onPlan: (plan: readonly PlanStep[]) => Promise<void>
}
