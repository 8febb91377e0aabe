import { isoDay, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Timer } from '../../../../../contract/timer.ts'
import { isSame } from '../../answers/matching.ts'
import type { Understood } from '../../answers/act.ts'
import type { TimerPort } from './timer-port.ts'

/** What tells one from the others. */
export interface WantedTimer {
  readonly of?: 'timer' | 'stopwatch'
  readonly label?: string
  readonly seconds?: number
  readonly date?: string
  readonly time?: { readonly hour: number; readonly minute: number }
}

/** "cancel the timer" means a timer where one runs, and else an alarm, and the other way round. */
export function timersMeant(
  wanted: WantedTimer,
  { timers, when }: { timers: TimerPort } & Pick<Understood, 'when'>,
): readonly Timer[] {
  const found = timers.list().filter((timer) => isMeant(timer, wanted, when.timeZone))
  if (wanted.of === 'stopwatch') return found.filter(({ kind }) => kind === 'stopwatch')
  const others = found.filter(({ kind }) => kind !== 'stopwatch')
  const ofKind = others.filter(({ kind }) => isOfClock(kind) === (wanted.of === undefined))
  return ofKind.length > 0 ? ofKind : others
}

/** An alarm rings at a time of the clock, a timer after a while. */
function isOfClock(kind: Timer['kind']): boolean {
  return kind === 'alarm' || kind === 'countdown'
}

function isMeant(
  { label: name, length_ms, ends_at }: Timer,
  { label, seconds, date, time }: WantedTimer,
  timeZone: string,
): boolean {
  const end = ends_at === null ? undefined : partsIn(timeZone, new Date(ends_at))
  return (
    (label === undefined || isSame(name ?? '', label)) &&
    (seconds === undefined || length_ms === seconds * 1_000) &&
    (date === undefined || (end !== undefined && isoDay(end) === date)) &&
    (time === undefined || (end !== undefined && clockText(end) === clockText(time)))
  )
}

/** "the Egg timer", "the timer for 5 minutes", "the alarm for 07:00" */
export function timerWords({ kind, label, length_ms, ends_at }: Timer, timeZone: string): string {
  if (kind === 'stopwatch' || kind === 'pomodoro')
    return label === null ? `the ${kind}` : `the ${label} ${kind}`
  if (isOfClock(kind))
    return ends_at === null ? 'the alarm' : `the alarm for ${clockText(partsIn(timeZone, new Date(ends_at)))}`
  return label === null ? `the timer for ${durationText((length_ms ?? 0) / 1_000)}` : `the ${label} timer`
}
