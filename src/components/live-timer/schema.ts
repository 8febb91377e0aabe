import { defineComponent } from '../../contract/component.ts'
import { closed, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line } from '../members.ts'

export const liveTimer = defineComponent({
  type: 'live_timer',
  tier: 1,
  summary: 'Counts down a duration and rings: choose it for "timer for 10 minutes".',
  props: closed({
    seconds: Type.Number({ minimum: 1, maximum: 359_999, description: 'How long, in seconds' }),
    label: Type.Optional(line('What it is for')),
    autostart: flag('Begin at once', true),
    sound: flag('Ring at the end', true),
    stopped_at: Type.Optional(
      timestamp('When it was stopped by a message, on every card with its id; the service sets it'),
    ),
    started_at: Type.Optional(timestamp('When it began, so that a reload goes on; the service sets it')),
  }),
  example: { seconds: 600, label: 'Pasta' },
})
