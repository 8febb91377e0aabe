import { literals } from './schema.ts'
import { Type, type Static } from './type.ts'

export const planStates = ['to_do', 'doing', 'done', 'given_up'] as const
export type PlanState = (typeof planStates)[number]

/** A step of what the model means to do on the desktop, in its own words. */
export const PlanStep = Type.Object({
  text: Type.String({ description: 'The step, in the words of the model' }),
  state: literals(planStates, { description: 'How far it is, according to the model' }),
})
export type PlanStep = Static<typeof PlanStep>

/** The same everywhere a person reads it. */
export const planStateNames: Readonly<Record<PlanState, string>> = {
  to_do: 'To do',
  doing: 'Doing',
  done: 'Done',
  given_up: 'Given up',
}
