import { monthWord } from './calendar.ts'

/** The words by which a day, a time, a length or a repetition is told, as parts of patterns. They match in any case. */
const numberWord = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const half = String.raw`(?:\s?[ap]\.?m\b\.?)`
const hour = String.raw`(?:\d{1,2}|${numberWord})`

export const weekdayWord =
  '(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|sun|mon|tues?|wed|thurs?|fri|sat)'

/** Says by itself that it is a time of day: 3:30, 5pm, noon, half past seven. */
const plainTime = String.raw`(?:\bnoon|midday|midnight|(?:half|(?:a )?quarter|${hour})(?: minutes?)? (?:past|to) ${hour}(?:${half}|\b)|\d{1,2}[:.]\d{2}(?:${half}|(?!\d))|${hour}(?: (?:thirty|fifteen|forty[- ]five))?${half}|${hour} o'?clock)`

/** After "at" a bare number is a time too. */
export const timeWord = String.raw`(?:(?:at|@|around|from) (?:about )?(?:${plainTime}|(?:half )?${hour}(?: (?:thirty|fifteen|forty[- ]five))?(?![\d:./]|\s?%))|${plainTime})`

const span = String.raw`\s*(?:-|–|to|until|till)\s*`

/** "14:00-16:00", "from 3 to 4pm", "between 2 and 3". */
export const timeSpan = String.raw`(?:(?:at |from |between )?(?:\d{1,2}(?:[:.]\d{2})?${half}?|noon|midday)${span}(?:\d{1,2}[:.]\d{2}(?:${half}|(?!\d))|\d{1,2}${half}|noon|midday|midnight)|(?:from|between) ${hour}${half}?(?:${span}| and )${hour}(?:${half}|\b)|(?<![\d-])(?!1-1\b)\d{1,2}[-–]\d{1,2}(?![\d-]))`

export const dayWord = String.raw`(?:(?:the )?day after tomorrow|today|tonight|tomorrow|(?:(?:next|this|coming) )?${weekdayWord}(?: next week)?|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}\.\d{1,2}\.\d{2,4}|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthWord}\b(?:,? \d{4})?|${monthWord}\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?\b(?!:)(?:,? \d{4})?|the \d{1,2}(?:st|nd|rd|th)|in (?:an?|\d{1,3}|${numberWord}) (?:days?|weeks?|months?))`

export const partWord = '(?:(?:in the |this )?(?:morning|afternoon|evening)|at night)'

export const lengthWord = String.raw`(?:for (?:about )?(?:half an hour|an hour and a half|an hour|(?:\d{1,3}(?:\.\d)?|${numberWord})(?: ?and a half)? ?(?:hours?|hrs?|h|minutes?|mins?)))`

/** How long it is until then. */
export const waitWord = String.raw`(?:in (?:half an hour|an hour and a half|an hour|(?:\d{1,3}(?:\.\d)?|${numberWord})(?: ?and a half)? ?(?:hours?|hrs?|h|minutes?|mins?)))\b`

/**
 * Rough forms for the shapes of sentences, which are looked at for everything that is said and must cost next to nothing;
 * what they let through is read by the exact ones.
 */
export const roughDay = String.raw`\b(?:today|tonight|tomorrow|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?\b|every|each|daily|weekly|monthly|yearly|annually|weekdays|\d{4}-\d|\d+/\d|\d+\.\d+\.\d|in [a-z\d]+ (?:day|week|month)|the \d+(?:st|nd|rd|th)|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?\b)`
export const roughTime = String.raw`(?:\b(?:noon|midday|midnight|at [a-z\d]|from [a-z\d]|between [a-z\d]|o'?clock|half past|quarter)|@|\d[:.]\d\d|\d ?[ap]\.?m\b|[a-z] [ap]m\b|\d ?[-–] ?\d)`
export const roughRepeat = String.raw`\b(?:every|each|daily|weekly|monthly|hourly|nightly|weekdays|weekends|(?:sun|mon|tues|wednes|thurs|fri|satur)days)\b`
