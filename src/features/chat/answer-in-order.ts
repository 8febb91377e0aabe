import type { Answerer, Asked } from './answering.ts'

export interface Answerers {
  readonly fastPath: Answerer
  readonly skills: Answerer
  readonly memory: Answerer
  readonly automations: Answerer
  readonly plans: Answerer
  readonly router: Answerer
  readonly model: Answerer
  readonly suggestions: Answerer
}

/** A fixed word, what names a skill, what is about the memory, what should happen by itself, the router, the model, and last what may have been meant. */
export function inOrder(answerers: Answerers): Answerer[] {
  const { fastPath, skills, memory, automations, plans, router, model, suggestions } = answerers
  const byPerson = [automations, plans].map((answerer) => unlessWrittenByModel(answerer))
  const understood = unlessWrittenByModel(router, ({ isOtherModels }) => isOtherModels === true)
  return [fastPath, skills, memory, ...byPerson, understood, model, suggestions]
}

/**
 * The router does what it is told, for it is a person who tells it. Words that a model put on a button are answered by the
 * model, so that whatever they lead to is judged as any other call of a model. To another program's model the router does
 * answer: it knows who asks, and does no more than that one's own calls could.
 */
function unlessWrittenByModel(
  answerer: Answerer,
  isAllowed: (asked: Asked) => boolean = () => false,
): Answerer {
  return async (asked, writer, reading) =>
    (asked.provenance !== 'model' || isAllowed(asked)) && (await answerer(asked, writer, reading))
}
