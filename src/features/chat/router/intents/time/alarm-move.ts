import {
  addDays,
  dayText,
  momentIn,
  partsIn,
  type Day,
} from '../../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Timer } from '../../../../../contract/timer.ts'
import { Type } from '../../../../../contract/type.ts'
import { textOf, type Understood } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { present, type When } from '../../readers/reader.ts'
import { Clock } from '../calendar/appointments.ts'
import { nextTime, timeIn } from './next-time.ts'
import { timersMeant, timerWords } from './running-timers.ts'
import { addCard } from './show-timer.ts'

const move = '(move|change|shift|push|reschedule|adjust|update|reset|put|bring|make|postpone|delay)'
const alarm =
  '[my|the|that|this] [next] [{old:moment}|{label:label}] (alarm|alarm clock|wake up alarm|wake up call)'
const off = '[back|forward|out|over]'

export const intent = defineIntent({
  name: 'alarm.move',
  label: 'Move an alarm',
  example: 'Move my 7 am alarm to 7:30',
  effect: 'changes',
  shownBy: 'alarm.show',
  slots: {
    /** When it is to ring, as it was said: the half of the day is that of the alarm. */
    words: optional.text,
    /** How many seconds later it is to ring; earlier, where it is less than nothing. */
    by: optional.number,
    /** Which one is meant. */
    label: optional.text,
    time: Type.Optional(Clock),
  },
  needs: ['words|by'],
  templates: [
    `${move} ${alarm} ${off} (to|until|till|from now to) [be at] {words:moment}`,
    `${move} ${alarm} from {old:moment} to {words:moment}`,
    `${move} ${alarm} ${off} [by] {later:duration} [later]`,
    `${move} ${alarm} [by] {earlier:duration} (earlier|sooner|ahead)`,
    `make ${alarm} go off (at {words:moment}|{later:duration} later|{earlier:duration} earlier)`,
    `${move} ${alarm} forward [by] {earlier:duration}`,
    `wake me [up] {later:duration} later [than (usual|planned|that)]`,
    `wake me [up] {earlier:duration} (earlier|sooner) [than (usual|planned|that)]`,
  ],
  fill(captured) {
    const { later, earlier } = captured as { later?: number; earlier?: number }
    const [words, old] = [textOf(captured, 'words'), textOf(captured, 'old')]
    if (words !== undefined && !timeIn(words)) return undefined
    const time = old === undefined ? undefined : timeIn(old)
    return {
      words,
      by: words === undefined ? (later ?? 0) - (earlier ?? 0) || undefined : undefined,
      label: textOf(captured, 'label'),
      time: time && { hour: time.hour, minute: time.minute },
    }
  },
  async act({ slots, writer, when }, { timers }) {
    const { label, time, words, by } = slots
    const found = timersMeant(present({ label, time }), { timers, when }).filter(isSetAlarm)
    const [one, another] = found
    if (!one) return writer.decline(`No ${(label ?? time) ? 'such ' : ''}alarm is set.`)
    if (another) return askWhich(found, writer, when)
    const at = words === undefined ? later(one, by!) : ringsAt(words, new Date(one.ends_at!), when)
    if (at <= when.now) return writer.decline(`${momentText(at, when)} has passed. Nothing was changed.`)
    const name = renamed(one, at, when)
    writer.say(`Moved. ${capital(timerWords(one, when.timeZone))} now rings at ${momentText(at, when)}.`)
    addCard(writer, await timers.change(one.timer_id, { at: at.toISOString(), ...(name && { label: name }) }))
  },
})

/** What rings already is snoozed, not moved. */
function isSetAlarm({ kind, status, ends_at }: Timer): boolean {
  return kind === 'alarm' && status === 'running' && ends_at !== null
}

function later({ ends_at }: Timer, seconds: number): Date {
  return new Date(Date.parse(ends_at!) + seconds * 1_000)
}

/** On the day of the alarm unless another is named, and in its half of the day unless the words say which. */
function ringsAt(words: string, old: Date, when: When): Date {
  const time = timeIn(words)!
  const named = readDate(words.replace(time.text, ' '), when.today, { dayFirst: when.dayFirst ?? false })
  if (named) return nextTime(time, words, when)
  const day: Day = partsIn(when.timeZone, old)
  const hours = time.isExact ? [time.hour] : [time.hour % 12, (time.hour % 12) + 12]
  const ahead = [day, addDays(day, 1)]
    .flatMap((one) => hours.map((hour) => momentIn(when.timeZone, { ...one, hour, minute: time.minute })))
    .filter((moment) => moment > when.now)
  return ahead.toSorted((a, b) => distance(a, old) - distance(b, old))[0]!
}

function distance(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime())
}

/** "Alarm 06:15" is named after its time, and gets the new one. */
function renamed({ label, ends_at }: Timer, at: Date, { timeZone }: When): string | undefined {
  const [before, after] = [new Date(ends_at!), at].map(
    (moment) => `Alarm ${clockText(partsIn(timeZone, moment))}`,
  )
  return label === before ? after : undefined
}

function momentText(at: Date, { timeZone }: When): string {
  const shown = partsIn(timeZone, at)
  return `${clockText(shown)} on ${dayText(shown)}`
}

function askWhich(found: readonly Timer[], writer: Understood['writer'], { timeZone }: When): void {
  const words = found.map((timer) => timerWords(timer, timeZone))
  writer.decline(`Which one? ${capital(words.join(', '))}.`)
}
