import type { Answerer, Asked, AnswerWriter } from '../answering.ts'
import type { ActPort } from './act-port.ts'
import { asSentence } from './as-sentence.ts'
import { heldBackActs } from './answers/held-back.ts'
import type { ToolDeps } from './answers/call-tool.ts'
import { toolAct } from './answers/machine.ts'
import { webActs } from './answers/web.ts'
import type { Act, Understood } from './answers/act.ts'
import { wishesOf } from './certain.ts'
import { canDoAll, canRehearse, intentOfAll, Reached, severalActs } from './do-parts.ts'
import { declaredIntents } from './declared-intents.ts'
import { doable, isSmallTalk } from './doable.ts'
import { answerFollowUp, type FollowUpResult } from './follow-ups/answer-follow-up.ts'
import { HeldWriter, isDeclined } from './held-writer.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { answerReply, type ReplyDeps } from './replies/replies.ts'
import { MAX_SENTENCE_LENGTH } from './router.ts'
import { answerAttachments, type AttachmentPort } from './attachments/answer-attachments.ts'
import { quietTurn, type Turn } from './follow-ups/turns.ts'
import type { Meaning, Router } from './understanding.ts'
import { recordEffects } from './replies/record-effects.ts'
import { leaveToTools, withinToolRights, type ModelRights } from './tool-rights.ts'
import { isWhole } from './whole.ts'

export interface RouterAnswererDeps extends ActPort, AttachmentPort, ToolDeps, ReplyDeps, ModelRights {
  readonly router: Pick<Router, 'correct'>
  /** Whether there is a language model that could answer instead. */
  readonly hasModel: (asked: Asked) => boolean
}

/** Everything that can be done, by the names of the intents. */
function actsOf(deps: RouterAnswererDeps): Readonly<Record<string, Act>> {
  return { ...webActs(deps), ...heldBackActs }
}

/** Answers what the router is sure of; false for everything else, with nothing said. */
export function routerAnswerer(own: RouterAnswererDeps): Answerer {
  return async (asked, writer, reading) => {
    const deps = asked.isOtherModels === true ? withinToolRights(own, asked) : own
    // What else is said about files wants to be thought about, which is not for a router.
    if (await answerAttachments(deps, asked, writer)) return true
    if (asked.attachments.length > 0) return false
    if (await answerReply(deps, asked, writer)) {
      deps.turns.add(asked.session_id, quietTurn(asked.message))
      return true
    }
    const followedUp = await answerFollowUp(deps, asked, reading)
    if (typeof followedUp === 'string') {
      writer.route({ by: 'router', score: 1, candidates: [] })
      writer.say(followedUp)
      deps.turns.add(asked.session_id, quietTurn(asked.message))
      return true
    }
    const understood = followedUp ?? { understanding: await reading.understand(), sentence: asked.message }
    const when = whenOf(await reading.context())
    return perform(deps, { ...understood, asked, writer, when, isAlone: !followedUp })
  }
}

interface Performed extends FollowUpResult, Omit<Understood, 'intent' | 'slots' | 'writer'> {
  readonly writer: AnswerWriter
  /** Whether the message stands for itself, or goes on from the one before in a few words that were all understood. */
  readonly isAlone: boolean
}

/**
 * Does what was understood, and remembers what it changed; false when there is nothing that does it, or when a model can
 * do it better. Then nothing was said and nothing was changed.
 */
async function perform(deps: RouterAnswererDeps, wish: Performed): Promise<boolean> {
  const { understanding, told, asked, when } = wish
  const { meaning, candidates, parts } = understanding
  if (!meaning) return false
  // Where something was taken back already, the rest is not left to somebody else.
  const writer = new HeldWriter(wish.writer, { holds: told === undefined && deps.hasModel(asked) })
  const { port, seen } = recordEffects(deps, { after: () => writer.release() })
  const actFor = actsFor(port)
  const act = parts ? severalActs(parts, actFor) : actFor(meaning.intent)
  if (!act || (writer.holds && !(await isForRouter(deps, wish)))) return false
  writer.route({ by: 'router', score: meaning.score, candidates })
  if (told !== undefined) writer.say(`${told}\n\n`)
  const { intent, slots } = meaning
  try {
    await act({ intent, slots, asked, writer, when })
    writer.release()
  } catch (error) {
    if (!isEndOf(error, writer)) throw error
    if (writer.holds) return false
    leaveToTools(writer)
  } finally {
    // What failed halfway has changed something all the same.
    if (!writer.holds) {
      await learn(deps, { asked, meaning, when })
      deps.turns.add(asked.session_id, { ...turnOf(wish), ...seen() })
    }
  }
  return true
}

/** Whether an act ended for a reason that somebody else can deal with: a model of ours, or tools that are called. */
function isEndOf(error: unknown, { holds }: Pick<HeldWriter, 'holds'>): boolean {
  return error instanceof Reached || (holds && isDeclined(error))
}

/** How it is remembered, but for what it changed. */
function turnOf({ understanding: { meaning, parts }, asked, sentence }: Performed): Turn {
  const { intent, slots } = meaning!
  const done = parts ? { intent: intentOfAll(parts), slots: {} } : { intent, slots }
  return { ...quietTurn(asked.message, sentence), ...done }
}

function actsFor(deps: RouterAnswererDeps): (intent: string) => Act | undefined {
  const acts = actsOf(deps)
  return (intent) => {
    const declared = declaredIntents.get(intent)
    if (declared)
      return (understood) =>
        // By the tool's own phrase, with every argument in it.
        understood.slots['args'] === undefined ? declared.act(understood, deps) : toolAct(deps)(understood)
    return acts[intent] ?? (deps.describeTool(intent) ? toolAct(deps) : undefined)
  }
}

/**
 * With a model set: what is understood to the last word and can be done. Everything else a model answers better, and so it
 * does what is said in another language: the answers here are in English.
 */
async function isForRouter(deps: RouterAnswererDeps, wish: Performed): Promise<boolean> {
  const { understanding, sentence, asked, when, isAlone } = wish
  const wishes = wishesOf(understanding, sentence)
  const silent = new HeldWriter(wish.writer, { holds: true })
  const run: RouterAnswererDeps['run'] = (request, conversation) =>
    deps.run({ ...request, asksNobody: true }, conversation)
  const { port } = recordEffects(
    { ...deps, run },
    {
      before() {
        throw new Reached()
      },
    },
  )
  const actFor = actsFor(port)
  if (!canDoAll(wishes, actFor) || wishes.some(({ meaning }) => isOnlyTalk(meaning!.intent))) return false
  if (isAlone && !wishes.every(({ said, meaning }) => isWhole(meaning!, asSentence(said), when))) return false
  if (wishes.some(({ meaning }) => meaning!.language !== undefined)) return false
  // The first of several ends by itself before anything is changed.
  return canRehearse(wishes.slice(1), actFor, { intent: '', slots: {}, asked, writer: silent, when })
}

/** Talk, and why nothing is done. */
function isOnlyTalk(intent: string): boolean {
  return intent in heldBackActs || (isSmallTalk(intent) && intent !== 'help')
}

/** A chip that was chosen teaches; so does a client that says which sentence it corrects. */
async function learn(
  { router }: RouterAnswererDeps,
  { asked, meaning, when }: Pick<Understood, 'asked' | 'when'> & { meaning: Meaning },
): Promise<void> {
  const { intent, slots } = meaning
  // Only the user's own word teaches: a page or a mail must not.
  if (asked.provenance !== 'local-client') return
  const original = slots['correction_of'] ?? asked.context['correction_of']
  if (typeof original !== 'string' || original === '' || original.length > MAX_SENTENCE_LENGTH) return
  // Where its values cannot be read, the sentence would do nonsense the next time.
  if (doable(intent, normalize(original), when)) await router.correct(original, intent)
}
