import { Type } from '../../../../../contract/type.ts'
import { isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { defineIntent } from '../../define-intent.ts'
import { present } from '../../readers/reader.ts'
import { timeIn } from './next-time.ts'

const one = '(alarm|{of=timer} timer)'
const all = '({all=true} alarms|{all=true} {of=timer} timers)'
const Clock = Type.Object({ hour: Type.Integer(), minute: Type.Integer() })

export const intent = defineIntent({
  name: 'alarm.remove',
  label: 'Stop an alarm',
  example: 'Cancel my alarm',
  family: 'alarm',
  effect: 'removes',
  shownBy: 'alarm.show',
  slots: Type.Object({
    of: Type.Optional(Type.Literal('timer')),
    all: Type.Optional(Type.Literal(true)),
    label: Type.Optional(Type.String()),
    seconds: Type.Optional(Type.Number()),
    date: Type.Optional(Type.String()),
    time: Type.Optional(Clock),
  }),
  templates: [
    `<stop> [<my>|that] [{seconds:duration}|{label:label}|{moment:moment}] ${one} [<now>]`,
    `<stop> [all] [of] [<my>] [{label:label}] ${all} [for {day:day}]`,
    `<stop> (every|each) ({all=true} alarm|{all=true} {of=timer} timer)`,
    `<stop> {day:day}'s ${one}`,
    `<stop> [<my>] ${one} (for|at|on|set for) ({day:day} [at {moment:moment}]|{moment:moment})`,
    `(turn|switch|shut) [<my>] (${one}|${all}) off`,
    `(i|we) (do not|no longer) need [<my>|an|any] (${one}|${all}) [any more|anymore] [for {day:day}]`,
  ],
  fill({ moment, day, label, ...captured }) {
    const time = typeof moment === 'string' ? timeIn(moment) : undefined
    const name = typeof label === 'string' ? label[0]!.toUpperCase() + label.slice(1) : undefined
    return present({
      ...captured,
      label: name,
      date: day ? isoDay((day as { day: Day }).day) : undefined,
      time: time && { hour: time.hour, minute: time.minute },
    })
  },
  act: ({ voice }) =>
    voice.decline(
      'Stop it on its card in this conversation: alarms and timers end there. A new message does not reach them.',
    ),
})
