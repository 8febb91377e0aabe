import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { action } from '../action.ts'
import { flag, line, passage } from '../members.ts'

export const error = defineComponent({
  type: 'error',
  tier: 0,
  summary: 'Something could not be done: says what happened and what to do next.',
  props: closed({
    title: Type.Optional(line('What failed, in a few words')),
    message: line('What happened and what to do next, in a sentence or two', 4_000),
    code: Type.Optional(line('Stable snake_case word for the cause, e.g. upstream_timeout', 64)),
    setting: Type.Optional(line('Missing setting; the shell offers to open it', 128)),
    retryable: flag('Trying again may help', false),
    raw: Type.Optional(passage("The raw text that couldn't be parsed", 4_000)),
    action,
  }),
  example: {
    title: 'No headlines',
    message: 'Set NEWS_API_KEY in the settings, then ask again.',
    code: 'not_configured',
    setting: 'NEWS_API_KEY',
  },
})
