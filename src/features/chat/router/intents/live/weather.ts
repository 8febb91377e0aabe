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
  likelyAt: 0.65,
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
  examples: [
    'what are the conditions [like] [in {city}|today]',
    'which (day|days) will (it rain|be rainy|be sunny) [this week]',
    'is a tornado (coming|expected)',
    'are there any (storms|tornadoes|hurricanes) (coming|expected) [soon]',
    'will the sky be (clear|cloudy|overcast)',
    "what's the (snow|rain) (forecast|prediction|accumulation) (for|in) {city}",
    "(what's|how's|what is) the weather [like] [in {city}] [today|tomorrow|right now|this weekend|on {weekday}]",
    'weather (in|for) {city}',
    '(show|give|tell) me the (weather|forecast|weather report) [for {city}|for tomorrow]',
    'is it (raining|snowing|sunny|cloudy|windy|foggy|cold|hot|warm|freezing|humid) [outside|out|in {city}|today|there]',
    'do i need (an umbrella|a coat|a jacket|a raincoat|sunscreen|boots|gloves) [today|tomorrow|when i go out|for my walk]',
    'should i (bring|take|carry|wear|pack) (an umbrella|a coat|a jacket|a sweater|a hat|shorts) [today|tomorrow|to work]',
    "what (is|'s) the temperature [in {city}|outside|now|going to be tomorrow]",
    '(chance|chances|probability) of (rain|snow|a thunderstorm|showers) (today|tomorrow|in {city})',
    'what are the chances (of rain|that it rains|it will snow) (this weekend|on {weekday}|tonight)',
    'is (a storm|snow|bad weather|a hurricane|rain|a cold front) (coming|on the way|expected|in the forecast) [this week]',
    'will there be (sun|fog|thunder|snow|frost|lightning|strong wind) (tomorrow|tonight|on {weekday}|in {city})',
    'will the weather (hold|clear up|be nice|improve|be good) [for my {event}|this weekend|tomorrow]',
    "what's it like outside",
    'how does the (week|weekend|day) look weather wise',
    'how much (rain|snow) (is expected|will we get|fell|are we getting) (tonight|today|in {city}|this week)',
    'is (tomorrow|{weekday}|the weekend) going to be (nice|sunny|warm|wet|rainy|cold)',
    'can i (go for a run|have a picnic|dry my laundry outside|go without a coat|wear a t-shirt) today or will it rain',
    'when will (it stop raining|the rain stop|the sun come out|it get warmer)',
    'current (conditions|temperature|weather) [in {city}|here]',
    'forecast for (the weekend|{weekday}|tonight|{city})',
    "how's it looking outside (today|in {city})",
    'any (rain|snow|storms) (coming|today|expected|in sight|this week)',
    'is it above (freezing|zero|twenty degrees) (outside|in {city})',
    "what's the (humidity|wind speed|uv index|air temperature|dew point) [in {city}|today]",
    'temperature in {city}',
    'will my {event} be rained out',
    'is the sun (out|shining) [today|in {city}]',
    'are there (clouds|storms|showers) (today|expected|outside|moving in)',
    '(is|will) {weekday} (going to be|be) (dry|good for hiking|a nice day)',
    '(do i|will i|should i) need (a|my|an) (raincoat|scarf|snow boots|sunglasses|extra layer) [this evening|in {city}|on {weekday}]',
    '(can|could|should) i (wear|go out in) (shorts|sandals|a dress|a t-shirt) (today|tomorrow|this weekend)',
    'what should i wear (today|outside|for this weather)',
    "(bit|pretty|really) (chilly|hot|cold|windy) (out|outside) today [isn't it|is it]",
    '(what|how) are the (weather|atmospheric|driving) conditions (in|near|around) {city}',
    'is it (nice|warm|cold|pleasant) (out|enough) to (swim|go outside|eat outside|walk) [today]',
    'how many degrees is it (outside|in {city}|right now)',
    "(today's|tomorrow's|tonight's) (high|low|high and low|temperature|weather|forecast)",
    'is there (a|any) (frost|heat|flood|storm|smog|wind) (warning|alert|advisory) [for {city}|today|tomorrow]',
    'will it (clear up|get colder|warm up|cool down|be muggy) [later|tonight|by {weekday}]',
    'rain (today|tomorrow|in {city}|this weekend)',
    'is it going to (pour|drizzle|storm|be icy|be freezing) [tonight|on {weekday}]',
    "what's the weather (doing|supposed to be|going to do) [in {city}|this afternoon|on {date}]",
    '[please] (check|get|look up) the (weather|forecast) (in|for) {city} [for me|on {date}]',
    'i (need|want) (the|a) (weather|weather report|forecast) [for {city}|for tomorrow]',
    "(what's|how is) the (wind|air|humidity|uv) (like|speed|index|quality) [in {city}|outside|today]",
    '(give|get) me the (7 day|5 day|ten day|weekly|hourly) forecast [for {city}]',
    '(is|will) {city} (getting|experiencing|be having) (bad weather|rain|snow|a storm) [right now|today]',
  ],
  counterExamples: [
    'what is the (ac|thermostat|heater|oven|fridge) (temperature|set to|setting)',
    'is the (heating|ac|air conditioning) on',
    'turn the (ac|heat) (up|down|off|on)',
    'how warm is it in the {room}',
    'make it (warmer|cooler|{number} degrees) in (here|the {room})',
    'set the temperature (in here|inside|in the {room}) to {number}',
  ],
  fill: (captured, { text, lower }) =>
    elsewhere.test(lower) ? undefined : slotsOf(textOf(captured, 'city') ?? placeIn(text), lower),
  read: ({ text, lower }) => slotsOf(placeIn(text), lower),
  act(understood, { homeCity }) {
    const { slots, writer } = understood
    const city = slots.city ?? homeCity()
    if (city === null) return askForCity(understood, 'Weather')
    if (slots.misspelled !== undefined)
      writer.say(
        `I read "${slots.misspelled}" as ${city}. If you meant another place, say it again with its country.`,
      )
    writer.add(widget('live_weather', { ...slots, city }, ['city', 'focus', 'units']))
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
