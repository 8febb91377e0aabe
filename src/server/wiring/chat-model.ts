import type { Chat } from '../../features/chat/chat.ts'
import type { ComponentRepair } from '../../features/chat/components/repair-component.ts'
import type { Memory } from '../../features/chat/memory/memory.ts'
import type { ModelAnswerer } from '../../features/chat/model/model-answerer.ts'
import { StoredModelStates } from '../../features/chat/model/model-state.ts'
import { StoredSummaries } from '../../features/chat/model/history/summaries.ts'
import { StoredPausedAnswers } from '../../features/chat/model/paused-answers.ts'
import type { Taints } from '../../features/chat/model/taint.ts'
import { toldContexts } from '../../features/mcp/mcp-apps/told-context.ts'
import { chatWorkflows } from './chat-workflows.ts'
import { chatSkills } from './skills-part.ts'
import { WorkflowEnds, type WorkflowEndsDeps } from './workflow-ends.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

export interface ModelContext {
  readonly memory: Memory
  readonly taints: Taints
  readonly loadKnown: Chat['loadKnown']
  readonly onRepair: (repair: ComponentRepair) => void
  readonly opened: AsyncDisposableStack
  /** Lets an answer go on whose workflow asks something more, or has ended. */
  readonly onWorkflow: Pick<WorkflowEndsDeps, 'onQuestions' | 'onEnd'>
}

type Needed = Pick<
  Services,
  'skills' | 'models' | 'catalog' | 'runner' | 'approvals' | 'workflows' | 'documents' | 'appCalls'
>

/** The way of the model through a conversation. Its code is loaded when the first message is for it. */
export function createChatModel(
  infrastructure: Infrastructure,
  services: Needed,
  { memory, taints, loadKnown, onRepair, onWorkflow, opened }: ModelContext,
): ModelAnswerer & { resume: () => void } {
  const { database, settings, now, log, bus } = infrastructure
  const { models, catalog, runner, approvals, workflows, documents, appCalls } = services
  const pauses = new StoredPausedAnswers({ database, now })
  const awaitEnd = (workflow_id: string) => ends.await(workflow_id)
  const port = chatWorkflows({ workflows, approvals, bus, awaitEnd })
  const ends = opened.use(new WorkflowEnds({ bus, workflows: port, ...onWorkflow, log }))
  let loaded: Promise<ModelAnswerer> | undefined
  const load = () => {
    loaded ??= import('../../features/chat/model/model-answerer.ts').then(({ modelAnswerer }) =>
      modelAnswerer({
        models,
        catalog,
        runner,
        approvals,
        states: new StoredModelStates(database),
        summaries: new StoredSummaries(database),
        workflows: port,
        memory,
        documents,
        appContexts: (session_id) => toldContexts(appCalls, session_id),
        settings,
        loadKnown,
        taints,
        skills: chatSkills(infrastructure, services.skills),
        onRepair,
        pauses,
        now,
        log,
      }),
    )
    return loaded
  }
  return {
    /** Looks after answers of an earlier process whose workflows have ended since. */
    resume() {
      for (const id of pauses.waitedFor()) if (!id.startsWith('cnf_')) ends.await(id)
    },
    answer: async (asked, ...rest) =>
      models.choice('chat', asked.model) !== undefined && (await load()).answer(asked, ...rest),
    continueAfterDecision: async (asked, decided, writer) =>
      (await load()).continueAfterDecision(asked, decided, writer),
  }
}
