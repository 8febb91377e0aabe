import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { defaulted, flag, line, markdown, title } from '../members.ts'

export const markdownEditor = defineComponent({
  type: 'markdown_editor',
  tier: 1,
  summary: 'Text to edit with a preview beside it: choose it for drafts that a person will finish.',
  props: closed({
    title,
    text: defaulted({ ...markdown('The draft, as Markdown', 200_000), default: '' }),
    placeholder: Type.Optional(line('Placeholder shown while it is empty')),
    preview: flag('Show a preview beside it', true),
    action,
    action_label: Type.Optional(line('Text of the button that does action; $value is the text', 80)),
  }),
  example: { title: 'Letter', text: 'Dear Grace,' },
  gallery: {
    group: 'Make',
    title: 'Text editor',
    about: 'A draft in Markdown, with a preview',
    icon: 'file-text',
    settings: ['title', 'preview'],
    start: {},
  },
})
