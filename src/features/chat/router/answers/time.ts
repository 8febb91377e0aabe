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
} from '../slots/calendar.ts'
import { durationText } from '../slots/durations.ts'
import { clockText } from '../slots/times.ts'
import { numberOf, showing, textOf, widget, type Act, type Understood } from './act.ts'

export const timeActs: Readonly<Record<string, Act>> = {
  live_timer(understood) {
    if (textOf(understood.slots, 'target') !== undefined) return setAlarm(understood)
    return startTimer(understood)
  },
  alarm: setAlarm,

  'alarm.show'({ voice }) {
    voice.say(
      'Alarms and timers live in their own cards in this conversation; I keep no list of them. Say "wake me at 7" to set one.',
    )
  },
  'alarm.remove'({ voice }) {
    voice.say(
      'Stop it on its card in this conversation: alarms and timers end there. A new message does not reach them.',
    )
  },

  countdown({ slots, voice, when }) {
    const target = readDay(textOf(slots, 'target')!)
    const label = textOf(slots, 'label')!
    const days = daysBetween(when.today, target)
    voice.say(
      days === 0
        ? `${label} is today.`
        : `${label} is on ${dayText(target)}, in ${days} day${days === 1 ? '' : 's'}.`,
    )
    voice.add({ type: 'countdown', target: isoDay(target), label, time_zone: when.timeZone })
  },

  live_clock: showClock,
  date: tellDate,
  stopwatch: ({ voice }) => void voice.add({ type: 'stopwatch', autostart: true }),
  pomodoro: showing('pomodoro', 'work_minutes', 'break_minutes', 'rounds', 'label'),
  metronome: showing('metronome', 'bpm', 'beats_per_bar'),
}

const DEFAULT_TIMER_S = 300

function startTimer({ slots, voice, when }: Understood): void {
  const seconds = numberOf(slots, 'seconds')
  if (seconds !== undefined) {
    return void voice.add(
      widget('live_timer', { ...slots, started_at: when.now.toISOString() }, [
        'seconds',
        'label',
        'started_at',
      ]),
    )
  }
  voice.say('For how long? Here is one of five minutes; change it as you like.')
  voice.add(
    widget('live_timer', { ...slots, seconds: DEFAULT_TIMER_S, autostart: false }, [
      'seconds',
      'label',
      'autostart',
    ]),
  )
}

function setAlarm({ slots, voice, when, intent }: Understood): void {
  const seconds = numberOf(slots, 'seconds')
  const target = textOf(slots, 'target')
  if (seconds !== undefined) return startTimer({ slots, voice, when, intent } as Understood)
  if (target === undefined) {
    voice.say('For when? Say for instance "wake me at 7 am".')
    return void voice.add({
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

interface Place {
  readonly label: string
  readonly time_zone: string
}

function showClock({ slots, voice, when }: Understood): void {
  const places = (slots['places'] ?? []) as readonly Place[]
  const unknown = textOf(slots, 'unknown_place')
  if (unknown !== undefined)
    voice.say(
      `I do not know the time zone of ${unknown}; here is the time where you are. Try a larger city nearby.`,
    )
  const asked = slots['time'] as { hour: number; minute: number } | undefined
  if (asked && places.length > 0) return tellConverted({ asked, places, voice, when })
  const told = places.map(({ label, time_zone }) => {
    const clock = clockText(partsIn(time_zone, when.now))
    return slots['asks'] === 'zone'
      ? `${label} is in the zone ${time_zone} (${offsetOf(time_zone, when.now)}), where it is ${clock}.`
      : `It is ${clock} in ${label}.`
  })
  if (told.length > 0) voice.say(told.join(' '))
  else if (unknown === undefined) voice.say(`It is ${clockText(partsIn(when.timeZone, when.now))}.`)
  voice.add({ type: 'live_clock', ...(places.length > 0 && { places: places.slice(0, 12) }) })
}

/** "nine am cst to est": the first place says the time, the second one, or here, wants to know it. */
function tellConverted({
  asked,
  places,
  voice,
  when,
}: { asked: { hour: number; minute: number }; places: readonly Place[] } & Pick<
  Understood,
  'voice' | 'when'
>): void {
  const [from, to = { label: 'here', time_zone: when.timeZone }] = places
  const moment = momentIn(from!.time_zone, { ...partsIn(from!.time_zone, when.now), ...asked })
  const there = partsIn(to.time_zone, moment)
  voice.say(
    `${clockText(asked)} in ${from!.label} is ${clockText(there)} ${to.label === 'here' ? 'here' : `in ${to.label}`}.`,
  )
  voice.add({ type: 'live_clock', places: [from!, ...(to.label === 'here' ? [] : [to])] })
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

function tellDate({ slots, voice, when }: Understood): void {
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
    case 'between': {
      const [from, to] = [readDay(textOf(slots, 'from')!), readDay(textOf(slots, 'to')!)]
      return `There are ${Math.abs(daysBetween(from, to))} days between ${dayText(from)} and ${dayText(to)}.`
    }
    case 'week':
      return `It is week ${weekNumber(day)}; today is ${dayText(today)}.`
    case 'leap':
      return `${day.year} is ${isLeapYear(day.year) ? 'a' : 'not a'} leap year.`
    case 'year':
      return `It is ${today.year}.`
    case 'month':
      return `It is ${months[today.month - 1]![0]!.toUpperCase()}${months[today.month - 1]!.slice(1)} ${today.year}.`
    case 'length':
      return `There are ${daysInMonth(day.year, day.month)} days in this month, ${isLeapYear(day.year) ? 366 : 365} in this year.`
    default:
      return isNamed && isoDay(day) !== isoDay(today)
        ? `${label ?? relation(day, today)} is ${dayText(day)}.`
        : `Today is ${dayText(today)}.`
  }
}

function relation(day: Day, today: Day): string {
  if (isoDay(day) === isoDay(addDays(today, 1))) return 'Tomorrow'
  if (isoDay(day) === isoDay(addDays(today, -1))) return 'Yesterday'
  return 'It'
}

function readDay(text: string): Day {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}
