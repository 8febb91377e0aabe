import type { Metrics } from '../../metrics/contract.ts'
import type { Understood } from './answers/act.ts'
import type { ToolDeps } from './answers/call-tool.ts'
import type { WorkflowDoors } from './intents/workflows/workflow-doors.ts'
import type { Meaning } from './understanding.ts'

/** What acts reach for. Nothing of it is called before somebody says something. */
export interface ActDoors extends ToolDeps {
  /** How the machine is doing. */
  readonly metrics: () => Promise<Metrics>
  /** The city that the person lives in, if it is known. */
  readonly homeCity: () => string | null
  /** What a sentence would show; none where it is not understood, or would change something. */
  readonly shownBy: (
    sentence: string,
    asked: Pick<Understood, 'when' | 'asked'>,
  ) => Promise<readonly Meaning[]>
  /** What runs by itself, now and at its times. */
  readonly workflows: WorkflowDoors
}
