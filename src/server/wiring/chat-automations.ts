import { automationAnswerer } from '../../features/chat/automations/automation-answerer.ts'
import type { Answerer, Asked } from '../../features/chat/answering.ts'
import { startByPhrase } from '../../features/workflows/triggers/phrases.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

/** Automations that are started, or made, by what is said in the chat. */
export function createChatAutomations(
  { now }: Pick<Infrastructure, 'now'>,
  { planner, workflows }: Pick<Services, 'planner' | 'workflows'>,
  hasModel: (asked: Asked) => boolean,
): Answerer {
  const { engine, triggers, automations } = workflows
  return automationAnswerer({
    hasModel,
    automations: {
      startByPhrase: (message, by) => startByPhrase(message, { engine, triggers, now }, by),
      // With a model set, a sentence that the rules do not understand whole is the model's.
      plan: planner.readAutomation,
      save: ({ name, triggers: declared, steps }, by) =>
        automations.create({ name, triggers: [...declared], steps: [...steps] }, by),
    },
  })
}
