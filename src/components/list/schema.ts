import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { flag, icon, line, markdownLine, title, Tone } from '../members.ts'

export const list = defineComponent({
  type: 'list',
  tier: 0,
  summary: 'Short entries one below the other, e.g. search results, steps to take or a menu.',
  props: closed({
    title,
    items: Type.Array(
      closed({
        text: markdownLine('The entry, as Markdown without blocks', 1_000),
        detail: Type.Optional(line('Subtitle', 1_000)),
        icon,
        badge: Type.Optional(line('A word or number at the end of the line', 40)),
        tone: Type.Optional(Tone),
        action,
      }),
      { maxItems: 500, description: 'The entries' },
    ),
    ordered: flag('Number the entries', false),
    empty_text: Type.Optional(line('Shown when the list is empty', 300)),
  }),
  example: {
    title: 'Found',
    items: [
      {
        text: 'invoice-7.pdf',
        detail: '~/Documents',
        action: { kind: 'open', path: '/home/ada/Documents/invoice-7.pdf' },
      },
      { text: 'invoice-8.pdf', detail: '~/Downloads', badge: 'new' },
    ],
  },
})
