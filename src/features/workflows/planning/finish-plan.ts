import { limits } from '../../../contract/limits.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { WorkflowStep } from '../schemas.ts'
import { argumentIssues } from '../engine/step-arguments.ts'
import { planOf, type StepsToCheck } from '../validate-steps.ts'

/** What was made of a sentence. */
export interface PlannedWork {
  readonly steps: WorkflowStep[]
  readonly explanation: string
  /** Parts of the sentence without a step. */
  readonly unplanned: string[]
}

/** The steps, each of which asks a person where it must; refused with every reason when they cannot run. */
export function finishedSteps(
  steps: readonly WorkflowStep[],
  {
    catalog,
    at,
    variables = {},
  }: { catalog: ToolCatalog; at: string; variables?: StepsToCheck['variables'] },
): WorkflowStep[] {
  const finished = steps.map((step) => (reasonToWait(step, catalog) ? { ...step, needs_human: true } : step))
  planOf({ steps: finished, variables }, { catalog, at })
  return finished
}

/** Why a person must look at a planned step before it runs, as the end of a sentence. */
export function reasonToWait(step: WorkflowStep, catalog: ToolCatalog): string | undefined {
  const entry = catalog.find(step.action)
  if (!entry) return undefined
  const missing = lackingIn(step, catalog)
  if (missing.length > 0) return `${wordList(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`
  if (entry.alwaysAsks) return `${entry.agent} is a plugin that asks each time`
  if (entry.tool.risk === 'external') return 'it sends something out of this machine'
  if (entry.tool.trashes) return 'it moves something to the trash'
  return entry.tool.risk === 'dangerous' ? "it can't be undone" : undefined
}

/** Required arguments that a step does not have. */
export function lackingIn({ action, args }: WorkflowStep, catalog: ToolCatalog): string[] {
  const tool = catalog.find(action)?.tool
  if (!tool) return []
  return argumentIssues(tool, args)
    .filter(({ message }) => message === 'is required')
    .map(({ path }) => path.slice(1).replaceAll('/', '.'))
}

/** Tells of every step that waits for a person, and why. */
export function waitingNotes(
  steps: readonly WorkflowStep[],
  { catalog, doubts = new Map() }: { catalog: ToolCatalog; doubts?: ReadonlyMap<string, readonly string[]> },
): string[] {
  return steps.flatMap((step) => {
    if (step.needs_human !== true) return []
    const reasons = [reasonToWait(step, catalog), ...(doubts.get(step.id) ?? [])].filter(
      (one) => one !== undefined,
    )
    return [`Step "${step.id}" is waiting for you${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}.`]
  })
}

export function tooManySteps(count: number): string | undefined {
  const most = limits.plan_steps.value
  return count > most ? `The plan would have ${count} steps. At most ${most} are allowed.` : undefined
}

export function wordList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
