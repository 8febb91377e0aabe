import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, passage } from '../members.ts'

export const translator = defineComponent({
  type: 'translator',
  tier: 2,
  summary: 'Translates text into another language: always choose it to translate.',
  props: closed({
    text: defaulted({
      ...passage('Text to translate; leave empty to let the reader type', 50_000),
      default: '',
    }),
    target: Type.String({
      minLength: 2,
      maxLength: 50,
      description: 'Language to translate into: a code like de or pt-BR, or its English name',
    }),
    source: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 50,
        description: 'Language of the text; default: detected',
      }),
    ),
  }),
  example: { text: 'Good morning', target: 'de' },
  gallery: {
    group: 'Calculate',
    title: 'Translator',
    about: 'Text into another language',
    icon: 'languages',
    settings: ['target'],
    start: { target: 'de' },
  },
})
