import type { Trigger } from '../../triggers/schemas.ts'
import type { Thing } from './thing.ts'

/** A trigger that has no id yet. */
export type TriggerDraft = { [Type in Trigger['type']]: Omit<Trigger<Type>, 'id'> }[Trigger['type']]

/** What words that say when something should run come to. */
export type TriggerReading =
  | {
      readonly triggers: readonly TriggerDraft[]
      /** What "it" is then. */
      readonly thing?: Thing | undefined
      /** What a person should know of it, each as a sentence. */
      readonly notes?: readonly string[]
      /** What is told where nobody says what to tell. */
      readonly message?: string
    }
  /** It is clear what kind of thing should start it, but not which. */
  | { readonly question: string; readonly thing?: Thing | undefined; readonly message?: string }

/** What a sentence says about when it should run, and what is left of it. All of it is marked text. */
export interface FoundTrigger {
  readonly reading: TriggerReading
  /** The words that were read. */
  readonly said: string
  /** What must also be true: "… lands in Downloads and its name contains 2026". */
  readonly condition?: string
  /** What should be done, in the order in which it was said. */
  readonly actions: readonly string[]
}

/** `{ when }`, or nothing where there is no condition. */
export function whenMember(condition: string | undefined): { when?: string } {
  return condition === undefined ? {} : { when: condition }
}
