import { Type } from '../../../../../contract/type.ts'
import {
  dayOfIso,
  daysBetween,
  dayText,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import type { FoundDate } from '../../../../../platform/language/values/dates.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { spanText } from './day-spans.ts'
import { nextTime, timeIn } from './next-time.ts'

const day = '({day:day}|<my> {label:properName} (on|in|at) {day:day})'
const begin = '{does=start} (start|make|create|set|begin|new)'
const waiting = '(how (long|much (longer|time|more time)|far away|far off|soon) [<left>]|time [left])'

export const intent = defineIntent({
  name: 'countdown',
  label: 'Countdown',
  example: 'How many days until Christmas?',
  family: 'date',
  slots: {
    /** A day or a moment. */
    target: required.text,
    label: required.text,
    unit: optional.text,
    asks: Type.Optional(Type.Literal('date')),
    /** Whoever starts one is told when it is over. */
    does: Type.Optional(Type.Literal('start')),
  },
  needs: ['target'],
  templates: [
    `[how many] [more] {unit:span} [<left>] <until> ${day}`,
    `how many [more] sleeps [<left>] <until> ${day}`,
    `${waiting} <until> ${day}`,
    `how (far away|far off|long away) is ${day}`,
    `[show|${begin}] [me] [a|the] countdown (to|for|until|till) ${day}`,
    '[how many] [more] {unit:span} [<left>] (until|till|til|before) {moment:moment}',
    `${waiting} (until|till|til|before) {moment:moment}`,
    `[show|${begin}] [me] [a|the] countdown (to|until|till) {moment:moment}`,
    '{asks=date} when is {feast:day} [this year|next]',
  ],
  examples: [
    'how many (sleeps|hours|months) (until|till) {holiday}',
    'how (many days|long|much time|many weeks) (until|till|to|before) {holiday}',
    '(countdown|count down) (to|until) {holiday}',
    'days (until|till|to) {holiday}',
    'how many (days|weeks) [are there|are left|left|is it] (until|till|before) {date}',
    'how much longer (until|till) {holiday}',
    'how close is {holiday}',
    'when is {holiday}',
    'what (day|date) is {holiday} [on|this year]',
    'how (soon|far away|far off) is {holiday}',
    '(how many|number of) days (to|till|until) my {event} on {date}',
    'how long (do i have|have we got) (until|till|before) ({holiday}|{date})',
  ],
  counterExamples: [
    '(when|what day|on which date) (is|was) my (last|next) (service|maintenance|oil change|payment|paycheck)',
    'which day (is payday|do i get paid|is my bill due|does the rent go out)',
    'how long until (my card expires|my package arrives|the food is ready|i get paid|my subscription ends)',
    'what month does my (card|license|passport|membership) expire',
    'how many days (can|does|will) {ingredient} (keep|last) [in the fridge]',
    'how long (has this {ingredient} been|will {dish} stay) good',
    'how many (days|weeks) (does it take|until) [to get] my (new card|order|refund|tax return)',
    'when was (my car|the furnace) last (checked|serviced|inspected)',
    '(when|what day) (does|do|is|will) (my|the) (lease|warranty|subscription|registration|trial|trash) (end|expire|run out|due|get picked up)',
    'how (long|many days|much time) (do i have|is left|until) (to pay|before) my (bill|rent|taxes|card payment) [is due]',
    '(what|when) is the (deadline|last day|cutoff) (for|to) (taxes|enroll|apply|return {item}|vote)',
  ],
  fill({ day: said, feast, moment, label, unit, asks, does }, _, when) {
    const found = (said ?? feast) as FoundDate | undefined
    // When a feast is, nobody but the calendar knows; when Friday is, is asked otherwise.
    if (asks !== undefined && found?.label === undefined) return undefined
    if (found) return { ...waitedFor(found, label, unit), asks, does }
    const time = typeof moment === 'string' ? timeIn(moment) : undefined
    if (!time || /^\d+$/.test(String(moment))) return undefined
    const target = nextTime(time, String(moment), when)
    return {
      target: target.toISOString(),
      label: clockLabel(target, when),
      unit: textual(unit),
      does,
    }
  },
  read({ text }, when) {
    const found = readDate(text, when.today, { dayFirst: when.dayFirst === true })
    return found && waitedFor(found)
  },
  async act({ slots: { target, label, unit, does }, writer, when }, { timers }) {
    const isMoment = target.includes('T')
    const at = isMoment
      ? new Date(target)
      : momentIn(when.timeZone, { ...dayOfIso(target), hour: 0, minute: 0 })
    const begun =
      does === 'start' && at > when.now
        ? await timers.create({ kind: 'countdown', at: at.toISOString(), label })
        : undefined
    const seconds = Math.round((at.getTime() - when.now.getTime()) / 60_000) * 60
    writer.say(
      isMoment
        ? `${durationText(Math.max(60, seconds))} until ${label}.`
        : toldWait(dayOfIso(target), { label, unit, when }),
    )
    writer.add({
      type: 'countdown',
      target,
      label,
      ...(!isMoment && { time_zone: when.timeZone }),
      ...(begun && { timer_id: begun.timer_id }),
    })
  },
})

function waitedFor(found: FoundDate, named?: unknown, unit?: unknown) {
  const name = textual(named)
  const label = found.label ?? (name && name[0]!.toUpperCase() + name.slice(1)) ?? dayText(found.day)
  return {
    target: isoDay(found.day),
    label,
    unit: unit === 'day' ? undefined : textual(unit),
  }
}

function textual(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function clockLabel(moment: Date, { timeZone, today }: When): string {
  const shown = partsIn(timeZone, moment)
  return isoDay(shown) === isoDay(today) ? clockText(shown) : `${clockText(shown)} on ${dayText(shown)}`
}

interface Waited {
  readonly label: string
  readonly unit: string | undefined
  readonly when: When
}

/** The days, weeks or hours that are left, and when it is. */
function toldWait(target: Day, { label, unit, when }: Waited): string {
  const days = daysBetween(when.today, target)
  if (days === 0) return `${label} is today.`
  if (days < 0) return `${label} was on ${dayText(target)}, ${spanText(target, when.today)} ago.`
  const wait = waitText(target, unit, when)
  return label === dayText(target)
    ? `**${wait}** until ${label}.`
    : `${label} is on ${dayText(target)}, in ${wait}.`
}

function waitText(target: Day, unit: string | undefined, { today, timeZone, now }: When): string {
  if (unit !== 'hour' && unit !== 'minute') return spanText(today, target, unit ?? 'day')
  const begins = momentIn(timeZone, { ...target, hour: 0, minute: 0 })
  const minutes = Math.floor((begins.getTime() - now.getTime()) / 60_000)
  const count = unit === 'hour' ? Math.floor(minutes / 60) : minutes
  return `${new Intl.NumberFormat('en').format(count)} ${unit}${count === 1 ? '' : 's'} (until it begins)`
}
