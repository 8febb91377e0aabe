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
  const { timer_id, kind, label, length_ms, ends_at, began_at, stage } = timer
  const named = { timer_id, ...(label !== null && { label }) }
  if (kind === 'stopwatch')
    return writer.add({ type: 'stopwatch', ...named, ...(began_at !== null && { started_at: began_at }) })
  if (stage) return writer.add({ type: 'pomodoro', ...named, ...lengthsOf(stage) })
  if (kind === 'countdown' && ends_at !== null)
    return writer.add({ type: 'countdown', target: ends_at, label: label ?? 'Countdown', timer_id })
  const seconds = Math.max(1, Math.ceil((length_ms ?? 0) / 1_000))
  if (seconds > MAX_TIMER_S && ends_at !== null)
    return writer.add({ type: 'countdown', target: ends_at, label: label ?? 'Alarm', timer_id })
  const started_at = ends_at && new Date(Date.parse(ends_at) - seconds * 1_000).toISOString()
  writer.add({
    type: 'live_timer',
    seconds,
    ...named,
    ...(started_at ? { started_at } : { autostart: false }),
  })
}

function lengthsOf({ rounds, lengths_ms }: TimerStage) {
  return {
    work_minutes: lengths_ms.work / 60_000,
    break_minutes: lengths_ms.break / 60_000,
    long_break_minutes: lengths_ms.long_break / 60_000,
    rounds,
  }
}
