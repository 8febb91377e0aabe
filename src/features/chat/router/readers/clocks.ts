import { wordsToDigits } from '../../../../platform/language/values/numbers.ts'
import { properName, readPlace } from '../../../../platform/language/values/places.ts'
import { readTime } from '../../../../platform/language/values/times.ts'
import { zoneOfPlace } from '../../../../platform/language/values/time-zones.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

const zoneWords = String.raw`(?:est|edt|cst|cdt|mst|mdt|pst|pdt|gmt|utc|bst|cet|ist|jst|hst|(?:eastern|central|mountain|pacific)(?: standard)?(?: time)?(?: ?zone)?)`
const placePatterns = [
  /\btime difference (?:(?:with|to|in|from) )?(?:the )?(.+)$/i,
  /\bis it (?:[a-z]+ ){1,2}(?:in|at) (?:the )?(.+?)(?: yet| already| now)?$/i,
  /\bhours? (?:ahead|behind)(?: of (?:us|me|here))? (?:is|are) (.+)$/i,
  /\bhow far (?:ahead|behind)(?: of (?:us|me|here))? (?:is|are) (.+)$/i,
  new RegExp(
    String.raw`\b(?:time|it|hour|clock|timezone|time zone|late|early|time is it|zone)(?: (?:right now|now|currently|is it|would it be|will it be|it is))* (?:in|for|at|of|on|over in) (?:the )?(.+)$`,
    'i',
  ),
  new RegExp(String.raw`\b(${zoneWords})\b`, 'i'),
  /\b(?:time ?zone|zone) (?:is|does|do|are|would)? ?((?!what\b).+?)(?: (?:in|use|on|have|belong to|located in|be in|part of))?$/i,
  /^(?:for )?(.+?)(?:'s)? (?:local |current )?(?:time|timezone|time zone)(?: is what| now| right now)?$/i,
]

/** "what is 3 pm Pacific in Berlin" */
const clockElsewhere =
  /^(?:what (?:is|time is) )?\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock) ([\p{L} ]+?)(?: time)? (?:in|to) ([\p{L} ]+?)(?: time)?$/iu

export const readClock: SlotReader = ({ text }) => {
  const between =
    /\b(?:between|from) (.+?) (?:and|to) (.+?)$/i.exec(text) ??
    /\bconvert (.+?)(?: time)? (?:to|into) (.+?)(?: time)?$/i.exec(text)
  const elsewhere = clockElsewhere.exec(wordsToDigits(text))
  const asked = between
    ? [between[1]!, between[2]!]
    : elsewhere
      ? [elsewhere[1]!, elsewhere[2]!]
      : pairIn(text)
  const places = asked.flatMap((name) => placeOf(name))
  const time = elsewhere || /\b(?:if|when|convert)\b/i.test(text) ? readTime(text) : undefined
  const unknown = places.length === 0 ? unknownPlace(text) : undefined
  return present({
    places: places.length > 0 ? places : undefined,
    unknown_place: unknown,
    time: time && { hour: time.hour, minute: time.minute },
    asks: /\b(?:time )?difference\b|\bhours? (?:ahead|behind|apart)\b|\bhow far (?:ahead|behind)\b/i.test(
      text,
    )
      ? 'difference'
      : /\btime ?zone\b/i.test(text)
        ? 'zone'
        : undefined,
  })
}

function pairIn(text: string): string[] {
  const condition =
    /\b(?:if|when) (?:it is|it's|the time is|the time)? ?(?:.*?) (?:in|on) (?:the )?(.+?),? (?:what|then|how)\b.*?(?:\b(?:in|on) (?:the )?(.+)|here)?$/i.exec(
      text,
    ) ?? /\btime (?:is it )?in (.+?) (?:when|if) .* in (?:the )?(.+?) is\b/i.exec(text)
  if (condition) return [condition[1]!, condition[2] ?? ''].filter((name) => name !== '')
  const name = firstMatch(text, placePatterns)
  return name === undefined ? [] : name.split(/,? and (?:in )?/i)
}

function placeOf(name: string): { label: string; time_zone: string }[] {
  const cleaned = wordsToDigits(name)
    .replace(/^(?:the |\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)? )+/i, '')
    .replace(
      /\s+(?:right now|now|currently|at the moment|today|time ?zone|standard time|time|is what|please)$/gi,
      '',
    )
    .trim()
  const zone = cleaned === '' ? undefined : zoneOfPlace(cleaned)
  if (zone === undefined) return []
  const label =
    cleaned.length <= 3 || /^(?:gmt|utc|.st|.dt)$/i.test(cleaned)
      ? cleaned.toUpperCase()
      : properName(cleaned.toLowerCase())
  return [{ label, time_zone: zone }]
}

/** A place that no zone is known for: it can be named, but not shown. */
function unknownPlace(text: string): string | undefined {
  const place = readPlace(text)
  return place !== undefined && /\b(?:in|for|of|at)\b/i.test(text) ? place : undefined
}
