import { Clock } from '../calendar/appointments.ts'
import { Type } from '../../../../../contract/type.ts'
import { isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import { saying, type Understood } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { timeIn } from './next-time.ts'
import { timersMeant, timerWords } from './running-timers.ts'

const timer = '(timer|countdown [timer])'
const one = `(alarm [clock]|{of=timer} ${timer})`
const all = '({all=true} alarms|{all=true} {of=timer} (timers|countdowns))'

export const intent = defineIntent({
  name: 'alarm.remove',
  label: 'Stop an alarm',
  example: 'Cancel my alarm',
  effect: 'removes',
  shownBy: 'alarm.show',
  slots: {
    of: Type.Optional(Type.Literal('timer')),
    all: optional.true,
    label: optional.text,
    seconds: optional.number,
    date: optional.text,
    time: Type.Optional(Clock),
  },
  templates: [
    `<stop> [<my>|that] [{seconds:duration}|{label:label}|{moment:moment}] ${one} [<now>]`,
    `<stop> [all|both] [of] [<my>] [{label:label}] ${all} [for {day:day}]`,
    `<stop> [all] [of] [<my>] ({all=true} alarms|{all=true} {of=timer} timers) for ({seconds:duration}|{moment:moment})`,
    `<stop> (every|each) ({all=true} alarm|{all=true} {of=timer} timer)`,
    `<stop> {day:day}'s ${one}`,
    `<stop> [<my>|that] {of=timer} ${timer} (for|of) {seconds:duration}`,
    `<stop> [<my>|that] ${one} (for|<called>) [<my>] {label:label}`,
    `<stop> [<my>] ${one} (for|at|on|set for) ({day:day} [at {moment:moment}]|{moment:moment})`,
    `(turn|switch|shut) [<my>] (${one}|${all}) off`,
    `[<my>] ${one} (off|stop)`,
    `make [<my>] (${one}|${all}) stop`,
    `(i|we) (do not|no longer) need [<my>|an|any] (${one}|${all}) [any more|anymore] [for {day:day}]`,
  ],
  examples: [
    '(cancel|delete|remove|turn off|stop|disable|clear) (my|the|all|all my) (alarm|alarms) [for {clock_time}|for tomorrow]',
    "i don't need (the|my) alarm (anymore|tomorrow)",
    '(no|skip) alarm (tomorrow|on {weekday})',
    '(shut|switch) [off] (the|my|all) (alarm|alarms) [off]',
    '(end|abort|stop|reset) (the|my) timer',
  ],
  fill({ moment, day, label, ...captured }) {
    if (captured.of === undefined && isOfAHouse.test(String(label))) return undefined
    const time = typeof moment === 'string' ? timeIn(moment) : undefined
    const isNamed = typeof label === 'string' && !/^countdown$/i.test(label)
    const name = isNamed ? label[0]!.toUpperCase() + label.slice(1) : undefined
    return {
      ...captured,
      label: name,
      date: day ? isoDay((day as { day: Day }).day) : undefined,
      time: time && { hour: time.hour, minute: time.minute },
    }
  },
  async act({ slots, writer, when }, { timers }) {
    const found = timersMeant(slots, { timers, when })
    const isTold = Object.keys(slots).some((name) => name !== 'of' && name !== 'all')
    const what = slots.of === 'timer' ? 'timer' : 'alarm'
    if (found.length === 0) return writer.say(`No ${isTold ? 'such ' : ''}${what} is running.`)
    const words = found.map((timer) => timerWords(timer, when.timeZone))
    if (found.length > 1 && slots.all !== true) return askWhich(words, writer)
    for (const { timer_id } of found) await timers.remove(timer_id)
    writer.say(`Stopped ${words.join(' and ')}.`)
  },
})

/** "turn off the fire alarm": that one is no alarm of ours. */
const isOfAHouse = /^(?:fire|smoke|gas|car|house|home|burglar|security)$/i

export function askWhich(found: readonly string[], writer: Understood['writer']): void {
  const choices = [...new Set(found)]
  const [only, ...others] = choices
  if (others.length === 0) return offerAll(found.length, only!, writer)
  writer.say('Which one?')
  for (const words of choices)
    writer.add(saying(capital(words.replace(/^the /, '')), `cancel ${words}`, 'secondary'))
}

/** No words tell one from another. */
function offerAll(count: number, words: string, writer: Understood['writer']): void {
  const all = words.replace(/^the /, '').replace(/\b(timer|alarm)\b/, '$1s')
  writer.say(`${count} are running. Stop one on its card, or stop all of them.`)
  writer.add(saying('Stop all', `cancel all ${all}`, 'secondary'))
}
