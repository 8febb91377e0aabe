import { defineComponent } from '../../contract/component.ts'
import { closed, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line, timerId } from '../members.ts'

export const stopwatch = defineComponent({
  type: 'stopwatch',
  tier: 1,
  summary: 'Measures how long something takes, with laps.',
  props: closed({
    label: Type.Optional(line('What is measured')),
    autostart: flag('Start right away', false),
    started_at: Type.Optional(timestamp('When it started, so a reload continues it; set by the service')),
    timer_id: timerId,
  }),
  example: { label: 'Run' },
  gallery: {
    group: 'Time and calendar',
    title: 'Stopwatch',
    about: 'Measures time, with laps',
    icon: 'watch',
    settings: ['label'],
    start: {},
  },
})
