import { Clock } from '../calendar/appointments.ts'
import { Type, type Static } from '../../../../../contract/type.ts'
import { momentIn, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { properName, readPlace } from '../../../../../platform/language/values/places.ts'
import { clockText, type ClockTime } from '../../../../../platform/language/values/times.ts'
import type { Understood } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { slotKinds } from '../../templates/slot-kinds.ts'

const Place = Type.Object({ label: Type.String(), time_zone: Type.String() })
const Slots = {
  places: Type.Optional(Type.Array(Place)),
  unknown_place: optional.text,
  time: Type.Optional(Clock),
  asks: Type.Optional(Type.Union([Type.Literal('difference'), Type.Literal('zone')])),
}
type Place = Static<typeof Place>

const place = '[the] {place:zone} [time|standard time|time zone]'
const other = '[the] {other:zone} [time|standard time|time zone]'
const away = '(ahead|behind|apart) [of|from] [us|me|here|{other:zone}]'

export const intent = defineIntent({
  name: 'live_clock',
  label: 'Time',
  example: 'What time is it in Tokyo?',
  family: 'date',
  slots: Slots,
  templates: [
    '<what_time> [<now>|here|there|please]',
    `<what_time> [<now>] (in|for|at|on|over in) ${place} [<now>|please] [(and|or) [in] ${other}] [<now>]`,
    '<what_time> [<now>] (in|for|at|over in) {unknown:properName} [<now>]',
    '(do you have|got|have you got) the time',
    'what time do (we|you) have [<now>]',
    'time (now|check)',
    '[show [me]|open] [a|the] [world|digital|analog] clock',
    `[what is|what time is it|show me] [the] [current] {place:zone} [standard|local] time [<now>]`,
    '{asks=zone} (what|which) (time zone|timezone) (is|does|do|are) [the] {place:zone} [in|use|on|have|belong to]',
    '{asks=zone} [what is|search for|find|look up|tell me] [the] (time zone|timezone) (of|in|for) [the] ({place:zone}|{unknown:properName})',
    "{asks=zone} [what is|search for|find|look up|tell me] ({place:zone}|{unknown:properName}) 's (time zone|timezone)",
    '{asks=zone} (what|which) (time zone|timezone) (is|does|do|are) {unknown:properName} (in|use|on|have|belong to)',
    '{asks=zone} (what|which) (time zone|timezone) (would|will) (i|we) be in (if|when) (i|we) (go|went|travel|traveled|travelled|fly|move|am|are|were) (to|in) {place:zone}',
    `{asks=difference} [what is|tell me|how (big|large) is] [the] time difference [between|from|with|to|in] (${place} [(and|to) (${other}|here)]|here (and|to) ${place})`,
    `{asks=difference} how (many hours|far) (ahead|behind) [of (us|me|here)] (is|are) ${place}`,
    `{asks=difference} how (many hours|far) (is|are) ${place} ${away}`,
    `[convert|what is|what time is] {time:time} [in] ${place} (in|to|into) ${other}`,
    `(if|when) it is {time:time} [in|on] ${place} what time [is it|it is|would it be] ([in|on] ${other}|here)`,
    `<what_time> (in|on) ${other} (if|when) it is {time:time} (in ${place}|{here=true} here)`,
    `is it [already|still|now] (morning|night|night time|nighttime|day|daytime|evening|afternoon|noon|midnight) [already] (in|at) ${place} [yet|already|<now>]`,
  ],
  examples: [
    "what (is|'s) the (current|local) time in {city}",
    "(what's|what is) the (time zone|timezone) (of|in|for) {city}",
    'if it is {clock_time} in {city} what time is it in {city}',
    'what time is it {zone}',
    'is it (morning|night|late|already noon) in {city}',
    '{city} time',
    'tell me the time in {city} and {city}',
    'how many hours (ahead|behind) is {city}',
    "what is {city}'s time zone",
    'when it is {clock_time} in {city} what time is it here',
    '(got|have you got|you got|have you) the time',
    '(what|which) time (do they have|have they got|would it be) (in|over in) {city}',
    'is it (morning|evening|night|daytime|late) (in|over in) {city} [yet|now|already]',
    '(could|can|may) i (get|have) the time [in {city}|please]',
    'how many hours (ahead of|behind) (us|me|{city}) is {city}',
    "(what's|what is) the (hour|time of day|exact time|clock) [now|right now]",
    '(tell|show) me what time it is (in|over in|right now in) {city}',
    'how much time difference is there (between|from) {city} (and|to) {city}',
    'what does the clock say',
  ],
  fill({ place: first, other: second, here, time, asks, unknown }, { text }, { timeZone }) {
    const from = here === true ? { label: 'here', time_zone: timeZone } : (first as Place | undefined)
    const places = [from, second as Place | undefined].filter((one) => one !== undefined)
    // What has a time zone is a place.
    const named = asks === 'zone' && typeof unknown === 'string' ? properName(unknown) : readPlace(text)
    const unknown_place = unknown === undefined ? undefined : named
    if (unknown !== undefined && unknown_place === undefined) return undefined
    const { hour, minute } = (time ?? {}) as Partial<ClockTime>
    return {
      places: places.length > 0 ? places : undefined,
      unknown_place,
      time: hour === undefined || minute === undefined ? undefined : { hour, minute },
      asks,
    }
  },
  read({ text }, when) {
    const name = readPlace(text)
    const known = name === undefined ? undefined : (slotKinds['zone']!.read(name, when) as Place | undefined)
    return { places: known && [known], unknown_place: known ? undefined : name }
  },
  sureAt: 0.93,
  act({ slots, writer, when }) {
    const { places = [], unknown_place: unknown, time, asks } = slots
    if (unknown !== undefined)
      writer.decline(
        `I don't know the time zone of ${unknown}. Here is the time where you are. Try a larger city nearby.`,
      )
    if (time && places.length > 0) return tellConverted(time, places, { writer, when })
    if (asks === 'difference' && places.length > 0) writer.say(difference(places, when))
    const told = places.map(({ label, time_zone }) => {
      const clock = clockText(partsIn(time_zone, when.now))
      return asks === 'zone'
        ? `${label} is in the time zone ${time_zone} (${offsetOf(time_zone, when.now)}), where it is ${clock}.`
        : `It is ${clock} in ${label}.`
    })
    if (told.length > 0) writer.say(told.join(' '))
    else if (unknown === undefined) writer.say(`It is ${clockText(partsIn(when.timeZone, when.now))}.`)
    writer.add({ type: 'live_clock', ...(places.length > 0 && { places: places.slice(0, 12) }) })
  },
})

/** "nine am cst to est": the first place says the time, the second one, or here, wants to know it. */
function tellConverted(
  time: Clock,
  places: readonly Place[],
  { writer, when }: Pick<Understood, 'writer' | 'when'>,
): void {
  const [from, to = { label: 'here', time_zone: when.timeZone }] = places
  const moment = momentIn(from!.time_zone, { ...partsIn(from!.time_zone, when.now), ...time })
  const there = partsIn(to.time_zone, moment)
  writer.say(`${clockText(time)} ${at(from!)} is ${clockText(there)} ${at(to)}.`)
  writer.add({ type: 'live_clock', places: [from!, to].filter(({ label }) => label !== 'here') })
}

function at({ label }: Place): string {
  return label === 'here' ? 'here' : `in ${label}`
}

/** Of two places, or of one and here. */
function difference([first, second]: readonly Place[], { timeZone, now }: Understood['when']): string {
  const [one, other] = second ? [second, first!] : [first!, { label: 'where you are', time_zone: timeZone }]
  const minutes = offsetMinutes(one.time_zone, now) - offsetMinutes(other.time_zone, now)
  if (minutes === 0) return `${one.label} and ${other.label} have the same time now. `
  const distance = `${durationText(Math.abs(minutes) * 60)} ${minutes > 0 ? 'ahead of' : 'behind'}`
  return `${one.label} is **${distance} ${other.label}** now. `
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
