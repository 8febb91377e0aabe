import { defineComponent } from '../../contract/component.ts'
import { closed, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { flag, line } from '../members.ts'

export const stopwatch = defineComponent({
  type: 'stopwatch',
  tier: 1,
  summary: 'Measures how long something takes, with laps.',
  props: closed({
    label: Type.Optional(line('What is measured')),
    autostart: flag('Begin at once', false),
    started_at: Type.Optional(timestamp('When it began, so that a reload goes on; the service sets it')),
  }),
  example: { label: 'Run' },
})
