import type { Understood } from '../../answers/act.ts'

/** Questions that come with the service: those on other subjects need a model, which makes them. */
export const capitals = [
  ['Norway', 'Oslo', 'Bergen', 'Trondheim'],
  ['Australia', 'Canberra', 'Sydney', 'Melbourne'],
  ['Canada', 'Ottawa', 'Toronto', 'Montreal'],
  ['Brazil', 'Brasília', 'Rio de Janeiro', 'São Paulo'],
  ['Turkey', 'Ankara', 'Istanbul', 'Izmir'],
  ['Morocco', 'Rabat', 'Casablanca', 'Marrakesh'],
  ['New Zealand', 'Wellington', 'Auckland', 'Christchurch'],
  ['Switzerland', 'Bern', 'Zurich', 'Geneva'],
  ['Kenya', 'Nairobi', 'Mombasa', 'Kisumu'],
  ['Vietnam', 'Hanoi', 'Ho Chi Minh City', 'Da Nang'],
] as const

const canDo = /\b(?:capitals?|geography|countries|cities|world|trivia|general knowledge|europe)\b/i

export function isOtherSubject({ topic }: { readonly topic?: string }): boolean {
  return topic !== undefined && !canDo.test(topic)
}

/** Says that it is about capitals where something else was asked for. */
export function tellSubject(writer: Understood['writer'], what: string, topic: string | undefined): void {
  if (topic !== undefined && isOtherSubject({ topic }))
    writer.decline(`I have no ${what} about ${topic} without a language model. Here are capitals instead.`)
}
