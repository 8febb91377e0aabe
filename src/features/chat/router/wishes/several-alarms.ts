import { durationText, readDuration } from '../../../../platform/language/values/durations.ts'
import { allShaped, between, type Enumeration } from './each-thing.ts'

const nouns: Readonly<Record<string, string>> = { live_timer: 'timer', alarm: 'alarm' }
const anotherOne = /^(?:an?other(?: one)?|one|one more|a second(?: one)?) (?=for |at |of )/i
const oneOfThat = /^((?:an? )?\S.*?) one(?= for |$)/i

/** "5 min egg timer and 10 min pasta timer", "an alarm for 6 and one for 6:30": each has its own time. */
export const eachRinging: Enumeration = async (text, byShape) => {
  const [first = '', ...others] = withoutStop(text).split(between)
  const noun = others.length === 0 ? undefined : nouns[(await byShape(first))?.intent ?? '']
  if (noun === undefined) return undefined
  const named = others.map((other) => other.replace(anotherOne, `${noun} `).replace(oneOfThat, `$1 ${noun}`))
  const texts = [first, ...named]
  const timed = await allShaped(
    texts,
    byShape,
    ({ intent, slots }) => intent in nouns && (slots['seconds'] ?? slots['target']) !== undefined,
  )
  return timed && texts
}

const timersBefore = /^(?:[^\d:]*\b)?timers\b(?: (?:for|of|at)\b)?[,:;-]* ?(.+)$/i
const timersBehind = /^((?:\S+ ){1,12})timers$/i
const timerBefore = /^(?:[^\d:]*\b)?timer (?:for|of) (.+)$/i

/** "set three timers: 5, 10 and 15 minutes", "timer for 10 min for the rice and 5 min for the eggs". */
export const timers: Enumeration = async (text, byShape) => {
  const texts = timersIn(withoutStop(text))
  const timed =
    texts &&
    (await allShaped(
      texts,
      byShape,
      ({ intent, slots }) => intent === 'live_timer' && slots['seconds'] !== undefined,
    ))
  return timed && texts
}

function timersIn(text: string): readonly string[] | undefined {
  const several = timersBefore.exec(text)?.[1] ?? timersBehind.exec(text)?.[1]
  const items = (several ?? timerBefore.exec(text)?.[1] ?? '').split(between)
  const found = items.map((item) => readTimed(item.trim(), items.at(-1)!))
  if (found.length < 2 || !found.every((one) => one !== undefined)) return undefined
  // "a timer for 1 hour and 30 minutes" is one, unless they are for different things.
  const areApart = several !== undefined || found.slice(1).every(({ isAnother }) => isAnother)
  return areApart ? found.map(({ wish }) => wish) : undefined
}

const unitAtEnd = /\b(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b/i
const aroundTimer = /\b(?:set|start|an?|the|my|for|of|to|timers?|one|another|other|second|and)\b|[:()-]/gi
const another = /^(?:an?other|one|an?|the other)\b|\bfor (?!\d)/i

/** How long, and what for, of one of several; a bare number is of the unit that the last one has. */
function readTimed(item: string, last: string) {
  const unit = unitAtEnd.exec(last)?.[0]
  const isBare = unit !== undefined && /^(?:for )?\S+$/.test(item)
  const duration = readDuration(item) ?? (isBare ? readDuration(`${item} ${unit}`) : undefined)
  if (!duration) return undefined
  const name = duration.rest.replaceAll(aroundTimer, ' ').replaceAll(/\s+/g, ' ').trim()
  const label = name === '' ? '' : ` for ${name}`
  return { wish: `set a timer for ${durationText(duration.seconds)}${label}`, isAnother: another.test(item) }
}

const clock = String.raw`\d{1,2}(?:[:.]\d\d)?`
const alarmTimes = new RegExp(
  String.raw`\b(alarms?|wake me(?: up)?) (?:for|at) (${clock}(?: ?[ap]m)?(?:(?:,| and|, and) ${clock}(?: ?[ap]m)?)+)((?: (?:tomorrow|today|tonight|on \S+day))?)$`,
  'i',
)

/** "set alarms for 7, 7:30 and 8 am". */
export const alarms: Enumeration = async (text) => {
  const match = alarmTimes.exec(withoutStop(text))
  if (!match) return undefined
  const [, noun, all, day] = match
  const times = all!.split(between)
  // Whoever is to be woken is woken in the morning.
  const wish = /^wake/i.test(noun!) ? 'wake me at' : 'set an alarm for'
  const half = /[ap]m$/i.exec(times.at(-1)!)?.[0]
  return times.map(
    (time) => `${wish} ${time}${half !== undefined && !/[ap]m$/i.test(time) ? half : ''}${day!}`,
  )
}

function withoutStop(text: string): string {
  return text.replace(/[.!?]+$/, '')
}
