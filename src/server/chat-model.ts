import type { Chat } from '../features/chat/chat.ts'
import type { ComponentRepair } from '../features/chat/components/repair-component.ts'
import type { Memory } from '../features/chat/memory/memory.ts'
import type { ModelAnswerer } from '../features/chat/model/model-answerer.ts'
import { KeptModelStates } from '../features/chat/model/model-state.ts'
import { KeptSummaries } from '../features/chat/model/summaries.ts'
import { KeptPausedAnswers } from '../features/chat/model/paused-answers.ts'
import type { Taints } from '../features/chat/model/taint.ts'
import { chatWorkflows } from './chat-workflows.ts'
import type { Ground } from './ground.ts'
import type { Parts } from './parts.ts'

export interface ModelSurroundings {
  readonly memory: Memory
  readonly taints: Taints
  readonly loadKnown: Chat['loadKnown']
  readonly onRepair: (repair: ComponentRepair) => void
}

type Needed = Pick<Parts, 'models' | 'catalog' | 'runner' | 'approvals' | 'workflows' | 'documents'>

/** The way of the model through a conversation. Its code is loaded when the first message is for it. */
export function createChatModel(
  ground: Ground,
  parts: Needed,
  { memory, taints, loadKnown, onRepair }: ModelSurroundings,
): ModelAnswerer {
  const { database, settings, now, log, bus } = ground
  const { models, catalog, runner, approvals, workflows, documents } = parts
  let loaded: Promise<ModelAnswerer> | undefined
  const load = () => {
    loaded ??= import('../features/chat/model/model-answerer.ts').then(({ modelAnswerer }) =>
      modelAnswerer({
        models,
        catalog,
        runner,
        approvals,
        states: new KeptModelStates(database),
        summaries: new KeptSummaries(database),
        workflows: chatWorkflows({ workflows, approvals, bus }),
        memory,
        documents,
        settings,
        loadKnown,
        taints,
        onRepair,
        pauses: new KeptPausedAnswers({ database, now }),
        now,
        log,
      }),
    )
    return loaded
  }
  return {
    answer: async (asked, voice) =>
      models.choice('chat', asked.model) !== undefined && (await load()).answer(asked, voice),
    continueAfterDecision: async (asked, decided, voice) =>
      (await load()).continueAfterDecision(asked, decided, voice),
  }
}
