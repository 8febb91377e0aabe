import type { Log } from '../../../contract/log.ts'
import type { LanguageModels } from '../../models/language-model.ts'
import type { Settings } from '../../settings/settings-store.ts'
import type { Approvals } from '../../tools/approvals.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ComponentRepair } from '../components/repair-component.ts'
import type { Memory } from '../memory/memory.ts'
import type { ModelStates } from './model-state.ts'
import type { PausedAnswers } from './paused-answers.ts'
import type { PlanPort } from './plan-workflow.ts'
import type { DocumentPort } from './sources.ts'
import type { Summaries } from './history/summaries.ts'
import type { SkillPort } from './skills.ts'
import type { Taints } from './taint.ts'

export interface ModelAnswererDeps {
  readonly models: LanguageModels
  readonly catalog: ToolCatalog
  readonly runner: Pick<ToolRunner, 'run' | 'judge' | 'preview' | 'readings' | 'markOutside'>
  readonly approvals: Pick<Approvals, 'requestTogether'>
  readonly states: ModelStates
  readonly summaries: Summaries
  readonly workflows: PlanPort
  readonly memory: Pick<Memory, 'list' | 'search'>
  readonly documents: DocumentPort
  /** What pages that stand in the conversation want it to know, and who says so. */
  readonly appContexts: (session_id: string) => readonly { readonly source: string; readonly text: string }[]
  readonly settings: Pick<Settings, 'get'>
  readonly loadKnown: () => Promise<KnownTypes>
  readonly taints: Taints
  readonly skills: SkillPort
  readonly pauses: PausedAnswers
  readonly now: () => Date
  readonly log: Log
  /** Told of every component that the model had to mend; what is mended without it, the answer writer tells. */
  readonly onRepair: (repair: ComponentRepair) => void
}
