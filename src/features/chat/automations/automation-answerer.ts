import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Answerer, AnswerWriter, Asked } from '../answering.ts'

/** What a sentence says should happen by itself. */
export interface PlannedAutomation {
  readonly name: string
  readonly triggers: readonly { readonly type: string }[]
  readonly explanation: string
  readonly unplanned: readonly string[]
  readonly questions: readonly string[]
}

/** Automations as the chat reaches them. */
export interface AutomationPort<Planned extends PlannedAutomation = PlannedAutomation> {
  /** Starts those that have this phrase; their names. */
  startByPhrase(message: string, by: Provenance): Promise<readonly string[]>
  plan(message: string, signal: AbortSignal): Promise<Planned | undefined>
  save(planned: Planned, by: Provenance): Promise<unknown>
}

export interface AutomationAnswererDeps<Planned extends PlannedAutomation> {
  readonly automations: AutomationPort<Planned>
  readonly hasModel: (asked: Asked) => boolean
}

const MAX_LENGTH = 1_000
/** Every other message need not be looked at. */
const SAYS_WHEN =
  /\b(?:when(?:ever)?|if|unless|once|as soon as|the moment|before|after|(?:each|every|any)(?: ?time)?)\b/i

/** Phrases that start automations, and sentences that say what should start what. */
export function automationAnswerer<Planned extends PlannedAutomation>(
  deps: AutomationAnswererDeps<Planned>,
): Answerer {
  const { automations } = deps
  return async (asked, writer) => {
    if (asked.message.length > MAX_LENGTH || asked.attachments.length > 0) return false
    const started = await automations.startByPhrase(asked.message, asked.provenance)
    if (started.length > 0) {
      tellRoute(writer, 'automation.run')
      writer.say(`Started ${started.map((name) => `“${name}”`).join(' and ')}.`)
      return true
    }
    // Whoever is not at this machine leaves nothing here that acts later.
    if (asked.provenance !== 'local-client' || !SAYS_WHEN.test(asked.message)) return false
    return saveWhatIsSaid(asked, writer, deps)
  }
}

async function saveWhatIsSaid<Planned extends PlannedAutomation>(
  asked: Asked,
  writer: AnswerWriter,
  { automations, hasModel }: AutomationAnswererDeps<Planned>,
): Promise<boolean> {
  const planned = await plannedIn(automations, asked)
  // Times alone are schedules, which the router makes.
  if (!planned?.triggers.some(({ type }) => type !== 'schedule')) return false
  const missing = [...planned.unplanned.map((part) => `“${part}”`), ...planned.questions]
  if (missing.length > 0 && hasModel(asked)) return false
  tellRoute(writer, 'automation.add')
  if (missing.length > 0) {
    writer.say(`I didn't save anything yet because I don't understand all of it: ${missing.join(', ')}.`)
    return true
  }
  await automations.save(planned, 'sentence')
  writer.say(`Saved “${planned.name}”. It now runs automatically. See it under Flows.`)
  return true
}

async function plannedIn<Planned extends PlannedAutomation>(
  { plan }: AutomationPort<Planned>,
  { message, signal }: Asked,
): Promise<Planned | undefined> {
  try {
    return await plan(message, signal)
  } catch (error) {
    // It says that nothing of the sentence can be planned: then it is not for us.
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}

function tellRoute(writer: AnswerWriter, name: string): void {
  writer.route({ by: 'router', score: 1, candidates: [{ name, score: 1 }] })
}
