import type { Component } from '../../../../../contract/component-schema.ts'
import { isoDay, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { isSame } from '../../answers/matching.ts'
import type { Understood } from '../../answers/act.ts'

/** A timer or an alarm whose card was shown in the conversation, and that has not run out. */
export interface RunningTimer {
  readonly id: string
  readonly seconds: number
  readonly label?: string
  readonly started_at: string
}

/** What tells one from the others. */
export interface WantedTimer {
  readonly of?: 'timer'
  readonly label?: string
  readonly seconds?: number
  readonly date?: string
  readonly time?: { readonly hour: number; readonly minute: number }
}

type Asking = Pick<Understood, 'asked' | 'when'>

/** Those that run as far as the conversation tells: whoever paused one on its card has it here still. */
export function runningTimers({ asked, when }: Asking): readonly RunningTimer[] {
  const last = new Map<string, Component>()
  for (const card of cardsOf(asked)) if (typeof card['id'] === 'string') last.set(card['id'], card)
  return [...last.values()].flatMap(startedTimer).filter((timer) => endOf(timer) > when.now)
}

/** Whether one was stopped by a message: that it was started again on its card is known to the page alone. */
export function hasStopped(asked: Asking['asked']): boolean {
  return cardsOf(asked).some((card) => card['stopped_at'] !== undefined)
}

function cardsOf({ earlier }: Asking['asked']): readonly Component[] {
  return earlier.flatMap(({ components }) => components.flatMap(cardsIn))
}

function cardsIn(card: Component): readonly Component[] {
  const inner = Array.isArray(card['children']) ? (card['children'] as readonly Component[]) : []
  return card.type === 'live_timer' ? [card] : inner.flatMap(cardsIn)
}

function startedTimer(card: Component): readonly RunningTimer[] {
  const { id, seconds, label, started_at, stopped_at } = card as Partial<RunningTimer> & {
    readonly stopped_at?: string
  }
  if (id === undefined || seconds === undefined || started_at === undefined || stopped_at !== undefined)
    return []
  return [{ id, seconds, started_at, ...(label !== undefined && { label }) }]
}

export function endOf({ started_at, seconds }: RunningTimer): Date {
  return new Date(Date.parse(started_at) + seconds * 1_000)
}

/** "cancel the timer" means a timer where one runs, and else an alarm, and the other way round. */
export function timersMeant(wanted: WantedTimer, asking: Asking): readonly RunningTimer[] {
  const found = runningTimers(asking).filter((timer) => isMeant(timer, wanted, asking))
  const ofKind = found.filter((timer) => isAlarm(timer) === (wanted.of === undefined))
  return ofKind.length > 0 ? ofKind : found
}

function isAlarm({ label = '' }: RunningTimer): boolean {
  return /^Alarm \d/.test(label)
}

function isMeant(
  timer: RunningTimer,
  { label, seconds, date, time }: WantedTimer,
  { when }: Asking,
): boolean {
  const end = partsIn(when.timeZone, endOf(timer))
  return (
    (label === undefined || isSame(timer.label ?? '', label)) &&
    (seconds === undefined || timer.seconds === seconds) &&
    (date === undefined || isoDay(end) === date) &&
    (time === undefined || clockText(end) === clockText(time))
  )
}

/** "the timer “Egg”", "the 5 minutes timer", "the alarm 07:00" */
export function timerWords(timer: RunningTimer): string {
  if (isAlarm(timer)) return `the alarm for ${timer.label!.slice('Alarm '.length)}`
  return timer.label === undefined
    ? `the timer for ${durationText(timer.seconds)}`
    : `the ${timer.label} timer`
}

/** Shown once more, without its start: the page stops every card of it. */
export function stopTimer({ writer, when }: Pick<Understood, 'writer' | 'when'>, timer: RunningTimer): void {
  const { started_at: _start, ...card } = timer
  writer.add({ ...card, type: 'live_timer', stopped_at: when.now.toISOString() })
}
