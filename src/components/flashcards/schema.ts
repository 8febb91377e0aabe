import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line, markdownLine, title } from '../members.ts'

export const flashcards = defineComponent({
  type: 'flashcards',
  tier: 1,
  summary: 'Cards with a front and a back to learn by heart: words, dates, definitions.',
  props: closed({
    title,
    cards: Type.Array(
      closed({
        front: markdownLine('The question side', 1_000),
        back: markdownLine('The answer side', 2_000),
        hint: Type.Optional(line('A hint shown before the card is turned', 500)),
      }),
      { minItems: 1, maxItems: 500, description: 'The cards' },
    ),
    shuffle: flag('Show in random order', true),
  }),
  example: {
    title: 'Norwegian',
    cards: [
      { front: 'takk', back: 'thank you' },
      { front: 'hei', back: 'hello' },
    ],
  },
  gallery: {
    group: 'Play and learn',
    title: 'Flashcards',
    about: 'Words, dates and definitions to learn',
    icon: 'graduation-cap',
    settings: ['title', 'cards', 'shuffle'],
  },
})
