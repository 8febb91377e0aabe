import { defineIntent, optional } from '../../define-intent.ts'
import { capitals, isOtherSubject, tellSubject } from './capitals.ts'

export const intent = defineIntent({
  name: 'flashcards',
  label: 'Flashcards',
  example: 'Flashcards',
  slots: { topic: optional.text },
  templates: [
    '[<start>|show [me]|[let me|(i|we) (want|would like|need) to] (study|practice|practise|learn|revise) [with]] [<a>] [new] [set of] (flashcards|flash cards|flashcard|flash card) [(on|about|of|for|in) [the] {topic:subject}]',
  ],
  examples: ['study cards for {topic_thing}', 'i want to learn {language} words with flashcards'],
  fallsShort: isOtherSubject,
  act({ slots: { topic }, writer }) {
    tellSubject(writer, 'cards', topic)
    writer.add({
      type: 'flashcards',
      title: 'Capitals',
      cards: capitals.map(([country, capital]) => ({ front: country, back: capital })),
    })
  },
})
