import { defineIntent } from '../../define-intent.ts'
import { addCard } from './show-timer.ts'

const MAX_SHOWN = 20

const set = '(set|on|active|scheduled|going off|ringing|turned on)'

export const intent = defineIntent({
  name: 'alarm.show',
  label: 'Alarms',
  example: 'What alarms are set?',
  templates: [
    '[show [me]|list|check|see|tell me [about]|view] [all] [of] [my|the] (alarms|alarm settings)',
    '(show [me]|check|see|view) (my|the) alarm',
    '[show [me]|give me|read [me]] [a|the] list of [all] [of] [my|the] alarms',
    `(what|which|how many) alarms (are|are there|do i have|have i|did i) [currently] [${set}] [for {day:moment}]`,
    `(is|are|do i have|have i|did i|did you) [set] [my|the|an|any] (alarm|alarms) [${set}] [for {day:moment}]`,
    `(have i|did i|did you) set (an|my|any|the) (alarm|alarms) [for {day:moment}]`,
    'when (is|does|will) (my|the) [next] alarm [set|ring|go off] [for]',
    `(what time|when) (is|are) (my|the) [next] (alarm|alarms) [${set}] [for {day:moment}]`,
    '(when|what time) (will|do) you wake (me|us) [up]',
    'why did you set (an|the|my) alarm',
    '[show [me]|list|check|see|view] [all] [of] [my|the] [running|active|current] timers [and alarms]',
    '(show [me]|check|see|view) (my|the) [running|active|current] timer',
    '(what|which|how many) timers (are|are there|do i have|have i) [currently] [running|set|active|going|on] [right now]',
    '(are there|do i have|have i [got]) (any|a) (timers|timer) [running|set|active|going|on] [right now]',
  ],
  examples: [
    '(do i have|are there) any alarms [set] [for tomorrow]',
    '(show|list|tell me) [me] my alarms',
    'what time is my alarm set for',
    'when (is|does) my [next] alarm (going off|set for|ring)',
    '(what|which) alarms (have i got|did i set|are active|are on)',
    '(is there|do i have) an alarm [set] [for {clock_time}|for tomorrow]',
    'when (am i getting up|will my alarm ring|will the alarm go off) [tomorrow]',
    '(see|view|display) [all] my alarms',
  ],
  fill: () => ({}),
  act({ writer }, { timers }) {
    const open = timers.list()
    if (open.length === 0) return writer.say('No alarms or timers are set. Say "wake me at 7" to set one.')
    for (const timer of open.slice(0, MAX_SHOWN)) addCard(writer, timer)
  },
})
