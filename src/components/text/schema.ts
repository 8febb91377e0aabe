import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { choice, markdown, tone } from '../members.ts'

export const text = defineComponent({
  type: 'text',
  tier: 0,
  summary: 'Prose: choose it for explanations, answers and anything that reads best as Markdown.',
  props: closed({
    text: markdown('The text, as Markdown; raw HTML is shown as plain text', 200_000),
    format: choice(['markdown', 'plain'], 'plain shows the text exactly as written'),
    size: choice(['normal', 'small', 'large'], 'Text size'),
    tone,
  }),
  example: { text: 'The **Oslofjord** is 118 km long.' },
})
