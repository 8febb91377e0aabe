import { AppError } from '../../../contract/errors.ts'
import type { LanguageModels } from '../../models/language-model.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { PlannedSteps } from '../schedules/planned-steps.ts'
import { isAutomationWish, nameOf, planAutomation } from './automations/plan-automation.ts'
import type { PlannedAutomation } from './automations/planned-automation.ts'
import { wordList, type PlannedWork } from './finish-plan.ts'
import { planSentence } from './plan-sentence.ts'
import { planWithModel } from './plan-with-model.ts'
import { understandByPhrases, type RankTools, type Understand } from './understand-clause.ts'

export interface PlannerDeps {
  readonly catalog: ToolCatalog
  /** Finds the tools that a sentence speaks of. */
  readonly rank: RankTools
  /** Left out, or with no model set: sentences are planned by the tools' own phrases. */
  readonly models?: LanguageModels | undefined
  /** How one clause is understood without a model; by the tools' phrases and parameters when left out. */
  readonly understand?: Understand | undefined
}

/** Makes steps of sentences. They pass the checks of POST /api/workflows, or it says why there are none. */
export interface Planner {
  /** Who makes the plans now: a model, or rules that read the sentence. */
  provenance(): 'model' | 'sentence'
  plan(sentence: string, signal: AbortSignal): Promise<PlannedWork>
  /** What a sentence comes to that says when something should happen; undefined where it says nothing of that. */
  planAutomation(sentence: string, signal: AbortSignal): Promise<PlannedAutomation | undefined>
  /** The same by rules alone, whatever model is set. */
  readAutomation(sentence: string, signal: AbortSignal): Promise<PlannedAutomation | undefined>
  /** Nobody is there to see what was left out: a sentence that is not planned whole is refused. */
  planUnattended(sentence: string, signal: AbortSignal): Promise<PlannedSteps>
}

/** It may be about each of several things. */
const SEVERAL = /\b(?:each|every|all)\b/i

function isWhole({ unplanned, questions }: PlannedAutomation): boolean {
  return unplanned.length === 0 && questions.length === 0
}

export function createPlanner(deps: PlannerDeps): Planner {
  const { catalog, rank, models, understand = understandByPhrases(deps) } = deps
  const plan: Planner['plan'] = async (sentence, signal) => {
    if (models?.choice()) return planWithModel(sentence, { catalog, rank, models }, signal)
    const each = SEVERAL.test(sentence)
      ? await planAutomation(sentence, { catalog, understand }, signal)
      : undefined
    return each && isWhole(each) && each.triggers.length === 0
      ? { steps: [...each.steps], explanation: each.explanation, unplanned: [] }
      : planSentence(sentence, { catalog, understand }, signal)
  }
  const readAutomation: Planner['readAutomation'] = (sentence, signal) =>
    planAutomation(sentence, { catalog, understand }, signal)
  const provenance = () => (models?.choice() ? 'model' : 'sentence')
  return {
    provenance,
    plan,
    readAutomation,
    async planAutomation(sentence, signal) {
      const planned = await readAutomation(sentence, signal)
      if (!models?.choice() || (planned && isWhole(planned)) || !isAutomationWish(sentence)) return planned
      const work = await planWithModel(sentence, { catalog, rank, models, triggers: true }, signal)
      return work.triggers.length === 0 ? planned : { ...work, name: nameOf(sentence), questions: [] }
    },
    async planUnattended(sentence, signal) {
      const plannedBy = provenance()
      const { steps, unplanned } = await plan(sentence, signal)
      if (unplanned.length === 0) return { steps, variables: {}, plannedBy }
      const parts = wordList(unplanned.map((text) => `"${text}"`))
      throw new AppError(
        'invalid_request',
        `Couldn't plan the whole sentence, so none of it was run: ${parts}. Change the schedule, or give it steps.`,
      )
    },
  }
}
