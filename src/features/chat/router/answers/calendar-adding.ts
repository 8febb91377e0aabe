import type { Component } from '../../../../contract/component-schema.ts'
import {
  addDays,
  dayText,
  isoDay,
  momentIn,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { readRule, repetitionWords } from '../../../../platform/language/values/repetition.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { numberOf, textOf, type Understood } from './act.ts'
import { dayFrom, showDays, type CalendarDeps } from './calendar.ts'
import { callTool, type ToolDeps } from './call-tool.ts'

export type CalendarChangeDeps = CalendarDeps & ToolDeps

export type Clock = Readonly<Record<'hour' | 'minute', number>>

export async function addEvent(deps: CalendarChangeDeps, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const lacking = lackingIn(understood)
  if (lacking) {
    voice.decline(lacking.sentence)
    if (lacking.form) voice.add(lacking.form)
    return
  }
  const title = textOf(slots, 'title')!
  const day = dayFrom(textOf(slots, 'date'))!
  const clock = slots['time'] as Clock | undefined
  const minutes = numberOf(slots, 'minutes')
  const recurrence = textOf(slots, 'recurrence')
  if (slots['told'] === true && clock) return offerToAdd(understood, { title, day, clock })
  const data = await callTool(deps, understood, {
    action: 'CALENDAR_ADD',
    args: {
      title,
      start: clock ? `${isoDay(day)}T${clockText(clock)}` : isoDay(day),
      ...(clock && { time_zone: when.timeZone }),
      ...(clock && minutes !== undefined && { duration_minutes: minutes }),
      ...(recurrence !== undefined && { recurrence }),
    },
  })
  if (!data) return
  const repeated = recurrence === undefined ? '' : `, ${repetitionText(recurrence)}`
  voice.say(
    `“${title}” is in your calendar: ${dayText(day)}${timeText(clock, { minutes, when })}${repeated}.`,
  )
  await showDay(deps, understood, day)
}

/** Somebody told of it and did not say that it is to be written down. */
function offerToAdd(
  { voice, when }: Understood,
  { title, day, clock }: { title: string; day: Day; clock: Clock },
): void {
  voice.say(
    `Shall I put “${title}” into your calendar: ${dayText(day)} at ${clockText(clock)} (${when.timeZone})?`,
  )
  voice.add({
    type: 'button',
    label: 'Add it',
    look: 'primary',
    action: {
      kind: 'chat',
      message: `Add "${title.replaceAll('"', "'")}" to my calendar on ${isoDay(day)} at ${clockText(clock)}`,
    },
  })
}

interface Lacking {
  readonly sentence: string
  readonly form?: Component
}

/** What keeps the event from being added, and the question for it. */
function lackingIn({ slots, asked, when }: Understood): Lacking | undefined {
  const said = asked.message.trim().replace(/[.!?]+$/, '')
  const impossible = textOf(slots, 'impossible')
  if (impossible !== undefined)
    return { sentence: `There is no such time as “${impossible}”, so nothing was added.` }
  if (textOf(slots, 'title') === undefined)
    return { sentence: 'What is it called? Say for instance "dentist on Thursday at 3:30pm".' }
  const day = dayFrom(textOf(slots, 'date'))
  if (!day)
    return {
      sentence: 'On which day? Nothing was added yet.',
      form: field({ label: 'Day', type: 'date', message: `${said} on $value` }),
    }
  const clock = slots['time'] as Clock | undefined
  if (!clock && slots['all_day'] !== true)
    return {
      sentence: `At what time on ${dayText(day)}? Nothing was added yet.`,
      form: field({ label: 'Time', type: 'time', message: `${said} at $value` }),
    }
  const end = clock
    ? momentIn(when.timeZone, { ...day, ...clock })
    : momentIn(when.timeZone, { ...addDays(day, 1), hour: 0, minute: 0 })
  if (end <= when.now && slots['full_date'] !== true)
    return {
      sentence: `${dayText(day)}${clock ? ` at ${clockText(clock)}` : ''} has passed, so nothing was added. Say it with another day.`,
    }
  return undefined
}

function field({ label, type, message }: Record<'label' | 'type' | 'message', string>): Component {
  return {
    type: 'form',
    title: 'New event',
    children: [{ type: 'input', name: 'value', label, input_type: type, required: true }],
    submit_label: 'Add',
    action: { kind: 'chat', message: message.slice(0, 4_000) },
  }
}

export function timeText(
  clock: Clock | undefined,
  { minutes, when }: { minutes: number | undefined; when: Understood['when'] },
): string {
  if (!clock) return ', all day'
  const total = clock.hour * 60 + clock.minute + (minutes ?? 60)
  const end = { hour: Math.floor(total / 60) % 24, minute: total % 60 }
  return `, ${clockText(clock)} to ${clockText(end)} (${when.timeZone})`
}

/** "and then every Monday and Wednesday" */
function repetitionText(rule: string): string {
  const repetition = readRule(rule)
  return `and then ${repetition ? repetitionWords(repetition) : 'again and again'}`
}

export async function showDay(deps: CalendarChangeDeps, understood: Understood, day: Day): Promise<void> {
  if (!deps.appointments) return
  const { timeZone } = understood.when
  const midnight = (date: Day) => momentIn(timeZone, { ...date, hour: 0, minute: 0 })
  const span = { from: midnight(day), to: midnight(addDays(day, 1)) }
  showDays(understood, {
    view: 'day',
    date: day,
    events: await deps.appointments(span, understood.asked.signal),
  })
}
