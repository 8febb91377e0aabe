import { declaredIntents } from './declared-intents.ts'

/** How an intent is offered to a person who may have meant it. */
export interface IntentOffer {
  /** What the chip says; also how the person says it back: "I mean the weather: …". */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
}

/** Every intent that the router can act on, by the name that its meaning carries. */
export const intents: Readonly<Record<string, IntentOffer>> = Object.fromEntries(declaredIntents)

/** Intents that are told apart by a verb rather than by a subject: together they decide whether one is meant. */
const families = [
  ...Map.groupBy(declaredIntents.values(), ({ name, shownBy = name, family = shownBy }) => family).values(),
].map((family) => family.map(({ name }) => name))

const familyOf = new Map(families.flatMap((family) => family.map((intent) => [intent, family] as const)))

export function relatives(intent: string): readonly string[] {
  return familyOf.get(intent) ?? [intent]
}

/** The intent that a label stands for, as a chip says it. */
export function intentLabelled(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  return Object.entries(intents).find(
    ([name, offer]) => offer.label.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.[0]
}
