import type { Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Automations } from './automations/automations.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { workflowsContract } from './contract.ts'
import type { WorkflowEngine } from './engine/engine.ts'
import type { PlannedAutomation } from './planning/automations/planned-automation.ts'
import type { PlannedWork } from './planning/finish-plan.ts'
import type { Planner } from './planning/planner.ts'
import { planOf } from './validate-steps.ts'

export interface GenerateDeps {
  readonly engine: WorkflowEngine
  readonly catalog: ToolCatalog
  readonly planner: Planner | undefined
  readonly automations: Pick<Automations, 'create'>
}

const MAX_NAME_LENGTH = 200

export function generateHandlers({
  engine,
  catalog,
  planner,
  automations,
}: GenerateDeps): Pick<Handlers<typeof workflowsContract>, 'generate'> {
  return {
    async generate({ body }, { signal, provenance }) {
      if (!planner)
        throw new AppError(
          'unavailable',
          "This process can't plan sentences. Send the steps to POST /api/workflows.",
        )
      const automation = await planner.planAutomation(body.prompt, signal)
      const save = async ({ name, triggers, steps }: PlannedAutomation) => {
        // Nobody named these tools one by one: what sends, deletes or controls asks first.
        const behind = provenance === 'local-client' ? planner.provenance() : provenance
        const definition = { name, triggers: [...triggers], steps: [...steps] }
        return (await automations.create(definition, behind)).automation_id
      }
      if (automation && (automation.triggers.length > 0 || automation.questions.length > 0))
        return automationAnswer(automation, body.start === true ? save : undefined)
      const planned = planner.provenance()
      const work = await planner.plan(body.prompt, signal)
      if (body.start !== true) return answerOf(work)
      const isWhole = work.unplanned.length === 0
      const workflow_id = await engine.create(planOf({ steps: work.steps, variables: {} }, { catalog }), {
        name: nameOf(body.prompt),
        source: 'generated',
        // Nobody named these tools one by one: what sends, deletes or controls asks first.
        provenance: provenance === 'local-client' ? planned : provenance,
        actor: provenance,
        // Half of what was asked for may be the wrong half.
        start: isWhole,
      })
      const note = isWhole
        ? ''
        : '\nIt was stored but not started because parts are missing. Start it with POST …/resume.'
      return { ...answerOf(work), explanation: work.explanation + note, workflow_id: workflow_id! }
    },
  }
}

function answerOf({ steps, explanation, unplanned }: PlannedWork) {
  return { steps, explanation, ...(unplanned.length > 0 && { unplanned }) }
}

/** Nothing runs now: it waits for what is to start it. Half of what was asked for is not saved. */
async function automationAnswer(
  automation: PlannedAutomation,
  save: ((automation: PlannedAutomation) => Promise<string>) | undefined,
) {
  const { name, triggers, steps, explanation, unplanned, questions } = automation
  const isWhole = unplanned.length === 0 && questions.length === 0
  const automation_id = save && isWhole ? await save(automation) : undefined
  const note = save && !isWhole ? '\nIt was not saved because parts are missing.' : ''
  return {
    steps: [...steps],
    explanation: explanation + note,
    ...(unplanned.length > 0 && { unplanned: [...unplanned] }),
    automation: {
      name,
      triggers: [...triggers],
      steps: [...steps],
      ...(questions.length > 0 && { questions: [...questions] }),
    },
    ...(automation_id !== undefined && { automation_id }),
  }
}

function nameOf(prompt: string): string {
  const line = prompt.trim().replaceAll(/\s+/g, ' ')
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line
}
