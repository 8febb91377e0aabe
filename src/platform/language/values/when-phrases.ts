import { monthWord } from './calendar.ts'
import { repetitionPattern } from './repetition.ts'

/** A text and what in it says when: "call John", "tomorrow at 5". */
export interface SplitWhen {
  readonly rest: string
  /** Empty when nothing says when. */
  readonly when: string
}

const words = String.raw`(?:half an?|a half|a couple of|a few|(?!(?:the|this|that|these|those|my|our|your|his|her|their|next|last|every|each|all|some)\b)[a-z]+(?:[- ]five)?)`
const unit = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|years?)'
const length = String.raw`(?:(?:\d+ )?\d+ ?[/⁄] ?\d+(?: of)?(?: an?)? ${unit}|\d+(?:[.,]\d+)?(?: and a half)?[ -]?(?:${unit}|m|h)|${words}(?: and a half)?[ -]${unit})\b`
const span = String.raw`${length}(?:(?:,? and |,? )(?:${length}|a (?:half|quarter)))*|\d+ ?h ?\d{1,2}(?: ?m(?:in(?:ute)?s?)?)?|\d+ ?m ?\d{1,2} ?s`
const distance = String.raw`(?:in|after) (?:about |exactly |the next )?(?:${span}|(?:a )?quarter of an hour)(?:'s? time)?|(?:${span}) (?:from (?:now|today)|later)`

const weekday = '(?:sun|mon|tues|wednes|thurs|fri|satur)day|(?:mon|tues?|wed|thurs?|fri|sat)'
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)|twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirty[- ]first|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth`
const year = String.raw`(?:,? \d{4}\b)?`
const feast =
  "christmas(?: eve| day)?|xmas|boxing day|easter(?: sunday| monday)?|good friday|halloween|thanksgiving|new year'?s(?: eve| day)?|valentine'?s(?: day)?|mother'?s day|father'?s day"

/** Days that are one whatever stands before them. */
const plainDay = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})\b|(?!24\/7\b|9\/11\b)\d{1,2}\/\d{1,2}\b|(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${nth})(?: of)? ${monthWord}\b${year}|${monthWord}\.? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${nth})\b${year}|(?:the )?day after tomorrow|today|tonight|tomorrow|later today|next (?:week|month|year)|(?:this|the|next) weekend|(?:(?:next|this|coming|this coming) )(?:${weekday})\b`
/** Days that can be part of a name: "the Sunday Times". */
const bareDay = String.raw`(?:${weekday})\b`
/** Words that are a day only behind such a word as "on". */
const dayBehindWord = String.raw`(?:on|by|before|until|till|for|due|from|starting|since) the (?:${nth})(?: of (?:this|next|the) month)?|(?:on|by|before|until|till|due|from) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)|${feast})\b`
const inMonth = String.raw`in ${monthWord}\b${year}|(?:at|by) the end of (?:the|this|next) (?:week|month)|(?:on|by) the last day of (?:the|this|next) month`

const clock = String.raw`\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|a\.m\.?|p\.m\.?)(?!\w)|\d{1,2}:\d{2}|(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:thirty|fifteen|forty[- ]five))? ?(?:o'?clock|am\b|pm\b)|noon|midday|midnight|lunch ?time|(?:half|(?:a )?quarter|(?:\d{1,2}|five|ten|twenty|twenty[- ]five)(?: minutes)?) (?:past|to) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`
const bareHour = String.raw`(?:at|by|around|@) ?(?:about )?(?:half )?(?:(?:[01]\d|2[0-3])[0-5]\d|\d{1,2}(?:[.:]\d{2}| \d{2})?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:thirty|fifteen|forty[- ]five))?)\b(?!(?:\.\d|[/%°]| ?(?:${unit}|percent|people|degrees|euros?|dollars?|pounds?|bucks|items?|st|nd|rd|th|[a-z]+ (?:street|road|avenue))\b))`
const part = String.raw`(?:(?:early |late )?(?:in|during) the |this |early |late |in the early |in the late )?(?:morning|afternoon|evening)|(?:at )?night|first thing(?: in the morning)?|(?:the )?(?:end of (?:the )?(?:work(?:ing)? )?day|eod)`

const before =
  '(?:(?:by|on|at|before|due|due by|due on|for|from|until|till|around|starting|beginning|this|coming|@) (?:the )?)*'
/** Said, but more than one time: whoever reads it must say so. */
const timesOver = String.raw`(?:twice|(?:\d+|two|three|four|five|several|a few) times) (?:an?|per|each|every) (?:hour|day|week|month|year)`
const repetition = String.raw`(?:${repetitionPattern}|${timesOver})\b`
/**
 * Each by itself, and the long ones only where a word speaks for them: patterns are made when they are first used, and one
 * of them all takes seconds. They see the text in lower case.
 */
const pieces: readonly (readonly [guard: RegExp, piece: string])[] = [
  [/\b(?:every|each|twice|times|once|weekdays?|weekends|[a-z]+days|[a-z]+ly|mon)\b/, repetition],
  [/\b(?:in|after|now|today|later)\b/, distance],
  [/\b(?:on|by|before|until|till|for|due|from|starting|since)\b/, dayBehindWord],
  [/\b(?:in|at|by|on)\b/, inMonth],
  [/./, String.raw`${before}(?:${plainDay})`],
  [/./, String.raw`${before}(?:${bareDay})`],
  [/\b(?:at|by|around)\b|@/, bareHour],
  [/\d|noon|mid|lunch|clock|\b(?:am|pm|past|to)\b/, String.raw`${before}(?:${clock})`],
  [/morning|afternoon|evening|night|first thing|\bday\b|\beod\b/, String.raw`${before}(?:${part})`],
]
const atStart = pieces.map(
  ([guard, piece]) =>
    [guard, new RegExp(String.raw`^(?:${piece})(?!['’]s\b)(?![\w/]|:\d)[,:]?(?= |$)`)] as const,
)
const atEnd = pieces.map(
  ([guard, piece]) => [guard, new RegExp(String.raw`(?:^|[,;]? +)(${piece})(?!['’]s\b)[.,!?]*$`)] as const,
)
/** In the middle only what cannot be part of a name or of a thing. */
const within = [
  ...pieces.filter(([, piece]) => [distance, dayBehindWord, bareHour].includes(piece)),
  [/day|sun|mon|tue|wed|thu|fri|sat/, String.raw`(?:on|by|before|until|for) (?:${bareDay})`] as const,
  // "1/2 cup" is no day, "on 1/2" is one.
  [/./, String.raw`(?!\d+\/\d+\b(?!\/))${before}(?:${plainDay})`] as const,
  [/\b(?:at|by)\b/, String.raw`(?:at|by) (?:${clock})`] as const,
].map(([guard, piece]) => [guard, new RegExp(String.raw`\b(?:${piece})(?!['’]s\b)(?![\w/])`)] as const)

/** Where the patterns match that a word of the text speaks for. */
function matchesOf(
  patterns: readonly (readonly [guard: RegExp, pattern: RegExp])[],
  lower: string,
): RegExpExecArray[] {
  return patterns.flatMap(([guard, pattern]) => {
    const match = guard.test(lower) ? pattern.exec(lower) : null
    return match ? [match] : []
  })
}

/** Takes what says when off the end of a text. */
export function whenAtEnd(text: string): SplitWhen {
  let at = text.length
  for (let found = lastPiece(text, at); found !== undefined; found = lastPiece(text, at)) at = found
  // "parents evening thursday": whoever means a time says "thursday evening".
  const name = at === 0 ? undefined : namedPart.exec(text.slice(at))?.[0]
  if (name !== undefined) at += name.length
  if (at === text.length) return { rest: text, when: '' }
  const when = text
    .slice(at)
    .replace(/^[,;]? +/, '')
    .replace(/[.,!?]+$/, '')
  return { rest: text.slice(0, at).trim(), when }
}

const namedPart = new RegExp(
  String.raw`^ +(?:morning|afternoon|evening|night)(?= (?:on |this |next )?(?:(?:${weekday})\b|tomorrow|today|on \d|the \d))`,
  'i',
)

/** Where the longest piece begins that ends at `end`; two may be joined by "and". */
function lastPiece(text: string, end: number): number | undefined {
  const lower = lowered(text).slice(0, end)
  const shorter = end < text.length ? lower.replace(/,? and$/, '') : lower
  const starts = matchesOf(atEnd, shorter).map(({ index }) => index)
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/** Takes what says when off the beginning of a text. */
export function whenAtStart(text: string): SplitWhen {
  const lower = lowered(text)
  let at = 0
  for (let before = -1; before !== at;) {
    before = at
    const rest = lower.slice(at)
    const joint = at === 0 ? '' : (/^,? (?:and )?/.exec(rest)?.[0] ?? '')
    const longest = Math.max(
      0,
      ...matchesOf(atStart, rest.slice(joint.length)).map(([found]) => found.length),
    )
    if (longest > 0 && (at === 0 || joint !== '')) at += joint.length + longest
    if (/[:]$/.test(lower.slice(0, at))) break
  }
  return at === 0
    ? { rest: text, when: '' }
    : { rest: text.slice(at).trim(), when: text.slice(0, at).replace(/[,:]$/, '') }
}

/** What says when in the midst of other words, which stay as they are. */
export function whenWithin(text: string): string {
  const [first] = matchesOf(within, lowered(text)).toSorted(
    (a, b) => a.index - b.index || b[0].length - a[0].length,
  )
  return first ? text.slice(first.index, first.index + first[0].length) : ''
}

/** In lower case where every letter keeps its place. */
function lowered(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}
