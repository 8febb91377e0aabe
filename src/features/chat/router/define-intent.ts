import { Type, type Static, type TObject, type TProperties } from '../../../contract/type.ts'
import type { ActPort } from './act-port.ts'
import { showing, type Understood } from './answers/act.ts'
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

/** What values can be, for `slots`; whatever else a value is, its own schema says. */
export const required = {
  text: Type.String(),
  texts: Type.Array(Type.String()),
  number: Type.Number(),
  boolean: Type.Boolean(),
}
export const optional = {
  text: Type.Optional(Type.String()),
  texts: Type.Optional(Type.Array(Type.String())),
  number: Type.Optional(Type.Number()),
  boolean: Type.Optional(Type.Boolean()),
  true: Type.Optional(Type.Literal(true)),
}

/** The values that slots of these schemas hold. */
export type SlotsOf<Schemas extends TProperties> = Static<TObject<Schemas>>

/** Values as they are read: what was not found is undefined, and then left away. */
export type Found<Slots> = {
  readonly [Name in keyof Slots]: undefined extends Slots[Name] ? Slots[Name] | undefined : Slots[Name]
}

/** Everything about one intent, in one file of `intents/<domain>/`: whatever else knows of it is derived from this. */
export interface IntentDefinition<Schemas extends TProperties> {
  /** What its meaning is called: `system.disk`. */
  readonly name: string
  /** How it is offered to a person who may have meant it. */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
  /** Those of one family are told apart by a verb rather than by a subject: those that one intent shows, if nothing else is said. */
  readonly family?: string
  /** What it does to what the person has; nothing where it is not said. What changes something needs a wish. */
  readonly effect?: Effect
  /** The intent that shows what this one changes, for whoever only asks about it. */
  readonly shownBy?: string
  /** The values that are read from a sentence, by the names of the slots; none where it is left out. */
  readonly slots?: Schemas
  /** The slots that it cannot do without; `a|b` is one of them. */
  readonly needs?: readonly string[]
  /** How it is worded, whole sentences without politeness; see `templates/parse-template.ts`. */
  readonly templates: readonly Wording<SlotsOf<Schemas>>[]
  /** Wordings that other wishes have as well: they count where the words of the sentence speak for this intent. */
  readonly wideTemplates?: readonly Wording<SlotsOf<Schemas>>[]
  /**
   * More of how it is said, where templates would say too much: as templates, whose slots are named after what fills them in
   * `classifier/fillers.json`. The classifier learns them (`npm run train:router`).
   */
  readonly examples?: readonly string[]
  /** What sounds like it and is something else, for the classifier as well. */
  readonly counterExamples?: readonly string[]
  /** Its templates see the sentence letter for letter: no spelling of a name or path is set right. */
  readonly isExact?: boolean
  /** Knows a sentence that is nothing but a value, which has no words to be told by: "3 * (4 + 5)", "2d6". */
  readonly recognize?: (said: Sentence, when: When) => Found<SlotsOf<Schemas>> | undefined
  /** Makes the slots of what a template caught and stands for; undefined when the sentence cannot mean it after all. */
  readonly fill?: (
    captured: Captured & Partial<SlotsOf<Schemas>>,
    said: Sentence,
    when: When,
  ) => Found<SlotsOf<Schemas>> | undefined
  /**
   * Reads the slots from a sentence that no template matched, but that means this. Without it there are none, and an intent
   * that needs one is not meant.
   */
  readonly read?: (said: Sentence, when: When) => Found<SlotsOf<Schemas>> | undefined
  /** How sure words and meaning must be where no template matched, if less or more than usual is enough. */
  readonly sureAt?: number
  /** The same where a wide template matched. */
  readonly likelyAt?: number
  /** Its values are worked out from the sentence, so that nothing else can be meant. */
  readonly isProvenByValues?: boolean
  /** What is written into it can be about anything: its words may speak of another subject. */
  readonly isFreelyFilled?: boolean
  /** It is asked for by forbidding something: "do not disturb me from 10 to 7". */
  readonly isWishedByForbidding?: boolean
  /** Whether the values ask for more than it does, which a model that is there can do. */
  readonly fallsShort?: (slots: SlotsOf<Schemas>) => boolean
  /** Its result in a few words, where that only has to be worked out: shown while somebody types. */
  readonly glance?: (slots: SlotsOf<Schemas>) => string | undefined
  /** What it does. Without it, the component of its name is shown with its values. */
  readonly act?: (understood: Understood<SlotsOf<Schemas>>, port: ActPort) => Promise<void> | void
}

export type Effect = 'starts' | 'adds' | 'changes' | 'removes'

/** An intent whose slots have been checked where it was declared. */
export interface Intent extends Omit<IntentDefinition<TProperties>, 'act' | 'glance'> {
  readonly glance?: (slots: Readonly<Record<string, unknown>>) => string | undefined
  readonly act: (understood: Understood, port: ActPort) => Promise<void> | void
}

export function defineIntent<Schemas extends TProperties>(definition: IntentDefinition<Schemas>): Intent {
  type Declared = Omit<Intent, 'act'> & Partial<Pick<Intent, 'act'>>
  const { act, recognize, fill, read, ...intent } = definition as unknown as Declared
  return {
    ...intent,
    act: act ?? showing(intent.name, Object.keys(intent.slots ?? {})),
    ...(recognize && { recognize: (...given) => present(recognize(...given)) }),
    ...(fill && { fill: (...given) => present(fill(...given)) }),
    ...(read && { read: (...given) => present(read(...given)) }),
  }
}

function present<Slots extends object>(slots: Slots | undefined): Slots | undefined {
  const found = slots && Object.entries(slots).filter(([, value]) => value !== undefined)
  return found && (Object.fromEntries(found) as Slots)
}
