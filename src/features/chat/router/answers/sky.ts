import { AppError } from '../../../../contract/errors.ts'
import {
  dayIn,
  dayText,
  isoDay,
  momentIn,
  partsIn,
  type Day,
} from '../../../../platform/language/values/calendar.ts'
import { moonAt, nextPhase } from './moon.ts'
import { clockText } from '../../../../platform/language/values/times.ts'
import { askFor, textOf, type Act, type Understood } from './act.ts'

/** When the sun rises and sets in a place, for the days that a forecast has. */
export interface SunDays {
  readonly city: string
  readonly timezone?: string | null
  readonly daily: readonly {
    readonly date: string
    readonly sunrise?: string | null
    readonly sunset?: string | null
  }[]
}

export interface SkyDeps {
  readonly homeCity: () => string | null
  readonly sunOf: (city: string, signal: AbortSignal) => Promise<SunDays>
}

export function skyActs({ homeCity, sunOf }: SkyDeps): Readonly<Record<string, Act>> {
  return {
    moon: tellMoon,

    async sun({ slots, voice, asked, when }) {
      const city = textOf(slots, 'city') ?? homeCity()
      if (city === null) {
        voice.decline('Where? I do not know your city yet; say "I live in Oslo" and I will remember it.')
        return voice.add(
          askFor({
            title: 'Sunrise and sunset',
            label: 'City',
            placeholder: 'Oslo',
            message: 'Sunrise and sunset in $value',
          }),
        )
      }
      const found = await sunOf(city, asked.signal).catch((error: unknown) => {
        if (error instanceof AppError) return error
        throw error
      })
      if (found instanceof AppError)
        return voice.decline(`I could not find out when the sun rises and sets in ${city}: ${found.message}`)
      voice.say(sunText(found, { slots, when }))
    },
  }
}

function sunText(
  { city, timezone, daily }: SunDays,
  { slots, when }: Pick<Understood, 'slots' | 'when'>,
): string {
  const zone = timezone ?? when.timeZone
  const wanted = textOf(slots, 'date') ?? isoDay(dayIn(zone, when.now))
  const day = daily.find(({ date }) => date === wanted)
  if (!day) {
    const [first, last] = [daily[0]?.date, daily.at(-1)?.date]
    return `I only know the sun of the days that the forecast has: ${first} to ${last} in ${city}.`
  }
  const events = [
    ['sunset', 'rises', day.sunrise],
    ['sunrise', 'sets', day.sunset],
  ] as const
  const parts = events.flatMap(([otherwise, verb, moment]) =>
    slots['event'] === otherwise || moment == null
      ? []
      : [`${verb} at **${clockText(partsIn(zone, new Date(moment)))}**`],
  )
  if (parts.length === 0)
    return `The forecast of ${city} does not say when the sun rises and sets on ${dayText(dayOf(wanted))}.`
  return `In ${city} the sun ${parts.join(' and ')} on ${dayText(dayOf(wanted))}, in the time of ${city}.`
}

function tellMoon({ slots, voice, when }: Understood): void {
  const { timeZone, now, today } = when
  const next = slots['next'] === 'full' || slots['next'] === 'new' ? slots['next'] : undefined
  const momentText = (moment: Date) => {
    const shown = partsIn(timeZone, moment)
    return `${dayText(shown)} at about ${clockText(shown)}`
  }
  if (next !== undefined)
    return voice.say(`The next ${next} moon is on **${momentText(nextPhase(next, now))}**.`)
  const date = textOf(slots, 'date')
  const isToday = date === undefined || date === isoDay(today)
  const moment = isToday ? now : momentIn(timeZone, { ...dayOf(date), hour: 12, minute: 0 })
  const { name, percentLit } = moonAt(moment)
  const full = slots['asks'] === 'full' ? (name === 'full moon' ? 'Yes. ' : 'No. ') : ''
  const article = /^(?:first|last)/.test(name) ? 'in its ' : 'a '
  voice.say(
    `${full}${isToday ? 'The moon is now' : `On ${dayText(dayOf(date))} the moon is`} ${article}**${name}**, ${percentLit} % lit. ` +
      `The next full moon is on ${momentText(nextPhase('full', moment))}, the next new moon on ${momentText(nextPhase('new', moment))}.`,
  )
}

function dayOf(text: string): Day {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}
