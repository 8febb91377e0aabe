import type { Call } from '../../contract/endpoint.ts'
import { replyPort, type ReplyPort } from '../../features/chat/router/replies/reply-port.ts'
import { toolsHandlers } from '../../features/tools/handlers.ts'
import { takingDecisions } from './mcp-desk.ts'
import type { Services } from './services.ts'

type Needed = Pick<
  Services,
  'catalog' | 'approvals' | 'allowances' | 'runner' | 'workflows' | 'computer' | 'appQuestions' | 'store'
>

/** What answering a question by words tells others. */
export type Replying = Pick<ReplyPort, 'turns' | 'onDecided'>

/** What "yes", "undo" and the like reach for. */
export function replyDoorsTo(services: Needed, replying: Replying): ReturnType<typeof replyPort> {
  const { catalog, approvals, allowances, runner, workflows, computer, appQuestions, store } = services
  return replyPort({
    ...replying,
    runner,
    store,
    // A form is filled in where it is shown: no word answers it.
    openQuestions: () => approvals.listOpen().filter(({ form }) => form === undefined),
    async confirm(decision, by) {
      const { confirm } = toolsHandlers({
        catalog,
        approvals,
        allowances,
        runner,
        decideStep: (answer) => workflows.decide(answer),
        takeDecision: takingDecisions({ appQuestions, computer }),
      })
      const answer = await confirm({ params: undefined, query: undefined, body: decision }, by as Call)
      return 'result' in answer ? answer.result : null
    },
    async forgetTrashed(path) {
      const { forgetTrashed } = await import('../../plugins/file-manager/trash.ts')
      await forgetTrashed(path)
    },
  })
}
