import { defineComponent } from '../../contract/component.ts'
import { closed, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, flag, line, timerId } from '../members.ts'

const minutes = (value: number, description: string) =>
  defaulted(Type.Number({ default: value, minimum: 1, maximum: 240, description }))

export const pomodoro = defineComponent({
  type: 'pomodoro',
  tier: 1,
  summary: 'Rounds of work and breaks: choose it when somebody wants to focus or asks for a pomodoro.',
  props: closed({
    work_minutes: minutes(25, 'Length of a round of work'),
    break_minutes: minutes(5, 'Length of a short break'),
    long_break_minutes: minutes(15, 'Length of the break after the last round'),
    rounds: defaulted(
      Type.Integer({ default: 4, minimum: 1, maximum: 12, description: 'Rounds until the long break' }),
    ),
    label: Type.Optional(line('What is worked on')),
    autostart: flag('Start right away', false),
    started_at: Type.Optional(timestamp('When it started; set by the service')),
    timer_id: timerId,
  }),
  example: { label: 'Write the report' },
  gallery: {
    group: 'Time and calendar',
    title: 'Pomodoro',
    about: 'Rounds of work and breaks',
    icon: 'coffee',
    settings: ['label', 'work_minutes', 'break_minutes', 'rounds'],
    start: {},
  },
})
