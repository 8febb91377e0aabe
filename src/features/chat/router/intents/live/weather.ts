import { misspelledPlace, readPlace } from '../../../../../platform/language/values/places.ts'
import { textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import { askForCity } from './ask-for-city.ts'

export const intent = defineIntent({
  name: 'live_weather',
  label: 'Weather',
  example: 'Weather in Oslo tomorrow',
  sureAt: 0.93,
  slots: {
    city: optional.text,
    /** What was written, where it was taken for a place that is known. */
    misspelled: optional.text,
    focus: required.text,
    units: optional.text,
  },
  templates: [
    "[<tell>] [<my>] [today 's|tomorrow 's|tonight 's] [<latest>|hourly|weekly] <weather> [is] [like|looking|going to be|going to do|be] <there>",
    '(how|what) (was|is|will|does) the <weather> [be|look] [like|looking] <there>',
    'what will be the <weather> <there>',
    '[<tell>] [<my>] <weather> every day (this|next) week [(in|for) {city:place}]',
    '<weather> {city:city} [{time:roughTime}] [{time:roughTime}]',
    "{city:city} ['s|:] <weather> [{time:roughTime}] [{time:roughTime}]",
    '(is|will|does|did) (it|there) [still|currently|really|actually] [be|going to|going to be|supposed to|likely to|look like|get] [any|more|a lot of|very] <falling> [a lot|much|later] <there>',
    'any (rain|snow|chance of (rain|snow|showers)) <there>',
    'how (hot|cold|warm|humid|windy|chilly) (is|will|does|was) (it|the weather) [be|get|going to be|going to get] <there>',
    '[what is|tell me] [the] [<latest>|outside|outdoor] (temperature|temp) [like|going to be|outside] <there>',
    '[what is] [the] [<latest>] (wind|wind speed|humidity|uv index|dew point|air quality|barometric pressure) [like] <there>',
    '(what|how) (is|will|was) the (temperature|high|low) [be|going to be|like] <there>',
    '[what is|what are] [the] (chance|chances|probability|odds) of (rain|snow|showers|thunderstorms|precipitation|a storm) <there>',
    '(do|will|should) i (need|bring|take|wear|carry|pack) [to (bring|take|wear)] [a|an|my] <clothes> [for (my|the) {plan}] <there>',
    '(umbrella|rain|snow) {time:roughTime}',
    '{days:number} day [weather] forecast <there>',
  ],
  wideTemplates: [
    '[<tell>] [<my>] [<latest>] <weather> (in|for|at|on|around|near|over|this|next) {where}',
    '(how|what) (is|was|will|does) the <weather> {where}',
    '(is|will|does|did) (it|there) {maybe} <falling> [{where}]',
    '(is|will|does|did) (it|there) <falling> [{where}]',
    '(what|how) (will|is) the temperature [be|like] {where}',
    'how (hot|cold|warm|humid|windy|chilly) (is|will|does|was) (it|the weather) {where}',
    '(do|will|should) i (need|bring|take|wear|carry|pack) [a|an|my] <clothes> {where}',
    '{days:word} forecast [{where}]',
  ],
  fill: (captured, { text, lower }) =>
    elsewhere.test(lower) ? undefined : slotsOf(textOf(captured, 'city') ?? placeIn(text), lower),
  read: ({ text, lower }) => slotsOf(placeIn(text), lower),
  act(understood, { homeCity }) {
    const { slots, voice } = understood
    const city = slots.city ?? homeCity()
    if (city === null) return askForCity(understood, 'Weather')
    if (slots.misspelled !== undefined)
      voice.say(
        `I took "${slots.misspelled}" for ${city}. If you meant another place, say it once more with its country.`,
      )
    voice.add(widget('live_weather', { ...slots, city }, ['city', 'focus', 'units']))
  },
})

/** What has a weather or a temperature of its own. */
const elsewhere =
  /\b(?:flight|song|play|remind|alarm|timer|wikipedia|station|stock|news|thermostat|(?:my|the) (?:cpu|computer|processor|laptop|oven|fridge))\b/

function slotsOf(named: string | undefined, lower: string) {
  const meant = named === undefined ? undefined : misspelledPlace(named)
  return {
    city: meant ?? named,
    misspelled: meant && named,
    focus: focusOf(lower),
    units: unitsOf(lower),
  }
}

/** "do I need a coat for my walk", "the next 5 days in Rome": plans and spans of time are not where it is. */
function placeIn(text: string): string | undefined {
  return readPlace(
    text
      .replaceAll(/\b(?:for|to|at|on) (?:my|our|the) (?!city|town|area)\w+(?: \w+)?$/gi, '')
      .replaceAll(
        /,?\s+(?:for |over )?(?:the )?(?:next |coming )?(?:\d{1,2}|\w+)[ -]days?\b(?: forecast)?/gi,
        '',
      ),
  )
}

function focusOf(lower: string): string {
  if (/\b(?:tonight|later|this (?:afternoon|evening)|hour|hourly|when will)\b/.test(lower)) return 'hourly'
  if (
    /\b(?:tomorrow|week|weekend|days?|daily|forecast|next|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/.test(
      lower,
    )
  )
    return 'daily'
  return /\b(?:at|around) (?:\d{1,2}(?::\d\d)?(?: ?(?:am|pm|o'?clock))?|noon|midnight|midday|(?:half|(?:a )?quarter|five|ten|twenty) (?:past|to) \p{L}+|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:thirty|fifteen|am|pm|o'?clock|in the \p{L}+|in \p{L}+|today))?(?=$| (?:in|am|pm|today)\b))\b(?! ?(?:%|degrees|percent))/u.test(
    lower,
  )
    ? 'hourly'
    : 'current'
}

function unitsOf(lower: string): string | undefined {
  if (/\b(?:celsius|centigrade|metric)\b/.test(lower)) return 'metric'
  return /\b(?:fahrenheit|imperial)\b/.test(lower) ? 'imperial' : undefined
}
