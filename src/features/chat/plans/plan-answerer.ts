import { AppError } from '../../../contract/errors.ts'
import type { Answerer, Asked, AnswerWriter, Reading } from '../answering.ts'
import type { PlannedWork } from '../../workflows/planning/finish-plan.ts'
import type { Understanding } from '../router/understanding.ts'
import { startAndFollow, type PlanPort } from '../model/plan-workflow.ts'

export interface PlanAnswererDeps {
  readonly plan: (sentence: string, signal: AbortSignal) => Promise<PlannedWork>
  readonly workflows: PlanPort
  /** A model plans better. */
  readonly hasModel: (asked: Asked) => boolean
  /** Told which tools ran for a conversation. */
  readonly onRead: (session_id: string, calls: readonly RanCall[]) => Promise<void>
}

/** A tool that ran, with the arguments as they were planned. */
export interface RanCall {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What joins one thing to do with the next. */
const joined =
  /(?:[,;.]|\band)\s*(?:then|after (?:that|which)|afterwards|finally)\b|\S\s+then\s+(?!i\b|you\b|we\b|it\b|is\b|the\b)\S/i
/** "find all pdfs and zip them": the second thing is done with the first. */
const handedOn =
  /(?:,|\band)\s+(?:then\s+|also\s+)?(?!(?:read|open|show|tell|list|view|display|save|flip|roll)\b)[a-z-]+(?:\s+(?:all|both)(?:\s+of)?)?\s+(?:it|them|these|those|the (?:results?|files?|archive|list))\b/i
const MAX_LENGTH = 2000
const MAX_NAME_LENGTH = 200
const WAIT_MS = 20_000

/**
 * Several things to do, one after the other, without a model: all of them become a workflow, or it is said which part is
 * not understood. One alone is the router's.
 */
export function planAnswerer(deps: PlanAnswererDeps): Answerer {
  return async (asked, writer, reading) => {
    const work = deps.hasModel(asked) ? undefined : await workIn(asked, reading, deps)
    if (!work) return false
    writer.route({ by: 'router', score: 1, candidates: [{ name: 'workflow', score: 1 }] })
    if (work.unplanned.length === 0) await follow(work, { asked, writer, deps })
    else {
      const parts = work.unplanned.map((part) => `“${part}”`).join(', ')
      writer.say(`I didn't do anything yet because I don't know how to do all of it: ${parts}. Rephrase it.`)
    }
    return true
  }
}

async function workIn(
  asked: Asked,
  reading: Reading,
  { plan }: PlanAnswererDeps,
): Promise<PlannedWork | undefined> {
  const { message } = asked
  const isJoined = joined.test(message)
  if (message.length > MAX_LENGTH || (!isJoined && !handedOn.test(message))) return undefined
  const understanding = await reading.understand()
  if (isApart(understanding) || (isOne(understanding) && !isJoined)) return undefined
  const work = await planned(plan, asked)
  if (!work || work.steps.length === 0 || work.steps.length + work.unplanned.length < 2) return undefined
  // "and" joins much that is no work: only what is planned whole is taken for it.
  return isJoined || work.unplanned.length === 0 ? work : undefined
}

/** Each part is a wish that needs nothing of the others. */
function isApart({ parts = [] }: Understanding): boolean {
  return parts.length > 1 && parts.every(({ meaning }) => meaning)
}

/** By its shape all of it is one wish. */
function isOne({ meaning, parts }: Understanding): boolean {
  return !parts && meaning?.by === 'grammar'
}

async function follow(
  { steps }: PlannedWork,
  { asked, writer, deps }: { asked: Asked; writer: AnswerWriter; deps: PlanAnswererDeps },
): Promise<void> {
  const { workflows, onRead } = deps
  // Nobody named these tools one by one: what sends, deletes or controls asks first.
  const provenance = asked.provenance === 'local-client' ? 'sentence' : asked.provenance
  const name = asked.message.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH)
  const done = await startAndFollow(
    { name, steps },
    { workflows, writer, provenance, signal: asked.signal, waitMs: WAIT_MS },
  )
  const ran = done.steps.flatMap(({ attempts, action, args }) => (attempts > 0 ? [{ action, args }] : []))
  await onRead(asked.session_id, ran)
  if (done.status === 'waiting') writer.say('It is waiting for you and continues automatically after that.')
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
