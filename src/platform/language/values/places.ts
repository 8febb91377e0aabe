import { months, weekdays } from './calendar.ts'
import { isKnownPlace, knownPlaceOf } from './time-zones.ts'

const dayWords = [...weekdays, ...weekdays.map((name) => name.slice(0, 3)), ...months].join('|')

const hours = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const spokenTime = String.raw`(?:(?:\d{1,2}|${hours})(?:[: ](?:thirty|fifteen|forty[- ]five))?(?: ?(?:am|pm|o'?clock))?|(?:half|(?:a )?quarter|(?:five|ten|twenty)(?: minutes)?) (?:past|to) (?:\d{1,2}|${hours})|midnight|midday|lunch ?time)(?: in the (?:morning|afternoon|evening)| at night)?`

/** Words about time or weather that stand beside a place and do not belong to it. */
const trailing = new RegExp(
  String.raw`(?:^|[\s,]+)(?:today|tonight|(?:the )?day after tomorrow|tomorrow|now|right now|at (?:the|this) (?:moment|time|minute)|at present|currently|please|this (?:week|weekend|morning|afternoon|evening|month)|(?:the )?(?:next|coming|following) (?:\w+ )?(?:days?|week|weekend|month|hours?)|(?:on |in |this |next )?(?:${dayWords})(?:\s+\d{1,2}(?:st|nd|rd|th)?)?|(?:later|early|late)(?: today| tomorrow)?|tomorrow (?:morning|afternoon|evening|night)|(?:on |over )?the weekend|(?:for |over )?(?:the )?(?:next |coming )?\d{1,2}[ -]days?|hourly|in the (?:morning|afternoon|evening)|at night|at noon|(?:at|around) \d{1,2}(?::\d\d)?\s*(?:am|pm)?|(?:at|around) ${spokenTime}|for (?:today|tomorrow|the weekend|the week|the next .*)|like|outside|be|going to be|the weather|weather|forecast|temperature|or not|again|last (?:night|week)|(?:in )?(?:celsius|fahrenheit))$`,
  'i',
)

/** Not places, though "in" or "for" stands before them. */
const notPlaces = new RegExp(
  String.raw`^(?:the |my |your |a |an )?(?:${spokenTime}|.* (?:in|at) .*|the|an?|\d.*|morning|afternoon|evening|night|noon|weekend|week|month|year|hour|minutes?|hours?|days?|future|celsius|fahrenheit|degrees?.*|me|us|here|there|it|this|that|today|tonight|tomorrow|now|outside|out|area|city|town|location|home|neighborhood|home town|hometown|region|place|my (?:area|city|town|location|place|neighborhood|region)|current location|next.*|this.*|coming.*|moment|minute|present|time|same time|.*\b(?:weekend|holidays?)|(?:christmas|xmas|easter|thanksgiving|halloween|new year'?s?)(?: (?:eve|day|week|morning|sunday|monday))?|fourth of july|4th of july|${dayWords}|rain|snow|forecast|weather.*|general|case|work|school|walk|run|picnic.*|park|beach|garden|yard|pool|office|trip|game|jacket|coat|umbrella|summer|winter|spring|autumn|fall|where i (?:live|am)|.*\b(?:to wear|my (?:walk|trip|game|run|outing|birthday|wedding|party|picnic)).*)$`,
  'i',
)

/**
 * The place a sentence names after "in", "for", "at" …, or before "weather". Capital letters are not needed; words of time
 * are taken off.
 */
export function readPlace(text: string): string | undefined {
  const cleaned = text.replace(/[?!.]+$/, '').trim()
  const after = cleaned.matchAll(/\b(in|for|at|near|around|of|over|from|to)\s+(?=(.+)$)/gi)
  for (const match of [...after].toReversed()) {
    const place = stripped(match[2]!)
    if (place !== undefined && (standsBeforePlaces.test(match[1]!) || isNamedPlace(match[2]!))) return place
  }
  return leading(cleaned) ?? trailingPlace(cleaned)
}

/** A text that is a place and nothing else, as it may stand behind "in". */
export function placeNamed(text: string): string | undefined {
  if (postalCode.test(text)) return text.toUpperCase()
  const place = stripped(text)
  return place?.toLowerCase() === text.toLowerCase() ? place : undefined
}

/** The same where no "in" says that it is one: it must be known, have a capital, or look like a name. */
export function placeAlone(text: string): string | undefined {
  return postalCode.test(text) || isLikelyPlace(text) ? placeNamed(text) : undefined
}

/** Whether a text only says when, as it does beside a place. */
export function isOnlyWhen(text: string): boolean {
  return trailing.exec(text)?.[0] === text
}

/** "paris weather", "tokyo forecast tomorrow" */
function leading(text: string): string | undefined {
  const match =
    /^(?:(?:what is|show|get|check|give me|tell me|how is) )?(?:the |me )*([\p{L}' .,-]+?)(?:'s)? (?:weather|forecast|temperature|time)\b/iu.exec(
      text,
    )
  return match && isLikelyPlace(match[1]!) ? stripped(match[1]!) : undefined
}

/** "weather oslo" */
function trailingPlace(text: string): string | undefined {
  const match = /\b(?:weather|forecast|temperature|time)(?: report)?,? ([\p{L}' .,-]+)$/iu.exec(text)
  return match && isLikelyPlace(match[1]!) ? stripped(match[1]!) : undefined
}

/** Behind other words than these stands much that is no place: "going to be windy", "the end of the day". */
const standsBeforePlaces = /^(?:in|for|at|near|around)$/i

const neverInAName =
  /\b(?:the|under|is|are|was|were|be|been|has|had|have|will|would|can|could|should|do|does|did|makes?|looks?|seems?|gets?|there|here|any|some|no|what|which|how|why|when|who|i|we|you|my|your|our|this|that|it|and|or|but|if|in|at|on|for|of|to|from|with|about|like|please|current|local|latest|bad|good|nice|severe|cold|hot|warm|check|daily|weekly|hourly|days?|week|weekend|month|app|map|man|station|channel|report|alerts?|warnings?|zone|flies)\b/i

function isLikelyPlace(text: string): boolean {
  const name = stripped(text)
  return name !== undefined && (isNamedPlace(text) || !neverInAName.test(name))
}

/** Known, or written with a capital. */
function isNamedPlace(text: string): boolean {
  const name = text.trim()
  const [first = '', second = ''] = name.split(/[\s,?]+/)
  return /^\p{Lu}/u.test(name) || [name, first, `${first} ${second}`].some((part) => isKnownPlace(part))
}

const isPostalCode = /^\d{5}$/
/** 90210, SW1A 1AA */
const postalCode = /^(?:\d{5}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i

function stripped(text: string): string | undefined {
  let place = text.trim()
  for (let before = ''; before !== place;) {
    before = place
    place = place.replace(trailing, '').replace(/[\s,.?!]+$/, '')
  }
  // "the weather in oslo and is it cold": what follows is another thought.
  place = place.replace(/\s+(?:and|or|but|so|because|if|when|while|that|which|is|will|does)\s.*$/i, '').trim()
  place = place.replace(/^(?:the )?(?:city|town|state|country) of /i, '')
  if (isPostalCode.test(place)) return place
  if (place === '' || place.length > 60 || notPlaces.test(place)) return undefined
  if (place.split(' ').length > 5 || !/^[\p{L}]/u.test(place)) return undefined
  return properName(place)
}

/** "new york" is written "New York"; what has capitals already stays. */
export function properName(text: string): string {
  // Who shouts does not mean an abbreviation.
  const isShouted = text.length > 3 && text === text.toUpperCase()
  if (!isShouted && /\p{Lu}/u.test(text)) return text
  return (isShouted ? text.toLowerCase() : text).replaceAll(
    /(^|[\s-])(?!(?:de|of|the|la|le|upon|am)\b)(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

/** "New Yrok": letters in the wrong order, and a known place in the right one. Unknown places stay as they are. */
export function misspelledPlace(name: string): string | undefined {
  const lower = name.toLowerCase()
  if (isKnownPlace(lower) || lower.length < 5) return undefined
  for (let at = 1; at < lower.length - 1; at++) {
    const swapped = lower.slice(0, at) + lower[at + 1]! + lower[at]! + lower.slice(at + 2)
    const known = swapped === lower ? undefined : knownPlaceOf(swapped)
    if (known !== undefined) return properName(known)
  }
  return undefined
}
