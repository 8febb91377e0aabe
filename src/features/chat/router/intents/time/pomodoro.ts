import { readDuration } from '../../../../../platform/language/values/durations.ts'
import { numberOf, textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { addCard } from './show-timer.ts'

export const intent = defineIntent({
  name: 'pomodoro',
  label: 'Pomodoro',
  example: 'Start a pomodoro',
  effect: 'starts',
  slots: {
    work_minutes: optional.number,
    break_minutes: optional.number,
    rounds: optional.number,
    label: optional.text,
  },
  templates: [
    '[<start>] [<a>] [{work:duration}] <focus> [for {work:duration}] [with [a] {pause:duration} (break|breaks|rest)]',
    '[<start>] [<a>] [{work:duration}] <focus> (for|on|to work on|<called>) [<my>] {label:label}',
    '[<start>] {rounds:number} (pomodoros|focus sessions|rounds of pomodoro)',
    '[<start>] [<a>] pomodoro {minutes:number} [and|/] {pause_minutes:number}',
    '[<start>] [<a>] pomodoro {minutes:number}',
    '((i|we) (want|need|have|would like) to|help me [to]|let me|let us) focus [for {work:duration}] [on [<my>] {label:label}]',
    '[<start>] {work:duration} [of] (focus|focused work|deep work|work) [and|with|,] {pause:duration} [of] (break|breaks|rest|pause)',
  ],
  examples: [
    '(help me|i want to|i need to) (focus|concentrate) [for {duration}]',
    'work {number} minutes and break {number} minutes',
    'start a work session (of {duration}|with breaks)',
    'four rounds of {number} minutes work',
    '(begin|start) {number} minutes of (focus|deep work|focused work)',
  ],
  fill: (captured) => ({
    work_minutes: within(minutesOf(captured, 'work') ?? numberOf(captured, 'minutes'), 240),
    break_minutes: within(minutesOf(captured, 'pause') ?? numberOf(captured, 'pause_minutes'), 240),
    rounds: within(numberOf(captured, 'rounds'), 12),
    label: textOf(captured, 'label'),
  }),
  read({ text }) {
    const duration = readDuration(text)
    return { work_minutes: within(duration && duration.seconds / 60, 240) }
  },
  async act({ slots, writer }, { timers }) {
    const { label, ...pomodoro } = slots
    addCard(writer, await timers.create({ pomodoro, ...(label !== undefined && { label }) }))
  },
})

function minutesOf(captured: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const seconds = numberOf(captured, name)
  return seconds === undefined ? undefined : seconds / 60
}

function within(value: number | undefined, most: number): number | undefined {
  return value !== undefined && value >= 1 && value <= most ? value : undefined
}
