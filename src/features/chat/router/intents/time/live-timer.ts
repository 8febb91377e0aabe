import { readDuration } from '../../../../../platform/language/values/durations.ts'
import { numberOf, saying, textOf, type Understood } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { isBeforeSomething, ringingAt } from './next-time.ts'
import { MAX_TIMER_S, showAlarm, showTimer } from './show-timer.ts'
import { capital } from '../../../../../platform/language/capital.ts'

const what = '[<a>] [new|quick|kitchen|little|short|countdown] [{label:label}]'
const name = '[(for|to) [<my>] {label:label}|<called> {label:label}]'

export const intent = defineIntent({
  name: 'live_timer',
  label: 'Timer',
  example: 'Timer for 10 minutes',
  effect: 'starts',
  shownBy: 'alarm.show',
  slots: {
    seconds: optional.number,
    label: optional.text,
    /** A number of which nobody said whether it is minutes. */
    bare: optional.number,
    /** The moment that it runs until. */
    target: optional.text,
    problem: optional.text,
  },
  needs: ['seconds|target'],
  templates: [
    `[<start>] ${what} (timer|countdown) [for|of|to|at|lasting|:] [like|about|around] ({seconds:duration}|{dial:dial}) ${name} [<condition>]`,
    `[<start>] [<a>] ({seconds:duration}|{dial:dial}) [long] [{label:label}] (timer|countdown) ${name}`,
    `[<start>] [<a>] timer (for|<called>) [<my>] {label:label} [:] [for|of|to|at] {seconds:duration}`,
    `[<start>] [<a>] timer [for|of] {seconds:duration} {noun:label}`,
    `{label:label} : [<a>] {seconds:duration} timer`,
    `<start> ${what} timer`,
    `[<start>] [<a>] timer [for|of|to] {bare:number}`,
    `[<start>] ${what} timer (for|until|till|to|that (ends|rings|goes off) at) {moment:moment}`,
    '[<a>] timer',
    '<start> [two|three|several|multiple|some|more] timers [at once|at the same time|together]',
    `[<start>] ${what} timer [for|of] {problem=negative} {never:negative}`,
    '(put|give me|set) {seconds:duration} on (the|a) (timer|clock)',
    '(time|count down [from]|countdown [of|from]) {seconds:duration}',
    '(wake|alert|notify|ping|buzz|ring|call|tell) (me|us) [up] (in|after) {seconds:duration}',
    '(ring|beep|buzz|ping|go off) (in|after) {seconds:duration}',
  ],
  examples: [
    '(set|start) a {duration} timer [for the {food}|for {chore}|please]',
    'let me know (when|in) {duration} [is up|have passed|are over]',
    '(alert|remind|tell|ping|notify) me (in|after) {duration}',
    'timer {duration} (please|now)',
    '(time|give me) {duration}',
    '(set|start) the timer (for|to) {duration} [and go|now]',
    'please time {duration} for (the {food}|me)',
    'start counting {duration}',
    'can i get a timer for {food}',
    'tell me when {duration} have gone by',
    '(let|please let) me know when {duration} (is|are) (over|up|done)',
    '(start|begin) timing {duration} [now]',
    '[please] (beep|ring|buzz|ping|shout) [me] in {duration}',
    'put (on|up) a timer (for {duration}|for the {food} {duration})',
    'timer (on|at|to) {duration}',
    'count [down] {duration} [for me]',
    'time me for {duration}',
  ],
  fill(captured, { text }, when) {
    const moment = textOf(captured, 'moment')
    const target = moment === undefined ? undefined : ringingAt(moment, text, when)?.target
    const seconds = numberOf(captured, 'seconds') ?? numberOf(captured, 'dial')
    const noun = textOf(captured, 'noun')
    if (noun !== undefined && noName.test(noun)) return undefined
    // "for 20" is a number before it is an hour, and what repeats is no timer.
    if (
      (moment !== undefined && (target === undefined || /^\d+$/.test(moment))) ||
      (seconds ?? 0) > MAX_TIMER_S
    )
      return undefined
    return {
      problem: textOf(captured, 'problem'),
      seconds,
      bare: numberOf(captured, 'bare'),
      target,
      label: capital(textOf(captured, 'label') ?? noun),
    }
  },
  read({ text, lower }, when) {
    if (isNoWish.test(lower)) return undefined
    if (isBeforeSomething(text)) return {}
    const duration = readDuration(text)
    if (duration) return duration.seconds > MAX_TIMER_S ? undefined : { seconds: duration.seconds }
    // "wake me at seven" is an alarm, whatever it was called.
    return /\b(?:at|until|till)\b/.test(lower) ? { target: ringingAt(text, text, when)?.target } : {}
  },
  sureAt: 0.93,
  act({ slots, writer, when }, { timers }) {
    const { seconds, label, bare, target, problem } = slots
    if (target !== undefined) return showAlarm({ writer, when, timers }, target, label)
    if (seconds !== undefined) return showTimer({ writer, when, timers }, seconds, label)
    if (bare !== undefined) return askForUnit(bare, writer)
    if (problem !== undefined)
      return writer.decline("A timer can't run for a negative time, so I didn't start one.")
    writer.decline('For how long? Here is one for five minutes. Change it as you like.')
    writer.add({ type: 'live_timer', seconds: 300, ...(label !== undefined && { label }), autostart: false })
  },
})

/** "timer 5 minutes pasta" has a name, "timer 5 minutes now" has none. */
const noName =
  /\s|^(?:now|again|long|more|later|exactly|sharp|today|tonight|too|also|instead|only|max|maximum)$/i
/** What is wanted of a timer that runs already, or of one in a shop. */
const isNoWish =
  /^(?:buy|sell|order|time in|pause|hold|freeze|resume|continue|check|is|does|did|was|rename|change|(?:never mind|forget) (?:the|my))\b|\bset by\b/

function askForUnit(count: number, writer: Understood['writer']): void {
  const [minutes, seconds] = ['minute', 'second'].map((unit) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  writer.decline(`${minutes} or ${seconds}?`)
  for (const label of [minutes!, seconds!]) writer.add(saying(label, `timer for ${label}`, 'secondary'))
}
