import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { dayOrMoment, line, timerId, timeZone } from '../members.ts'

export const countdown = defineComponent({
  type: 'countdown',
  tier: 1,
  summary: 'Days, hours and minutes until a date: choose it for "how long until Christmas".',
  props: closed({
    target: dayOrMoment('The moment to count down to'),
    label: line('What it counts down to'),
    time_zone: Type.Optional(timeZone("Time zone of a date without a time; default: the reader's")),
    finished_text: Type.Optional(line("Shown when it's over", 300)),
    timer_id: timerId,
  }),
  example: { target: '2026-12-24', label: 'Christmas Eve' },
  gallery: {
    group: 'Time and calendar',
    title: 'Countdown',
    about: 'Days and hours until a date',
    icon: 'hourglass',
    settings: ['label', 'target'],
  },
})
