import type { TObject } from 'typebox'
import type { Static } from '../../../contract/type.ts'
import type { ActDoors } from './act-doors.ts'
import type { Understood } from './answers/act.ts'
import type { Sentence } from './normalize.ts'
import type { When } from './readers/reader.ts'

/** What the slots of a template caught, each as its kind reads it. */
export type Captured = Readonly<Record<string, unknown>>

/** The words that a slot of text caught; none where the template has no such slot. */
export function caughtText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A template, or one that stands for values of its own: `['how many notes do i have', { count: true }]`. */
export type Wording<Slots> = string | readonly [template: string, values: Partial<Slots>]

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
  /** What it does to what the person has; nothing where it is not said. What changes something needs a wish. */
  readonly effect?: Effect
  /** The intent that shows what this one changes, for whoever only asks about it. */
  readonly shownBy?: string
  /** The values that are read from a sentence, by the names of the slots. */
  readonly slots: Slots
  /** The slots that it cannot do without; `a|b` is one of them. */
  readonly needs?: readonly string[]
  /** How it is worded, whole sentences without politeness; see `templates/parse-template.ts`. */
  readonly templates: readonly Wording<Static<Slots>>[]
  /** Wordings that other wishes have as well: they count where the words of the sentence speak for this intent. */
  readonly wideTemplates?: readonly Wording<Static<Slots>>[]
  /** Its templates see the sentence letter for letter: no spelling of a name or path is set right. */
  readonly isExact?: boolean
  /** Knows a sentence that is nothing but a value, which has no words to be told by: "3 * (4 + 5)", "2d6". */
  readonly recognize?: (said: Sentence, when: When) => Static<Slots> | undefined
  /** Makes the slots of what a template caught and stands for; undefined when the sentence cannot mean it after all. */
  readonly fill?: (
    captured: Captured & Partial<Static<Slots>>,
    said: Sentence,
    when: When,
  ) => Static<Slots> | undefined
  /**
   * Reads the slots from a sentence that no template matched, but that means this. Without it there are none, and an intent
   * that needs one is not meant.
   */
  readonly read?: (said: Sentence, when: When) => Static<Slots> | undefined
  /** How sure words and meaning must be where no template matched, if less or more than usual is enough. */
  readonly sureAt?: number
  /** The same where a wide template matched. */
  readonly likelyAt?: number
  /** Its values are worked out from the sentence, so that nothing else can be meant. */
  readonly isProvenByValues?: boolean
  /** What is written into it can be about anything: its words may speak of another subject. */
  readonly isFreelyFilled?: boolean
  /** Whether the values ask for more than it does, which a model that is there can do. */
  readonly fallsShort?: (slots: Static<Slots>) => boolean
  readonly act: (understood: Understood<Static<Slots>>, doors: ActDoors) => Promise<void> | void
}

export type Effect = 'starts' | 'adds' | 'changes' | 'removes'

/** An intent whose slots have been checked where it was declared. */
export interface Intent extends Omit<IntentDefinition<TObject>, 'act'> {
  readonly act: (understood: Understood, doors: ActDoors) => Promise<void> | void
}

export function defineIntent<Slots extends TObject>(definition: IntentDefinition<Slots>): Intent {
  return definition as unknown as Intent
}
