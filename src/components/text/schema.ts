import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { choice, markdown, tone } from '../members.ts'

export const text = defineComponent({
  type: 'text',
  tier: 0,
  summary: 'Prose: choose it for explanations, answers and anything that reads best as Markdown.',
  props: closed({
    text: markdown('What to read, as Markdown; raw HTML is shown as it is written', 200_000),
    format: choice(['markdown', 'plain'], 'plain shows the text letter by letter'),
    size: choice(['normal', 'small', 'large'], 'How large it is set'),
    tone,
  }),
  example: { text: 'The **Oslofjord** is 118 km long.' },
})
