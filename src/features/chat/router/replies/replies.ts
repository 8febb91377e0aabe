import { plainly, replies, type Reply } from './reply-words.ts'
import type { Confirmation } from '../../../../contract/confirmation.ts'
import type { Asked, AnswerWriter } from '../../answering.ts'
import { eventSentence } from '../follow-ups/event-pointing.ts'
import { offeredIn } from '../follow-ups/pointing.ts'
import { lastChange, restoreNamed, undoLast, type UndoDeps } from './undo.ts'
import type { WorkflowPort } from '../intents/workflows/workflow-port.ts'
import { hasChanged } from '../follow-ups/turns.ts'

export interface ReplyDeps extends UndoDeps {
  /** Questions that can still be answered, the oldest first. */
  readonly openQuestions: () => readonly Confirmation[]
  /** Answers one of them as the person who said so; what came of it. */
  readonly decide: (
    decision: { readonly confirmation_id: string; readonly approved: boolean },
    asked: Asked,
  ) => Promise<string>
  readonly workflows: WorkflowPort
  /** Whether there is a language model that could answer instead. */
  readonly hasModel: (asked: Asked) => boolean
}

/**
 * Answers "yes", "undo", "cancel" and the like; false when the message is no such word. An approval is given only by the
 * person at this machine, and only where exactly one question stands in this very conversation.
 */
export async function answerReply(deps: ReplyDeps, asked: Asked, writer: AnswerWriter): Promise<boolean> {
  const lower = plainly(asked.message)
  const [reply, pattern] = replies.find(([, pattern]) => pattern.test(lower)) ?? []
  if (reply === undefined || asked.provenance !== 'local-client') return false
  const questions = questionsIn(deps, asked)
  // What a model was told it understands better, but for its own questions.
  if (isForModel(asked) && questions.length === 0 && reply !== 'waiting') return false
  const named = pattern!.exec(lower)?.[1] ?? ''
  const told = await tellers[reply]({ deps, asked, writer, questions, named })
  if (told === undefined || (told.isLost && deps.hasModel(asked))) return false
  tellReply(writer, reply, told)
  return true
}

function tellReply(writer: AnswerWriter, reply: Reply, { text, components = [] }: Told): void {
  writer.route({ by: 'router', score: 1, candidates: [{ name: reply, score: 1 }] })
  writer.say(text)
  for (const component of components) writer.add(component)
}

function isForModel({ earlier }: Asked): boolean {
  return earlier.findLast(({ role }) => role === 'assistant')?.by === 'model'
}

interface Situation {
  readonly deps: ReplyDeps
  readonly asked: Asked
  readonly writer: AnswerWriter
  /** Those that stand open in this conversation. */
  readonly questions: readonly Confirmation[]
  readonly named: string
}

interface Told {
  readonly text: string
  /** It only says that there is nothing which could be meant: a model may know better. */
  readonly isLost?: boolean
  readonly components?: readonly Parameters<AnswerWriter['add']>[0][]
}

const tellers: Readonly<Record<Reply, (situation: Situation) => Promise<Told | undefined>>> = {
  approve: agree,
  async yes(situation) {
    const { asked, questions } = situation
    const [question] = questions
    const shown = asked.earlier.findLast(({ role }) => role === 'assistant')?.components ?? []
    // A bare "yes" may be to something else that was said since.
    if (
      questions.length === 1 &&
      !shown.some((card) => card['confirmation_id'] === question!.confirmation_id)
    )
      return { text: `This is still waiting: “${question!.title}” Say “yes, do it” to allow it, or “no”.` }
    return agree(situation)
  },
  async ok({ questions }) {
    return questions.length === 0
      ? { text: 'All right.' }
      : { text: 'Something is waiting for you. Say “yes, do it” or “no”, or use its buttons.' }
  },
  async no(situation) {
    return situation.questions.length > 0 ? answerQuestion(situation, false) : { text: 'All right.' }
  },
  async stop(situation) {
    if (situation.questions.length > 0) return answerQuestion(situation, false)
    const intent = situation.deps.turns.last(situation.asked)?.intent ?? ''
    // Which one is looked for as by "cancel the timer".
    if (/^(?:live_timer|alarm)$/.test(intent)) return undefined
    if (/^(?:stopwatch|pomodoro|countdown|metronome)\b/.test(intent))
      return { text: "Stop it on its card in this conversation. A message doesn't reach it.", isLost: true }
    const offer = /\b(?:it|that|this)\b/.test(situation.asked.message) ? offerUndo(situation) : undefined
    if (offer) return offer
    if (/never|forget|leave/.test(situation.asked.message.toLowerCase())) return { text: 'All right.' }
    return { text: 'Nothing in this conversation is waiting or running.', isLost: true }
  },
  async undo({ deps, asked }) {
    const isLost = lastChange(deps.turns, asked) === undefined
    return { text: (await undoLast(deps, asked)).told, isLost }
  },
  async deleteIt({ deps, asked }) {
    // Only what was just put there can be meant: to undo anything else is no deletion.
    const added = deps.turns.last(asked)
    // An event that was moved or asked about is deleted by its name, which asks first.
    if (added && added.intent !== 'calendar.add' && eventSentence('delete it', added) !== undefined)
      return undefined
    return added && hasChanged(added) && /\.(?:add|create)$/.test(added.intent)
      ? { text: (await undoLast(deps, asked)).told }
      : { text: "I don't know what you mean. Name what to delete.", isLost: true }
  },
  wrong: async (situation) =>
    offerUndo(situation) ?? {
      text: 'Sorry. What did you mean? Rephrase it in one full sentence.',
      isLost: true,
    },
  async waiting({ deps }) {
    const open = deps.openQuestions()
    if (open.length === 0) return { text: 'Nothing is waiting for you.' }
    return {
      text:
        open.length === 1 ? 'One thing is waiting for you.' : `${open.length} things are waiting for you.`,
      components: open.slice(0, 10).map((confirmation) => ({ ...confirmation })),
    }
  },
  async restore({ deps, asked, named }) {
    const outcome = await restoreNamed(deps, named, asked)
    if (outcome) return { text: outcome.told }
    // "restore my backup" is about something else.
    return /[./~]\w/.test(named)
      ? {
          text: `I didn't delete anything called “${named}” in this conversation. Look in your desktop's trash.`,
          isLost: true,
        }
      : undefined
  },
  endWorkflow: endWorkflow,
}

const undoButton = {
  type: 'button',
  label: 'Undo that',
  look: 'secondary',
  action: { kind: 'chat', message: 'Undo that' },
} as const

/** Asks whether the last change shall be taken back; undefined when there is none that could be. */
function offerUndo({ deps, asked }: Situation): Told | undefined {
  const change = lastChange(deps.turns, asked)
  if (!change || change.isLasting || !hasChanged(change)) return undefined
  return {
    text: `My last change was for “${change.message}”. Undo it?`,
    components: [undoButton],
  }
}

/** To what was asked last: whether to undo something, or a question that waits. */
async function agree(situation: Situation): Promise<Told | undefined> {
  const { deps, asked, questions } = situation
  const shown = asked.earlier.findLast(({ role }) => role === 'assistant')
  const isOffered =
    shown?.by === 'router' &&
    shown.components.some(({ type, label }) => type === 'button' && label === undoButton.label)
  if (isOffered && questions.length === 0) return { text: (await undoLast(deps, asked)).told }
  // What was offered is said by its own sentence.
  if (questions.length === 0 && offeredIn(asked) !== undefined) return undefined
  return answerQuestion(situation, true)
}

/** Those whose card stands in this conversation. */
function questionsIn({ openQuestions }: ReplyDeps, { earlier }: Asked): readonly Confirmation[] {
  const shown = new Set(
    earlier.flatMap(({ role, components }) =>
      role === 'assistant' ? components.map((component) => component['confirmation_id']) : [],
    ),
  )
  return shown.size === 0 ? [] : openQuestions().filter(({ confirmation_id }) => shown.has(confirmation_id))
}

async function answerQuestion(
  { deps, asked, questions }: Situation,
  approved: boolean,
): Promise<Told | undefined> {
  const [question, ...others] = questions
  if (!question) {
    const elsewhere = deps.openQuestions().length
    return elsewhere === 0
      ? { text: 'Nothing is waiting for an answer.', isLost: true }
      : {
          text: 'Nothing in this conversation is waiting for an answer. Say “what is waiting for me” to see the rest.',
        }
  }
  if (others.length > 0)
    return { text: `${questions.length} things are waiting here. Answer each with its own buttons.` }
  return { text: await deps.decide({ confirmation_id: question.confirmation_id, approved }, asked) }
}

const goingOn = ['running', 'waiting']

/** Nothing more of it starts; what was done stays, and it can go on. */
async function endWorkflow({ deps, asked }: Situation): Promise<Told> {
  const running = (await deps.workflows.list()).filter(({ status }) => goingOn.includes(status))
  const [only, ...others] = running
  if (!only) return { text: 'No workflow is running.' }
  if (others.length > 0)
    return {
      text: `Which one? Say e.g. “pause the ${only.name ?? only.workflow_id} workflow”.`,
      isLost: true,
    }
  await deps.workflows.pause(only.workflow_id, asked.provenance)
  const name = only.name ?? only.workflow_id
  return { text: `Stopped “${name}”. Nothing more of it runs unless you say “resume the workflow”.` }
}
