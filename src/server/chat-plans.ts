import type { Answerer } from '../features/chat/answering.ts'
import type { Taints } from '../features/chat/model/taint.ts'
import type { ChatRouter } from './chat-router.ts'
import { chatWorkflows } from './chat-workflows.ts'
import type { Ground } from './ground.ts'
import type { Parts } from './parts.ts'

type Needed = Pick<Parts, 'models' | 'planner' | 'workflows' | 'approvals' | 'runner'>

/** Several things to do in one sentence, where no model is set that would plan them. */
export function createChatPlans(
  { bus }: Ground,
  parts: Needed,
  { taints, router }: { taints: Taints; router: Pick<ChatRouter, 'understood'> },
): Answerer {
  const { models, planner, workflows, approvals, runner } = parts
  let loading: Promise<Answerer> | undefined
  const load = async () => {
    const { planAnswerer } = await import('../features/chat/plans/plan-answerer.ts')
    return planAnswerer({
      plan: planner.plan,
      workflows: chatWorkflows({ workflows, approvals, bus }),
      routed: router.understood,
      async onRead(session_id, calls) {
        const { signal } = new AbortController()
        const readings = calls.map((call) => runner.readings({ ...call, provenance: 'sentence', signal }))
        await taints.add(session_id, (await Promise.all(readings)).flat())
      },
    })
  }
  return async (asked, voice) => models.choice() === undefined && (await (loading ??= load()))(asked, voice)
}
