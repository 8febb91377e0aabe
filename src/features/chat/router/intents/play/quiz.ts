import { defineIntent, optional } from '../../define-intent.ts'
import { capitals, isOtherSubject, tellSubject } from './capitals.ts'

export const intent = defineIntent({
  name: 'quiz',
  label: 'Quiz',
  example: 'Quiz me on capitals',
  slots: { topic: optional.text },
  templates: [
    '(quiz|test) me [(on|about|in) [the] {topic:subject}]',
    '[<start>|ask me|play] [<a>] [new] (quiz|trivia [quiz|game]|quiz questions|trivia questions)',
    '[<start>] [<a>] quiz (on|about|of) [the] {topic:subject}',
    '[<start>] [<a>] {topic:label} quiz',
  ],
  examples: [
    "(start|let's do|play) [a] (trivia|quiz) [game]",
    'test my knowledge of {topic_thing}',
    '(give|ask) me (a|some) quiz (question|questions) (about|on) {topic_thing}',
  ],
  fallsShort: isOtherSubject,
  act({ slots: { topic }, writer }) {
    tellSubject(writer, 'questions', topic)
    writer.add({
      type: 'quiz',
      title: 'Capitals',
      shuffle: true,
      questions: capitals.map(([country, capital, ...others]) => {
        const options = [capital, ...others].toSorted((a, b) => a.localeCompare(b))
        return { question: `Capital of ${country}?`, options, answer: options.indexOf(capital) }
      }),
    })
  },
})
