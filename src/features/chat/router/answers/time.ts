import {
  addDays,
  dayText,
  daysBetween,
  daysInMonth,
  isLeapYear,
  isoDay,
  months,
  momentIn,
  partsIn,
  weekNumber,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { showClock } from './clocks.ts'
import { dateSumAct, spanText, tellDaySum } from './dates.ts'
import { numberOf, showing, textOf, widget, type Act, type Understood } from './act.ts'

export const timeActs: Readonly<Record<string, Act>> = {
  live_timer(understood) {
    if (textOf(understood.slots, 'target') !== undefined) return setAlarm(understood)
    return startTimer(understood)
  },
  alarm: setAlarm,

  'alarm.show'({ voice }) {
    voice.decline(
      'Alarms and timers live in their own cards in this conversation; I keep no list of them. Say "wake me at 7" to set one.',
    )
  },
  'alarm.remove'({ voice }) {
    voice.decline(
      'Stop it on its card in this conversation: alarms and timers end there. A new message does not reach them.',
    )
  },

  countdown: tellCountdown,
  date_sum: dateSumAct,

  'timer.change'({ slots, voice }) {
    if (slots['asks'] === 'left')
      return voice.decline(
        'A timer shows on its own card in this conversation how much is left; I do not see it from here.',
      )
    voice.decline(
      'A timer that runs cannot be changed from here: it lives in its own card in this conversation, where it can be stopped.',
    )
    const seconds = numberOf(slots, 'seconds')
    if (seconds === undefined) return
    const label = `New timer for ${durationText(seconds)}`
    voice.add({
      type: 'button',
      label,
      action: { kind: 'chat', message: `timer for ${durationText(seconds)}` },
      look: 'secondary',
    })
  },

  live_clock: showClock,
  date: tellDate,
  stopwatch: ({ voice }) => voice.add({ type: 'stopwatch', autostart: true }),
  pomodoro: showing('pomodoro', 'work_minutes', 'break_minutes', 'rounds', 'label'),
  metronome: showing('metronome', 'bpm', 'beats_per_bar'),
}

const DEFAULT_TIMER_S = 300

function startTimer({ slots, voice, when }: Understood): void {
  const seconds = numberOf(slots, 'seconds')
  if (seconds !== undefined) {
    return voice.add(
      widget('live_timer', { ...slots, started_at: when.now.toISOString() }, [
        'seconds',
        'label',
        'started_at',
      ]),
    )
  }
  const bare = numberOf(slots, 'bare')
  if (bare !== undefined) return askTimerUnit(bare, voice)
  if (slots['problem'] === 'negative')
    return voice.decline(
      'A timer counts forward only: less than nothing cannot be waited for. I started none.',
    )
  voice.decline('For how long? Here is one of five minutes; change it as you like.')
  voice.add(
    widget('live_timer', { ...slots, seconds: DEFAULT_TIMER_S, autostart: false }, [
      'seconds',
      'label',
      'autostart',
    ]),
  )
}

function askTimerUnit(count: number, voice: Understood['voice']): void {
  const [minutes, seconds] = ['minute', 'second'].map((unit) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  voice.decline(`${minutes} or ${seconds}?`)
  for (const label of [minutes!, seconds!])
    voice.add({
      type: 'button',
      label,
      action: { kind: 'chat', message: `timer for ${label}` },
      look: 'secondary',
    })
}

/** The days, weeks or hours that are left, and when it is. */
function tellCountdown({ slots, voice, when }: Understood): void {
  const said = textOf(slots, 'target')!
  const label = textOf(slots, 'label')!
  const unit = textOf(slots, 'unit')
  if (said.includes('T')) {
    const seconds = Math.max(0, Math.round((Date.parse(said) - when.now.getTime()) / 60_000) * 60)
    voice.say(`${durationText(Math.max(60, seconds))} until ${label}.`)
    return voice.add({ type: 'countdown', target: said, label })
  }
  const target = readDay(said)
  const days = daysBetween(when.today, target)
  if (label === dayText(target) && days > 0)
    voice.say(`**${waitText({ target, unit, when })}** until ${label}.`)
  else
    voice.say(
      days === 0
        ? `${label} is today.`
        : days < 0
          ? `${label} was on ${dayText(target)}, ${spanText(target, when.today)} ago.`
          : `${label} is on ${dayText(target)}, in ${waitText({ target, unit, when })}.`,
    )
  voice.add({ type: 'countdown', target: isoDay(target), label, time_zone: when.timeZone })
}

function waitText({
  target,
  unit,
  when,
}: {
  target: Day
  unit: string | undefined
  when: Understood['when']
}): string {
  if (unit === undefined || unit === 'day') return spanText(when.today, target, 'day')
  if (unit !== 'hour' && unit !== 'minute') return spanText(when.today, target, unit)
  const minutes = Math.floor(
    (momentIn(when.timeZone, { ...target, hour: 0, minute: 0 }).getTime() - when.now.getTime()) / 60_000,
  )
  const count = unit === 'hour' ? Math.floor(minutes / 60) : minutes
  return `${new Intl.NumberFormat('en').format(count)} ${unit}${count === 1 ? '' : 's'} (until it begins)`
}

function setAlarm({ slots, voice, when, intent }: Understood): void {
  const seconds = numberOf(slots, 'seconds')
  const target = textOf(slots, 'target')
  if (seconds !== undefined) return startTimer({ slots, voice, when, intent } as Understood)
  if (target === undefined) {
    voice.decline('For when? Say for instance "wake me at 7 am".')
    return voice.add({
      type: 'form',
      title: 'Alarm',
      children: [{ type: 'input', name: 'value', label: 'Time', input_type: 'time', required: true }],
      submit_label: 'Set',
      action: { kind: 'chat', message: 'Set an alarm for $value' },
    })
  }
  const moment = new Date(target)
  const shown = partsIn(when.timeZone, moment)
  const wait = Math.max(1, Math.round((moment.getTime() - when.now.getTime()) / 1_000))
  voice.say(
    `Alarm for ${clockText(shown)} on ${dayText(shown)}, in ${durationText(Math.max(60, Math.round(wait / 60) * 60))}. Keep this page open: it rings here.`,
  )
  const label = textOf(slots, 'label') ?? `Alarm ${clockText(shown)}`
  const longest = 359_999
  if (wait <= longest)
    voice.add({ type: 'live_timer', seconds: wait, label, started_at: when.now.toISOString() })
  else voice.add({ type: 'countdown', target, label })
}

function tellDate({ slots, voice, when }: Understood): void {
  const worked = tellDaySum(slots, when.today)
  if (worked !== undefined) return voice.say(worked)
  const named = textOf(slots, 'date')
  const day = named === undefined ? when.today : readDay(named)
  voice.say(dateSentence({ slots, day, today: when.today, isNamed: named !== undefined }))
  voice.add({ type: 'calendar_view', view: 'month', date: isoDay(day), events: [] })
}

function dateSentence({
  slots,
  day,
  today,
  isNamed,
}: {
  slots: Understood['slots']
  day: Day
  today: Day
  isNamed: boolean
}): string {
  const label = textOf(slots, 'label')
  switch (slots['asks']) {
    case 'week':
      return `It is week ${weekNumber(day)}; today is ${dayText(today)}.`
    case 'year':
      return `It is ${today.year}.`
    case 'month':
      return `It is ${monthText(today)}.`
    case 'length':
      return isNamed
        ? `${monthText(day)} has ${daysInMonth(day.year, day.month)} days.`
        : `There are ${daysInMonth(day.year, day.month)} days in this month, ${isLeapYear(day.year) ? 366 : 365} in this year.`
    default:
      return isNamed && isoDay(day) !== isoDay(today)
        ? `${label ?? relation(day, today)} ${daysBetween(today, day) < 0 ? 'was' : 'is'} ${dayText(day)}.`
        : `Today is ${dayText(today)}.`
  }
}

function monthText({ year, month }: Day): string {
  const name = months[month - 1]!
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${year}`
}

function relation(day: Day, today: Day): string {
  if (isoDay(day) === isoDay(addDays(today, 1))) return 'Tomorrow'
  if (isoDay(day) === isoDay(addDays(today, -1))) return 'Yesterday'
  return 'That'
}

function readDay(text: string): Day {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}
