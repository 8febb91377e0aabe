import type { Answerer } from '../../features/chat/answering.ts'
import type { PlanAnswererDeps } from '../../features/chat/plans/plan-answerer.ts'
import type { Taints } from '../../features/chat/model/taint.ts'
import { chatWorkflows } from './chat-workflows.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'planner' | 'workflows' | 'approvals' | 'runner'>

/** Several things to do in one sentence, where no model is set that would plan them. */
export function createChatPlans(
  { bus }: Infrastructure,
  services: Needed,
  { taints, hasModel }: Pick<PlanAnswererDeps, 'hasModel'> & { readonly taints: Taints },
): Answerer {
  const { planner, workflows, approvals, runner } = services
  let loading: Promise<Answerer> | undefined
  const load = async () => {
    const { planAnswerer } = await import('../../features/chat/plans/plan-answerer.ts')
    return planAnswerer({
      plan: planner.plan,
      workflows: chatWorkflows({ workflows, approvals, bus }),
      hasModel,
      async onRead(session_id, calls) {
        const { signal } = new AbortController()
        const readings = calls.map((call) => runner.readings({ ...call, provenance: 'sentence', signal }))
        await taints.add(session_id, (await Promise.all(readings)).flat())
      },
    })
  }
  return async (...message) => (await (loading ??= load()))(...message)
}
