import type { Meaning, Part } from '../understanding.ts'

const pointing = /^(?:it|that|this|them|these|those|of it|about it)$/i

/** "there" and "to it" in the words of a part, said by the name of what the one before spoke of. */
export function pointedOut(text: string, before: Part | undefined): string {
  if (!before?.meaning) return text
  const { intent, slots } = before.meaning
  const place = placeIn(slots)
  if (place !== undefined && there.test(text)) return text.replace(there, ` in ${place}`)
  // Of a list that was there before it is known what "it" is.
  const list = intent === 'list.create' ? titleIn(slots['list']) : undefined
  const kept = list === undefined ? titleIn(slots['board']) : list
  return kept === undefined
    ? text
    : text.replace(toIt, ` $1 the ${kept} ${list === undefined ? 'board' : 'list'}`)
}

function placeIn({ city, places }: Meaning['slots']): string | undefined {
  if (typeof city === 'string') return city
  return Array.isArray(places) ? titleIn(places[0]) : undefined
}

const there = / (?:over )?there(?=[?.! ]*$)/i
const toIt = / (to|on|onto|in|into) (?:it|that|there|that (?:list|board))(?=[?.! ]*$)/i

function titleIn(value: unknown): string | undefined {
  const { title, label } = (value ?? {}) as { readonly title?: unknown; readonly label?: unknown }
  const name = title ?? label
  return typeof name === 'string' ? name : undefined
}

/** A part that leans on the one before: "note: buy stamps and remind me tomorrow at 9" is about the stamps. */
export function resolveReference(part: Part, before: Part | undefined): Part {
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
