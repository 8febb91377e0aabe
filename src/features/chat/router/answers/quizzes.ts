import { textOf, type Act } from './act.ts'

/** Questions that come with the service: those on other subjects need a model, which makes them. */
const capitals = [
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

export const quizActs: Readonly<Record<string, Act>> = {
  quiz({ slots, voice }) {
    const topic = textOf(slots, 'topic')
    if (topic !== undefined && !canDo.test(topic))
      voice.decline(`I have no questions about ${topic} without a language model. Here are capitals instead.`)
    voice.add({
      type: 'quiz',
      title: 'Capitals',
      shuffle: true,
      questions: capitals.map(([country, capital, ...others]) => {
        const options = [capital, ...others].toSorted((a, b) => a.localeCompare(b))
        return { question: `Capital of ${country}?`, options, answer: options.indexOf(capital) }
      }),
    })
  },

  flashcards({ slots, voice }) {
    const topic = textOf(slots, 'topic')
    if (topic !== undefined && !canDo.test(topic))
      voice.decline(`I have no cards about ${topic} without a language model. Here are capitals instead.`)
    voice.add({
      type: 'flashcards',
      title: 'Capitals',
      cards: capitals.map(([country, capital]) => ({ front: country, back: capital })),
    })
  },
}
