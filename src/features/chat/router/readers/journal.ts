import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readPastDate, readPeriod } from '../../../../platform/language/values/past-dates.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid, writtenIn } from './as-said.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

const asked =
  /^(?:what|when|where|why|who|how|which|did|do|does|have|has|had|is|are|was|were|show|read|find|search|look|open|see|list|delete|remove|erase|clear)\b|\bnot\b/

const entryStarts = [
  /\bdear (?:diary|journal)\b[,:]? ?(.+)$/i,
  /\b(?:journal|diary)(?: entry)?(?: (?:(?:for|from|of|on) )?[^:]{0,30}?)?(?: (?:that|saying)\b|:) ?(.+)$/i,
  /\b(?:add|write|put|log) (?!an? )(?:that )?(.+?) (?:to|in|into) my (?:journal|diary)/i,
  /\b(?:journal|diary) entry:? (?!(?:for|about|to)\b)(.+)$/i,
  /\b(?:to|in) my (?:journal|diary)(?: that|:)? (.+)$/i,
]

/** What to write into the journal, and for which day. */
export const readEntry: SlotReader = (sentence, { today }) => {
  const { text, lower } = sentence
  if (asked.test(lower)) return undefined
  const forDay = /\b(?:journal|diary)(?: entry)? (?:for|from|of|on) ([^:]+?)(?::| (?:that|saying)\b)/i.exec(
    text,
  )?.[1]
  const day = forDay === undefined ? undefined : readPastDate(forDay, today)?.day
  return present({
    text: asSaid(sentence, writtenIn(text, entryStarts)),
    date: isoDay(day ?? today),
  })
}

/** Which entries are asked for: of a time, about something. */
export const readDaysWanted: SlotReader = ({ text, lower }, { today }) => {
  const about =
    readQuoted(text) ??
    firstMatch(text, [
      /\b(?:about|mentioning|mention(?:ed)?|regarding) (?:the |my )?(.+?)(?: in my (?:journal|diary))?$/i,
      /\b(?:search|look through|go through)(?: through| in)? (?:my |the )?(?:journal|diary) for (?:the |my )?(.+)$/i,
      /\b(?:find|search for|look for) (?:the |my )?(.+?) in (?:my|the) (?:journal|diary)$/i,
    ])
  return present({
    about,
    period: about === undefined ? readPeriod(text, today) : undefined,
    last: /\b(?:last|latest|newest|most recent) (?:journal |diary )?entry\b/.test(lower) ? true : undefined,
    count: /^how many\b/.test(lower) ? true : undefined,
  })
}

export const readDayToRemove: SlotReader = ({ text, lower }, { today }) => {
  if (/\b(?:all|every|everything|entries)\b/.test(lower)) return { all: true }
  const about = firstMatch(text, [
    /\b(?:entry|journal|diary) (?:about|mentioning|that mentions|saying) (?:the |my )?(.+)$/i,
  ])
  return present({
    about: readQuoted(text) ?? about,
    period:
      about === undefined ? readPeriod(text.replace(/\blast (?=(?:journal|diary))/i, ''), today) : undefined,
    last: /\b(?:last|latest|newest) (?:journal |diary )?entry\b/.test(lower) ? true : undefined,
  })
}
