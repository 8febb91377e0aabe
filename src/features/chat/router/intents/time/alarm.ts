import { readDuration } from '../../../../../platform/language/values/durations.ts'
import { askFor, numberOf, textOf } from '../../answers/act.ts'
import { addReminder } from '../reminders/stored-reminders.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { isBeforeSomething, ringingAt } from './next-time.ts'
import { MAX_TIMER_S, showAlarm, showTimer } from './show-timer.ts'

export const intent = defineIntent({
  name: 'alarm',
  label: 'Alarm',
  example: 'Wake me at 7 am',
  effect: 'starts',
  shownBy: 'alarm.show',
  slots: {
    target: optional.text,
    seconds: optional.number,
    /** When it rings first, and how it comes again. */
    due: optional.text,
    repeat: optional.text,
    label: optional.text,
  },
  needs: ['target|seconds|due'],
  templates: [
    '[<start>] [<a>] [new] <alarm> [for|at|on|to|to (ring|go off) at] {moment:moment} [<called> {label:label}|(for|to) [<my>] {label:label}] [<condition>]',
    '[<start>] [<a>] [new] <alarm> (<called>|for|to) [<my>] {label:label} (for|at|on) {moment:moment}',
    '[<start>] [<a>] {moment:moment} <alarm> [<called> {label:label}]',
    '[<start>] [<a>] <alarm> [for|in|after] {seconds:duration}',
    '<start> [<a>] [new] <alarm>',
    '[<start>] [<a>] <alarm> [for] {wait:duration} (before|after) {something}',
    '(wake|get) (me|us) [up] [at|by|for|on] {moment:moment} [<condition>]',
    '(i|we) (need|have|want|would like|must|am going) [to] (wake up|get up|be up|be awake|be woken [up]) [at|by|on] {moment:moment}',
    '(make sure|see that) (i|we) (am|are|wake|get) (awake|up) [at|by] {moment:moment}',
    '(alert|buzz|ring) (me|us) (at|by) {moment:moment}',
  ],
  examples: [
    'how do i set an alarm',
    'i need alarms for {clock_time} and {clock_time}',
    'i (need|have|want) to (wake up|get up|be up) (at|by) {clock_time}',
    '(get|ring) me [up] at {clock_time}',
    'please (ring|buzz|beep) at {clock_time}',
    'set two alarms for {clock_time} and {clock_time}',
    "don't let me sleep past {clock_time}",
    'add an alarm for {event} at {clock_time}',
    '(i|we) (need|have|want) to be (awake|out of bed|up) (at|by|before) {clock_time} [tomorrow|on {weekday}]',
    '(set|make) [me] (an|a|my) (alarm|wake up alarm|morning alarm) (every|on) (day|weekday|{weekday}|weekdays) at {clock_time}',
    '{clock_time} alarm [please|tomorrow]',
    '(have|let) (the|my) alarm (go off|ring|sound) at {clock_time}',
    '(put|place) an alarm (for|at|on) {clock_time}',
    '(get|wake) me up (before|around|for work at|at) {clock_time}',
  ],
  counterExamples: ['(wake up|alarm) (call|song) by {artist}', '(play|sing|who sings) {song} by {artist}'],
  fill(captured, { text }, when) {
    const [moment, label] = [textOf(captured, 'moment'), textOf(captured, 'label')]
    const seconds = numberOf(captured, 'seconds')
    // "ten minutes before 8" is a time, "two hours before sunset" none that is known.
    if (captured['something'] !== undefined) return isBeforeSomething(text) ? {} : ringingAt(text, text, when)
    if (moment === undefined) return { seconds }
    const rings = ringingAt(moment, text, when)
    return rings && { ...rings, label }
  },
  read({ text, lower }, when) {
    if (isTold.test(lower)) return undefined
    if (isBeforeSomething(text)) return {}
    const rings = ringingAt(text, text, when)
    if (rings) return rings
    const duration = readDuration(text)
    return duration && duration.seconds <= MAX_TIMER_S ? { seconds: duration.seconds } : {}
  },
  sureAt: 0.93,
  async act({ slots, writer, when }, { store, timers }) {
    const { target, seconds, due, repeat, label } = slots
    if (seconds !== undefined) return showTimer({ writer, when, timers }, seconds, label)
    if (target !== undefined) return showAlarm({ writer, when, timers }, target, label)
    // An alarm rings once. What repeats is a reminder.
    if (due !== undefined && repeat !== undefined) {
      const lead = 'An alarm rings once; a reminder can repeat. '
      return addReminder(store, { writer, when }, { text: label ?? 'Alarm', lead, due, repeat })
    }
    writer.decline('For when? Say e.g. "wake me at 7 am".')
    writer.add(
      askFor({
        title: 'Alarm',
        label: 'Time',
        type: 'time',
        message: 'Set an alarm for $value',
        submit: 'Set',
      }),
    )
  },
})

/** Tells of what rang or when somebody rises, wants something else of an alarm, or speaks of another kind of alarm. */
const isTold =
  /^(?:(?:skip|check|pause|snooze|delay|postpone|rename|push|edit|hold|deactivate|is|does|did|was|(?:change|move|shift|adjust) (?:my|the) \S*\d)\b|(?:i|we) (?:(?:usually|always|often|normally|mostly|typically|never) )?(?:wake|woke|get|got) up\b|(?:i|we) (?:woke|got)\b|(?:buy|sell|order|sunrise|sunset)\b|(?:tell|ask) (?!me\b|us\b)\S+ to\b)|\b(?:rang|went off|woke|wakes|(?:fire|smoke|car|house|home|burglar|false|security|gas) alarms?)\b/
