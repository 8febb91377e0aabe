import { momentIn, partsIn } from '../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../platform/language/values/durations.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { textOf, type Understood } from './act.ts'

interface Place {
  readonly label: string
  readonly time_zone: string
}

export function showClock({ slots, voice, when }: Understood): void {
  const places = (slots['places'] ?? []) as readonly Place[]
  const unknown = textOf(slots, 'unknown_place')
  if (unknown !== undefined)
    voice.decline(
      `I do not know the time zone of ${unknown}; here is the time where you are. Try a larger city nearby.`,
    )
  const asked = slots['time'] as { hour: number; minute: number } | undefined
  if (asked && places.length > 0) return tellConverted({ asked, places, voice, when })
  if (slots['asks'] === 'difference' && places.length > 0) tellDifference({ places, voice, when })
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

/** Of two places, or of one and here. */
function tellDifference({
  places,
  voice,
  when,
}: { places: readonly Place[] } & Pick<Understood, 'voice' | 'when'>): void {
  const [first, second] = places
  const here = { label: 'here', time_zone: when.timeZone }
  const [one, other] = second ? [second, first!] : [first!, here]
  const minutes = offsetMinutes(one.time_zone, when.now) - offsetMinutes(other.time_zone, when.now)
  const than = other.label === 'here' ? 'where you are' : other.label
  voice.say(
    minutes === 0
      ? `${one.label} and ${than} have the same time now. `
      : `${one.label} is **${durationText(Math.abs(minutes) * 60)} ${minutes > 0 ? 'ahead of' : 'behind'} ${than}** now. `,
  )
}

function offsetMinutes(timeZone: string, now: Date): number {
  const { year, month, day, hour, minute } = partsIn(timeZone, now)
  return Math.round(
    (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(now.getTime() / 60_000) * 60_000) / 60_000,
  )
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}
