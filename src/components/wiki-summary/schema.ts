import { defineComponent } from '../../contract/component.ts'
import { closed, exactlyOne } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line } from '../members.ts'

export const wikiSummary = defineComponent({
  type: 'wiki_summary',
  tier: 2,
  summary: 'Summary of an encyclopedia article: choose it for "what is" and "tell me about" something known.',
  props: closed(
    {
      title: Type.Optional(line('Title of the article', 300)),
      query: Type.Optional(line('Words to find the article by', 300)),
    },
    exactlyOne(['title', 'query']),
  ),
  example: { title: 'Ada Lovelace' },
  gallery: {
    group: 'News and facts',
    title: 'Encyclopedia',
    about: 'An article in short',
    icon: 'landmark',
    settings: ['title'],
    required: ['title'],
  },
})
