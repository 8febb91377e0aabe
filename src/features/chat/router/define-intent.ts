import type { TObject } from 'typebox'
import type { Static } from '../../../contract/type.ts'
import type { ActDoors } from './act-doors.ts'
import type { Understood } from './answers/act.ts'

/** Everything about one intent, in one file of `intents/<domain>/`: whatever else knows of it is derived from this. */
export interface IntentDefinition<Slots extends TObject> {
  /** What its meaning is called: `system.disk`. */
  readonly name: string
  /** How it is offered to a person who may have meant it. */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
  /** Those of one family are told apart by a verb rather than by a subject. */
  readonly family?: string
  /** The values that are read from a sentence, by the names of the slots. */
  readonly slots: Slots
  /** How it is worded, whole sentences without politeness; see `templates/parse-template.ts`. */
  readonly templates: readonly string[]
  readonly act: (understood: Understood<Static<Slots>>, doors: ActDoors) => Promise<void> | void
}

/** An intent whose slots have been checked where it was declared. */
export interface Intent extends Omit<IntentDefinition<TObject>, 'act'> {
  readonly act: (understood: Understood, doors: ActDoors) => Promise<void> | void
}

export function defineIntent<Slots extends TObject>(definition: IntentDefinition<Slots>): Intent {
  return definition as unknown as Intent
}
