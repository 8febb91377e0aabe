import type { Answerer } from './answering.ts'

export interface Answerers {
  readonly fastPath: Answerer
  readonly memory: Answerer
  readonly plans: Answerer
  readonly router: Answerer
  readonly model: Answerer
  readonly suggestions: Answerer
}

/** A fixed word, what is about the memory, the router, the model, and last what may have been meant. */
export function inOrder({ fastPath, memory, plans, router, model, suggestions }: Answerers): Answerer[] {
  return [fastPath, memory, unlessWrittenByModel(plans), unlessWrittenByModel(router), model, suggestions]
}

/**
 * The router does what it is told, for it is a person who tells it. Words that a model put on a button are answered by the
 * model, so that whatever they lead to is judged as any other call of a model.
 */
function unlessWrittenByModel(answerer: Answerer): Answerer {
  return async (asked, writer, reading) =>
    asked.provenance !== 'model' && (await answerer(asked, writer, reading))
}
