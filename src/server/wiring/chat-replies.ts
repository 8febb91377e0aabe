import type { Call } from '../../contract/endpoint.ts'
import { replyDoors, type ReplyDoors } from '../../features/chat/router/replies/reply-doors.ts'
import { toolsHandlers } from '../../features/tools/handlers.ts'
import type { Parts } from './services.ts'

type Needed = Pick<
  Parts,
  'catalog' | 'approvals' | 'allowances' | 'runner' | 'workflows' | 'computer' | 'store'
>

/** What answering a question by words tells others. */
export type Replying = Pick<ReplyDoors, 'turns' | 'onDecided'>

/** What "yes", "undo" and the like reach for. */
export function replyDoorsTo(parts: Needed, replying: Replying): ReturnType<typeof replyDoors> {
  const { catalog, approvals, allowances, runner, workflows, computer, store } = parts
  return replyDoors({
    ...replying,
    runner,
    store,
    openQuestions: () => approvals.listOpen(),
    async confirm(decision, by) {
      const { confirm } = toolsHandlers({
        catalog,
        approvals,
        allowances,
        runner,
        decideStep: (answer) => workflows.decide(answer),
        takeDecision: (answer) => computer.takeDecision(answer),
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
