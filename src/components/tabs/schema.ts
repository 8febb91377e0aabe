import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { children, defaulted, icon, line } from '../members.ts'

export const tabs = defineComponent({
  type: 'tabs',
  tier: 0,
  summary: 'Parts that are read one at a time, e.g. a week by day or one plan per city.',
  props: closed({
    tabs: Type.Array(
      closed({
        label: line('Name of the tab', 80),
        icon,
        children: children('What the tab shows'),
      }),
      { minItems: 1, maxItems: 20, description: 'The tabs, in order' },
    ),
    selected: defaulted(
      Type.Integer({ default: 0, minimum: 0, maximum: 19, description: 'Tab to open first, from 0' }),
    ),
  }),
  example: {
    tabs: [
      { label: 'Monday', children: [{ type: 'text', text: 'Vigeland park' }] },
      { label: 'Tuesday', children: [{ type: 'text', text: 'Fram museum' }] },
    ],
  },
})
