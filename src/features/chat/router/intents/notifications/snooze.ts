import { dayText, isoDay, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { nextTime, timeIn } from '../time/next-time.ts'

const DEFAULT_S = 600
const what =
  '[it|this|that|(my|the|this|that) [last] (alarm|timer|notification|notice)|(my|the) (alarm|timer) clock]'

export const intent = defineIntent({
  name: 'snooze',
  label: 'Snooze what rings',
  example: 'Snooze for 10 minutes',
  effect: 'changes',
  shownBy: 'alarm.show',
  slots: {
    seconds: optional.number,
    /** Until when, as an ISO time. */
    target: optional.text,
  },
  templates: [
    `(snooze|hit snooze|press snooze) ${what}`,
    `snooze ${what} (for|by) [another] {seconds:duration} [more]`,
    `snooze ${what} {seconds:duration} [more]`,
    `snooze ${what} (until|till|to) {moment:moment}`,
    '(remind|alert|ring|wake) me [up] [about (it|this|that)] again in {seconds:duration}',
    '(remind|alert|ring|wake) me [up] [about (it|this|that)] again at {moment:moment}',
  ],
  fill(captured, { text }, when) {
    const { seconds } = captured
    const moment = textOf(captured, 'moment')
    const time = moment === undefined ? undefined : timeIn(moment)
    if (moment !== undefined && !time) return undefined
    return { seconds, target: time && nextTime(time, text, when).toISOString() }
  },
  async act({ slots, writer, when, asked }, { notices }) {
    if (asked.provenance !== 'local-client') return writer.decline('Only you can do that, on your computer.')
    const [ringing] = notices.ringing()
    if (!ringing)
      return writer.decline('Nothing is ringing. Say "add 10 minutes to the timer" to change one that runs.')
    const until =
      slots.target === undefined
        ? new Date(when.now.getTime() + (slots.seconds ?? DEFAULT_S) * 1_000)
        : new Date(slots.target)
    if (until <= when.now) return writer.decline(`${untilText(until, when)} has passed. Nothing was changed.`)
    await notices.putOff(ringing.id, until)
    writer.say(`Snoozed “${ringing.title}” until ${untilText(until, when)}.`)
  },
})

function untilText(until: Date, { timeZone, today }: When): string {
  const shown = partsIn(timeZone, until)
  return isoDay(shown) === isoDay(today) ? clockText(shown) : `${clockText(shown)} on ${dayText(shown)}`
}
