import { defineComponent } from '../../contract/component.ts'
import { closed, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line, timerId } from '../members.ts'

export const liveTimer = defineComponent({
  type: 'live_timer',
  tier: 1,
  summary: 'Counts down a duration and rings: choose it for "timer for 10 minutes".',
  props: closed({
    seconds: Type.Number({ minimum: 1, maximum: 359_999, description: 'How long, in seconds' }),
    label: Type.Optional(line('What it is for')),
    autostart: flag('Start right away', true),
    sound: flag('Ring at the end', true),
    started_at: Type.Optional(timestamp('When it started, so a reload continues it; set by the service')),
    timer_id: timerId,
  }),
  example: { seconds: 600, label: 'Pasta' },
  gallery: {
    group: 'Time and calendar',
    title: 'Timer',
    about: 'Counts down and rings',
    icon: 'timer',
    settings: ['seconds', 'label', 'sound'],
    start: { seconds: 600 },
  },
})
