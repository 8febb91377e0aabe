import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { line } from '../members.ts'

export const dictionary = defineComponent({
  type: 'dictionary',
  tier: 2,
  summary: 'What a word means and how it is said: always choose it for "define" and "what does it mean".',
  props: closed({ word: line('An English word', 100) }),
  example: { word: 'serendipity' },
  gallery: {
    group: 'News and facts',
    title: 'Dictionary',
    about: 'What a word means and how it is said',
    icon: 'library',
    settings: ['word'],
  },
})
