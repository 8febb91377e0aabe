import { AppError } from '../../../../../contract/errors.ts'
import {
  dayIn,
  dayOfIso,
  dayText,
  isoDay,
  partsIn,
} from '../../../../../platform/language/values/calendar.ts'
import { isKnownPlace } from '../../../../../platform/language/values/time-zones.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import type { SunDays } from '../../act-port.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import { askForCity } from './ask-for-city.ts'

const rises = '(sunrise|sun rise|sun up|dawn)'
const sets = '(sunset|sun set|sun down|dusk)'
const there = '[(in|for|at|near) {city:place}] [on|for] [{date:date}] [(in|for|at|near) {city:place}]'

export const intent = defineIntent({
  name: 'sun',
  label: 'Sunrise and sunset',
  example: 'When is sunset in Rome?',
  slots: { city: optional.text, date: optional.text, event: required.text },
  templates: [
    `[(what time|when) (is|was|will|will be)|what is|<tell>] [the] [time (of|for)] [the] (${rises}|${sets}|${rises} [and|&] ${sets}|${sets} [and|&] ${rises}) [time|times|be] ${there}`,
    `(what time|when) (does|will|did) the sun (rise|set|come up|go down|go up) ${there}`,
    `(what time|when) (does|will) it get (dark|light) ${there}`,
    `{known:city} (${rises}|${sets}) [time|times] [{date:date}]`,
    `(${rises}|${sets}) {known:city} [{date:date}]`,
  ],
  fill(captured, { lower }) {
    const known = textOf(captured, 'known')
    // "sunset playlist": where nothing says that it is a place, it must be known as one.
    if (known !== undefined && !isKnownPlace(known)) return undefined
    const city = textOf(captured, 'city') ?? known
    return { city, date: textOf(captured, 'date'), event: eventIn(lower) }
  },
  read: ({ lower }) => (/\bsun|\bdawn\b|\bdusk\b/.test(lower) ? { event: eventIn(lower) } : undefined),
  async act(understood, { homeCity, sunOf }) {
    const { slots, writer, asked, when } = understood
    const city = slots.city ?? homeCity()
    if (city === null) return askForCity(understood, 'Sunrise and sunset')
    try {
      writer.say(sunText(await sunOf(city, asked.signal), { slots, when }))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      writer.decline(`Couldn't find out when the sun rises and sets in ${city}: ${error.message}`)
    }
  },
})

function eventIn(lower: string): string {
  const isRise = /\b(?:sun ?rise|dawn|light|rise|up)\b/.test(lower)
  const isSet = /\b(?:sun ?set|dusk|dark|set|down)\b/.test(lower)
  if (isRise === isSet) return 'both'
  return isRise ? 'sunrise' : 'sunset'
}

function sunText(
  { city, timezone, daily }: SunDays,
  { slots, when }: { slots: { date?: string; event: string }; when: When },
): string {
  const zone = timezone ?? when.timeZone
  const wanted = slots.date ?? isoDay(dayIn(zone, when.now))
  const day = daily.find(({ date }) => date === wanted)
  if (!day) {
    const [first, last] = [daily[0]?.date, daily.at(-1)?.date]
    return `I only know sunrise and sunset for the days in the forecast: ${first} to ${last} in ${city}.`
  }
  const events = [
    ['sunset', 'rises', day.sunrise],
    ['sunrise', 'sets', day.sunset],
  ] as const
  const parts = events.flatMap(([otherwise, verb, moment]) =>
    slots.event === otherwise || moment == null
      ? []
      : [`${verb} at **${clockText(partsIn(zone, new Date(moment)))}**`],
  )
  if (parts.length === 0)
    return `The forecast for ${city} doesn't say when the sun rises and sets on ${dayText(dayOfIso(wanted))}.`
  return `In ${city} the sun ${parts.join(' and ')} on ${dayText(dayOfIso(wanted))}, local time.`
}
