import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { dayOrMoment, line, timeZone } from '../members.ts'

export const countdown = defineComponent({
  type: 'countdown',
  tier: 1,
  summary: 'Days, hours and minutes until a date: choose it for "how long until Christmas".',
  props: closed({
    target: dayOrMoment('The moment that is waited for'),
    label: line('What is waited for'),
    time_zone: Type.Optional(timeZone('Zone of a day without a time; that of the reader when left out')),
    finished_text: Type.Optional(line('Said once it has come', 300)),
  }),
  example: { target: '2026-12-24', label: 'Christmas Eve' },
})
