import { Type } from '../../../../../contract/type.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { saying } from '../../answers/act.ts'

const timer = '[my|the|that|this] [{label:label}|{length:duration}] (timer|countdown [timer])'
const timers = '(all|both) [of] [my|the] timers'
const stopwatch = '{of=stopwatch} [my|the|that|this] (stopwatch|stop watch)'

export const intent = defineIntent({
  name: 'timer.change',
  label: 'Change a timer',
  example: 'Add two minutes to the timer',
  effect: 'changes',
  shownBy: 'alarm.show',
  slots: {
    /** How much longer it is to run; less than nothing takes time off. */
    seconds: optional.number,
    does: optional.text,
    /** What runs, where that is no timer. */
    of: Type.Optional(Type.Literal('stopwatch')),
    asks: Type.Optional(Type.Literal('left')),
  },
  templates: [
    `(add|give) [another] {more:duration} [more] (to|on|onto) ${timer}`,
    `put (another {more:duration} [more]|{more:duration} more) (to|on|onto) ${timer}`,
    `give ${timer} [another] {more:duration} [more]`,
    `(extend|lengthen|increase) ${timer} [by|for] [another] {more:duration}`,
    `make ${timer} {more:duration} longer`,
    `make ${timer} {less:duration} shorter`,
    `(take|remove|subtract|knock) {less:duration} (off|from|off of) ${timer}`,
    `(shorten|reduce|decrease|cut) ${timer} by {less:duration}`,
    `(extend|lengthen|shorten|reduce|increase|change|adjust) ${timer} [to {to:duration}]`,
    `({does=pause} (pause|hold|freeze)|{does=resume} (resume|continue [with]|unpause)|{does=reset} (reset|restart)) (${timer}|${timers}|${stopwatch}) [for now|again]`,
    `{does=stop} <stop> ${stopwatch}`,
    '{does=stop} {of=stopwatch} stop timing [me|us|this|it]',
    `{does=pause} put (${timer}|${stopwatch}) on (hold|pause)`,
    `{does=resume} let (${timer}|${stopwatch}) (continue|go on|run on)`,
    `{does=reset} start (${timer}|${stopwatch}) (again|over|from the (start|beginning))`,
    `{asks=left} [what is] [the] time left (on|for|in) ${timer}`,
    `{asks=left} how long has ${stopwatch} been (running|going)`,
    `{asks=left} how (much time|much|long|much longer|many minutes) [<left>] (on|for|in) ${timer}`,
    `{asks=left} how (much longer|much time|long) (does|will|has) ${timer} (have|has|run|got) [left|for]`,
  ],
  fill({ more, less, does, of, asks }) {
    const [longer, shorter] = [Number(more ?? 0), Number(less ?? 0)]
    return {
      seconds: longer - shorter || undefined,
      does: typeof does === 'string' ? does : undefined,
      of,
      asks: asks === 'left' ? ('left' as const) : undefined,
    }
  },
  act({ slots: { seconds, of, asks }, writer }) {
    if (of === 'stopwatch')
      return writer.decline(
        "The stopwatch runs on its own card in this conversation. Stop, pause or reset it there: I can't do it from here.",
      )
    if (asks !== undefined)
      return writer.decline(
        "The timer's own card in this conversation shows how much time is left. I can't see it from here.",
      )
    writer.decline(
      "I can't change a running timer from here. You can stop it on its own card in this conversation.",
    )
    if (seconds === undefined || seconds <= 0) return
    const told = durationText(seconds)
    writer.add(saying(`New timer for ${told}`, `timer for ${told}`, 'secondary'))
  },
})
