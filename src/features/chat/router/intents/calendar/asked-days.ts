import { Type } from '../../../../../contract/type.ts'
import { addDays, isoDay } from '../../../../../platform/language/values/calendar.ts'
import { daysIn, type DaySpan } from '../../../../../platform/language/values/day-spans.ts'
import { readEventTime } from '../../../../../platform/language/values/event-time.ts'
import { optional, required, type Found, type SlotsOf } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import type { When } from '../../readers/reader.ts'
import { Clock } from './appointments.ts'

/** What is asked of the calendar, and of which days. */
export const Slots = {
  view: Type.Enum(['day', 'week', 'month', 'agenda']),
  date: required.text,
  from: required.text,
  /** The day after the last one. */
  to: required.text,
  asks: Type.Enum(['list', 'count', 'free', 'when', 'next']),
  /** The event that is asked for. */
  title: optional.text,
  time: Type.Optional(Clock),
  part: optional.text,
  is_busy: optional.true,
  is_past: optional.true,
}
export type Slots = SlotsOf<typeof Slots>

/** What a sentence that no template fits asks of the calendar. */
export function readAsked(said: Sentence, when: When): Found<Slots> | undefined {
  const { text, lower } = said
  if (/^(?:at |on )?(?:when|what time|what day|which day)\b/.test(lower))
    return /\bnext (?:meeting|appointment|event)\b(?! with)/.test(lower)
      ? slotsOf(text, { asks: 'next' }, { said, when })
      : undefined
  const isFree =
    /^(?:am i|are we|will i be|was i) (?:free|busy|available|booked)\b|^do i have (?:free )?time\b/
  const asks = /^how many\b/.test(lower) ? 'count' : isFree.test(lower) ? 'free' : 'list'
  return slotsOf(text, { asks }, { said, when })
}

const AGENDA_DAYS = 30

export function slotsOf(
  text: string,
  { asks, title }: { asks: Slots['asks']; title?: string | undefined },
  { said: { lower }, when }: { said: Sentence; when: When },
): Found<Slots> {
  const { today } = when
  const isPast =
    /\b(?:did|was|were|had|last|past|previous|yesterday)\b/.test(lower) && !/\bwill\b/.test(lower)
  const usual: DaySpan = {
    view: 'agenda',
    from: isPast ? addDays(today, -7) : today,
    to: isPast ? today : addDays(today, AGENDA_DAYS),
  }
  const { view, from, to } = daysIn(text, { ...when, isPast }) ?? usual
  return {
    view,
    date: isoDay(from),
    from: isoDay(from),
    to: isoDay(to),
    asks,
    title,
    time: asks === 'free' ? readEventTime(text.replace(/[?!.]+$/, ''), when).clock : undefined,
    part: /\b(morning|afternoon|evening|tonight|night)\b/.exec(lower)?.[1],
    is_busy: /\b(?:busy|booked)\b/.test(lower) && asks === 'free' ? (true as const) : undefined,
    is_past: isPast ? (true as const) : undefined,
  }
}
