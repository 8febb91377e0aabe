import { dayText, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { Understood } from '../../answers/act.ts'

/** Longer ones the card cannot show. */
export const MAX_TIMER_S = 359_999

type Shown = Pick<Understood, 'writer' | 'when'>

export function showTimer({ writer, when }: Shown, seconds: number, label: string | undefined): void {
  writer.add({
    type: 'live_timer',
    seconds,
    ...(label !== undefined && { label }),
    started_at: when.now.toISOString(),
  })
}

/** Rings at that moment exactly: what is left over of a second is taken from the beginning, not from the end. */
export function showAlarm({ writer, when }: Shown, target: string, label: string | undefined): void {
  const moment = new Date(target)
  const shown = partsIn(when.timeZone, moment)
  if (moment <= when.now)
    return writer.decline(`${clockText(shown)} on ${dayText(shown)} has passed. No alarm was set.`)
  const seconds = Math.max(1, Math.ceil((moment.getTime() - when.now.getTime()) / 1_000))
  const wait = durationText(Math.max(60, Math.round(seconds / 60) * 60))
  writer.say(
    `Alarm for ${clockText(shown)} on ${dayText(shown)}, in ${wait}. Keep this page open: it rings here.`,
  )
  const name = label ?? `Alarm ${clockText(shown)}`
  const started_at = new Date(moment.getTime() - seconds * 1_000).toISOString()
  if (seconds <= MAX_TIMER_S) writer.add({ type: 'live_timer', seconds, label: name, started_at })
  else writer.add({ type: 'countdown', target, label: name })
}
