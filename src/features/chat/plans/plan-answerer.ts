import { AppError } from '../../../contract/errors.ts'
import type { Answerer, Asked } from '../answering.ts'
import type { PlannedWork } from '../../workflows/planning/finish-plan.ts'
import { startAndFollow, type WorkflowDoor } from '../model/plan-workflow.ts'

export interface PlanAnswererDeps {
  readonly plan: (sentence: string, signal: AbortSignal) => Promise<PlannedWork>
  readonly workflows: WorkflowDoor
  /** Told which tools ran for a conversation. */
  readonly onRead: (session_id: string, actions: readonly string[]) => Promise<void>
}

/** What joins one thing to do with the next. */
const joined =
  /(?:[,;.]|\band)\s*(?:then|after (?:that|which)|afterwards|finally)\b|\S\s+then\s+(?!i\b|you\b|we\b|it\b|is\b|the\b)\S/i
const LONGEST = 2000
const LONGEST_NAME = 200
const WAIT_MS = 20_000

/**
 * Several things to do, one after the other, without a model: all of them become a workflow, or it is said which part is
 * not understood. One alone is the router's.
 */
export function planAnswerer({ plan, workflows, onRead }: PlanAnswererDeps): Answerer {
  return async (asked, voice) => {
    const { message, signal } = asked
    if (message.length > LONGEST || !joined.test(message)) return false
    const work = await planned(plan, asked)
    if (!work || work.steps.length === 0 || work.steps.length + work.unplanned.length < 2) return false
    voice.route({ by: 'router', score: 1, candidates: [{ name: 'workflow', score: 1 }] })
    if (work.unplanned.length > 0) {
      const parts = work.unplanned.map((part) => `“${part}”`).join(', ')
      voice.say(
        `I did nothing yet, because I do not know how to do all of it: ${parts}. Say it in other words.`,
      )
      return true
    }
    // Nobody named these tools one by one: what sends, deletes or controls asks first.
    const provenance = asked.provenance === 'local-client' ? 'model' : asked.provenance
    const name = message.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME)
    const { status, steps } = await startAndFollow(
      { name, steps: work.steps },
      { workflows, voice, provenance, signal, waitMs: WAIT_MS },
    )
    await onRead(
      asked.session_id,
      steps.flatMap(({ attempts, action }) => (attempts > 0 ? [action] : [])),
    )
    if (status === 'waiting') voice.say('It waits for you, and goes on by itself after that.')
    return true
  }
}

async function planned(
  plan: PlanAnswererDeps['plan'],
  { message, signal }: Asked,
): Promise<PlannedWork | undefined> {
  try {
    return await plan(message, signal)
  } catch (error) {
    // It says that nothing of the sentence can be planned, or not in one go: then it is not for us.
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}
