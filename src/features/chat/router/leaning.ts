import type { Meaning, Part } from './understanding.ts'

const pointing = /^(?:it|that|this|them|these|those|of it|about it)$/i

/** A part that leans on the one before: "note: buy stamps and remind me tomorrow at 9" is about the stamps. */
export function leaning(part: Part, before: Part | undefined): Part {
  const earlier = before?.meaning
  return earlier && part.meaning ? { ...part, meaning: reminded(part.meaning, earlier) } : part
}

function reminded(meaning: Meaning, { slots }: Meaning): Meaning {
  const text = meaning.slots['text']
  if (meaning.intent !== 'reminder.add' || (typeof text === 'string' && !pointing.test(text))) return meaning
  const meant = textIn(slots)
  return meant === undefined ? meaning : { ...meaning, slots: { ...meaning.slots, text: meant } }
}

function textIn(slots: Readonly<Record<string, unknown>>): string | undefined {
  const [text, items, title, card] = ['text', 'items', 'title', 'card'].map((name) => slots[name])
  const found = [text, Array.isArray(items) ? items.join(', ') : undefined, title, card]
  return found.find((value): value is string => typeof value === 'string' && value !== '')
}
