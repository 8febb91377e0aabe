import type { PlanState, PlanStep } from '../../../contract/computer-plan.ts'
import { planStates } from '../../../contract/computer-plan.ts'
import { closed, literals } from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type { OfferedTool } from '../../models/language-model.ts'
import { isObject } from '../model/loose-json.ts'
import { inOneLine } from '../untrusted.ts'

/** It is no action: it can stand beside any of them, and does nothing on the desktop. */
export const PLAN = 'PLAN'

const MAX_STEPS = 15
const MAX_CHARACTERS = 160

export const planMember = Type.Array(
  closed({
    text: Type.String({ description: 'The step, briefly' }),
    state: literals(planStates, { description: 'How far it is' }),
  }),
  { description: 'All steps in order, the old ones too' },
)

export const planTool: OfferedTool = {
  name: PLAN,
  description:
    'Write down or change your plan, which the user sees. Call it beside an action, never alone. It takes the place of the plan before.',
  parameters: closed({ steps: planMember }) as unknown as OfferedTool['parameters'],
}

type ReadPlan = { readonly steps: readonly PlanStep[] } | { readonly problem: string }

/** What a model wrote as its plan. Slips that can only mean one thing are mended, everything else is told back. */
export function readPlan(given: unknown): ReadPlan {
  const list = listIn(given)
  if (!list) return refused('steps must be a list of {text, state}')
  if (list.length > MAX_STEPS) return refused(`it has ${list.length} steps, and ${MAX_STEPS} is the most`)
  const steps: PlanStep[] = []
  for (const [index, one] of list.entries()) {
    const read = readStep(one)
    if ('problem' in read) return refused(`step ${index + 1} ${read.problem}`)
    steps.push(read)
  }
  return { steps }
}

function refused(why: string): ReadPlan {
  return { problem: `The plan was not taken: ${why}. The one before it stays.` }
}

function listIn(given: unknown): readonly unknown[] | undefined {
  if (Array.isArray(given)) return given as unknown[]
  if (!isObject(given)) return undefined
  const { steps, plan, todos } = given
  return [steps, plan, todos].find((one) => Array.isArray(one))
}

function readStep(given: unknown): PlanStep | { problem: string } {
  if (typeof given === 'string') return stepOf(given, 'to_do')
  if (!isObject(given)) return { problem: 'is no {text, state}' }
  const words = [given['text'], given['step'], given['content'], given['title'], given['task']]
  const text = words.find((one) => typeof one === 'string')
  if (text === undefined) return { problem: 'has no text' }
  const said = given['state'] ?? given['status'] ?? 'to_do'
  const state = typeof said === 'string' ? stateOf(said) : undefined
  if (!state) return { problem: `has no state of ${planStates.join(', ')}` }
  return stepOf(text, state)
}

/** A person reads it: nothing in it may hide, turn letters round or move a cursor. */
function stepOf(words: string, state: PlanState): PlanStep | { problem: string } {
  const text = inOneLine(visibleText(inOneLine(words, MAX_CHARACTERS)), MAX_CHARACTERS)
  return text === '' ? { problem: 'has no text' } : { text, state }
}

/** What other tools for plans call the same. */
const otherStates: Readonly<Record<string, PlanState>> = {
  todo: 'to_do',
  pending: 'to_do',
  open: 'to_do',
  in_progress: 'doing',
  active: 'doing',
  current: 'doing',
  completed: 'done',
  complete: 'done',
  finished: 'done',
  cancelled: 'given_up',
  canceled: 'given_up',
  skipped: 'given_up',
  failed: 'given_up',
}

function stateOf(said: string): PlanState | undefined {
  const word = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (Object.hasOwn(otherStates, word)) return otherStates[word]
  return planStates.find((state) => state === word)
}
