import type { AccessTokens } from '../../contract/tool.ts'
import { rankTools } from '../../features/tools/rank-tools.ts'
import { createPlanner } from '../../features/workflows/planning/planner.ts'
import type { AutomationPort } from '../../features/workflows/wizard/ask-question.ts'
import { Wizard } from '../../features/workflows/wizard/wizard.ts'
import { createWorkflows } from '../../features/workflows/workflows.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'
import type { Sharing } from './sharing.ts'
import { createTriggerConnectors } from './trigger-connectors.ts'
import { machineTriggerSources } from './trigger-sources.ts'

/** What can be looked at for something that happens. */
type TriggerParts = Pick<Services, 'store' | 'metrics' | 'calendar'> & { readonly accessTokens: AccessTokens }

export type WorkflowParts = Pick<Services, 'workflows' | 'planner' | 'wizard'>

/** Workflows, and what makes them of words. */
export function createWorkflowParts(
  infrastructure: Infrastructure,
  deps: Pick<Services, 'catalog' | 'approvals' | 'runner' | 'notifications' | 'models'> & TriggerParts,
  { openShared, forPeople = true }: Sharing,
): WorkflowParts {
  const { catalog, models } = deps
  const planner = createPlanner({ catalog, models, rank: rankTools })
  const workflows = createWorkflows({
    ...infrastructure,
    ...deps,
    publish: infrastructure.bus.publish,
    redact: infrastructure.scrubber.scrub,
    plan: planner.planUnattended,
    forPeople,
    triggerSources: (engine) => ({
      ...machineTriggerSources({ infrastructure, services: { ...deps, workflows: { engine } } }),
      ...createTriggerConnectors(infrastructure, deps),
    }),
    automationSecrets: { store: infrastructure.secrets, hide: infrastructure.scrubber.add },
    ...(openShared && { openBackend: openShared(catalog) }),
  })
  const automations: AutomationPort = {
    create: ({ name, triggers, steps }) =>
      workflows.automations.create(
        { name, triggers: [...triggers], steps: [...steps] },
        planner.provenance(),
      ),
  }
  const wizard = new Wizard({ ...infrastructure, catalog, models, rank: rankTools, workflows, automations })
  return { workflows, planner, wizard }
}
