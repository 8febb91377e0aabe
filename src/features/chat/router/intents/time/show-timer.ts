import type { Component } from '../../../../../contract/component-schema.ts'
import { dayText, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Timer, TimerStage } from '../../../../../contract/timer.ts'
import type { Understood } from '../../answers/act.ts'
import type { TimerPort } from './timer-port.ts'

/** Longer ones the card cannot show. */
export const MAX_TIMER_S = 359_999

type Shown = Pick<Understood, 'writer' | 'when'> & { readonly timers: TimerPort }

export async function showTimer(
  { writer, timers }: Shown,
  seconds: number,
  label: string | undefined,
): Promise<void> {
  addCard(writer, await timers.create({ seconds, ...(label !== undefined && { label }) }))
}

/** Rings at that moment exactly. */
export async function showAlarm(
  { writer, when, timers }: Shown,
  target: string,
  label: string | undefined,
): Promise<void> {
  const moment = new Date(target)
  const shown = partsIn(when.timeZone, moment)
  if (moment <= when.now)
    return writer.decline(`${clockText(shown)} on ${dayText(shown)} has passed. No alarm was set.`)
  const minutes = Math.max(1, Math.round((moment.getTime() - when.now.getTime()) / 60_000))
  writer.say(`Alarm for ${clockText(shown)} on ${dayText(shown)}, in ${durationText(minutes * 60)}.`)
  const name = label ?? `Alarm ${clockText(shown)}`
  addCard(writer, await timers.create({ at: moment.toISOString(), label: name }))
}

/** The card of a timer. All cards of the same one show the same, for the service keeps it. */
export function addCard(writer: Understood['writer'], timer: Timer): void {
  writer.add({ ...cardOf(timer), timer_id: timer.timer_id })
}

function cardOf(timer: Timer): Component {
  const { kind, label, ends_at, began_at, stage } = timer
  const named = label === null ? {} : { label }
  if (kind === 'stopwatch')
    return { type: 'stopwatch', ...named, ...(began_at !== null && { started_at: began_at }) }
  if (stage) return { type: 'pomodoro', ...named, ...lengthsOf(stage) }
  if (ends_at !== null && (kind === 'countdown' || secondsOf(timer) > MAX_TIMER_S))
    return { type: 'countdown', target: ends_at, label: label ?? 'Countdown' }
  return { type: 'live_timer', seconds: secondsOf(timer), ...named, ...startOf(timer) }
}

function secondsOf({ length_ms }: Timer): number {
  return Math.max(1, Math.ceil((length_ms ?? 0) / 1_000))
}

/** So that it ends when the timer does. */
function startOf(timer: Timer): { started_at: string } | { autostart: false } {
  const { ends_at } = timer
  if (ends_at === null) return { autostart: false }
  return { started_at: new Date(Date.parse(ends_at) - secondsOf(timer) * 1_000).toISOString() }
}

function lengthsOf({ rounds, lengths_ms }: TimerStage) {
  return {
    work_minutes: lengths_ms.work / 60_000,
    break_minutes: lengths_ms.break / 60_000,
    long_break_minutes: lengths_ms.long_break / 60_000,
    rounds,
  }
}
