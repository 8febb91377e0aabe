import { isoDay } from '../slots/calendar.ts'
import { readDate } from '../slots/dates.ts'
import { readDuration } from '../slots/durations.ts'
import { readListName } from '../slots/list-names.ts'
import { readQuoted } from '../slots/quoted.ts'
import { readTime } from '../slots/times.ts'
import { firstMatch, present, trimmed, type SlotReader, type When } from './reader.ts'
import { alarmMoment } from './time.ts'

const listEnd = String.raw`(?:(?:on|to|onto|in|into|for|at|from|off|off of|with) (?:(?:my|the|our|a|an|this|that|your) )?(?:new )?(?:(?:[\p{L}\d'-]+ ){0,3}?lists?|todos?|tasks|groceries|shopping)\b.*)`

const addPatterns = [
  new RegExp(
    String.raw`\b(?:add|put|place|include|append|stick|write|throw|insert|jot|get|note|pop|toss)(?: down)? (?:(?:a |an |the |new )?(?:item|task|todo|entry|thing)s?(?: (?:called|named|to|of|for|saying))? )?(.+?) (?:as an? (?:task|todo|item) )?${listEnd}$`,
    'iu',
  ),
  /^(?:task|todo)s?(?: list)?: ?(.+)$/i,
  /\blist,? (?:please )?(?:add|put|include|write)(?: the (?:item|task))?:? (.+)$/i,
  /\b(?:needs?|should have|should include|wants?|must have|to have|to include) (.+)$/i,
  /\b(?:make sure|ensure|see that|check that) (.+?) (?:is|are) on\b/i,
  /\b(?:is|are|do i have|have i got|if) (.+?) (?:is not |are not |not |already |listed )*(?:on|in) (?:my|the|our)?\b.*\b(?:add|put|include)\b/i,
  /\b(?:buy|pick up|out of|ran out of|need to get|get more|purchase) (?:some |more |a |an )?(.+?)(?: (?:on|to|at|from) (?:my|the) .*)?$/i,
  /\bdo not (?:let me )?forget (?:to (?:buy|get) )?(.+?)(?: (?:on|from) .*)?$/i,
  /^(?:add|new|create|make)(?: an?)?(?: new)? (?:task|todo|to do|item)s?(?: (?:called|named|to|for|:))?:? (.+)$/i,
  /^add (.+?)(?: as an? (?:task|todo|item))?$/i,
  /^(?:we|i) need (.+?) (?:put|added|on)\b.*$/i,
  /^(?:we|i) (?:need|want) (.+?)(?: (?:on|from) (?:my|the) .*)?$/i,
]

const removePatterns = [
  /\bget rid of (.+?)(?: (?:on|from|off|off of) (?:my|the|our)\b.*)?$/i,
  new RegExp(
    String.raw`\b(?:remove|delete|take|erase|strike|drop|scratch|cross|get|cut|clear|cancel|pull|tick|check|mark|scrap|eliminate|wipe)(?: off| out)? (?:the (?:item|task|entry) )?(.+?) (?:off of|off|from|out of|on|as)\b.*$`,
    'iu',
  ),
  /\b(?:do not|no longer|not) (?:need|want|have to) (?:to )?(.+?)(?: (?:on|anymore|any more|any longer|from|off)\b.*)?$/i,
  /^(.+?) (?:can|should|needs to|must) (?:come|be taken|go|be removed) (?:off|from)\b/i,
  /\b(?:remove|delete|erase) (.+)$/i,
]

const completePatterns = [
  /\b(?:mark|tick|check|cross|set)(?: off)? (.+?) (?:as (?:done|complete|completed|finished|bought)|off\b.*|done|complete)(?: (?:on|from) .*)?$/i,
  /\b(?:complete|completed|finish|finished|done with|bought|have done|did|tick off|check off|cross off|got) (?:the task |the |my )?(.+?)(?:,? (?:check|tick|cross|mark)\b.*| (?:on|from|off) (?:my|the) .*)?$/i,
  /^(.+?) (?:is|are) (?:done|finished|complete|completed|bought)\b/i,
]

const vague =
  /^(?:it|this|that|these|those|them|something|anything|an? (?:new )?(?:item|task|thing|entry|todo)|(?:the|this|that|an?) (?:last |first )?(?:item|task|one|thing)|some(?: things)?|items?|things?|stuff|everything|all|all items|a list|list|me|i)$/i

export const readListAdd: SlotReader = ({ text, lower }) => {
  const also = /\band (?:then )?(?:remove|delete|take off|take) (.+)$/i.exec(text)?.[1]
  const kept = text.replace(/,? (?:and|then)(?: then)? (?:remove|delete|take off|erase)\b.*$/i, '')
  const items = withMeant(quotedOr(kept, addPatterns), kept)
  const list = readListName(kept)
  if (items.length === 0 && !/\blist\b/.test(lower)) return undefined
  return present({
    list,
    items: items.length > 0 ? items : undefined,
    remove: also === undefined ? undefined : itemsOf(trimmedItem(also)),
  })
}

export const readListRemove: SlotReader = ({ text, lower }) => {
  // All but one is more than can be done here in one go.
  if (/\b(?:everything|all(?: of it)?) (?:but|except)\b/.test(lower)) return undefined
  const also = /\band (?:then )?(?:add|put|include) (.+?)(?: instead| to (?:it|the list|my .*))?$/i.exec(
    text,
  )?.[1]
  const kept = text.replace(/,? (?:and|then)(?: then)? (?:add|put|include)\b.*$/i, '')
  const items = withMeant(quotedOr(kept, removePatterns), kept)
  return present({
    list: readListName(kept),
    items: items.length > 0 ? items : undefined,
    add: also === undefined ? undefined : itemsOf(also),
  })
}

export const readListComplete: SlotReader = ({ text, lower }) => {
  const items = withMeant(quotedOr(text, completePatterns), text)
  if (items.length === 0 && !/\blist\b/.test(lower)) return undefined
  // "Mark buy flowers as done" names no list.
  const list = readListName(items.reduce((rest, item) => rest.replace(item, ' '), text))
  return present({ list, items: items.length > 0 ? items : undefined })
}

export const readList: SlotReader = ({ text, lower }) => {
  const asked = firstMatch(text, [
    /\b(?:is|are|do i have|did i (?:put|add|write)|if i have|does my .*? list (?:include|have|contain)|for|has) (.+?) (?:already |listed )?(?:on|in|to) (?:my|the|our)\b/i,
  ])
  const wantsAll =
    /\blists (?:do|have|i|are)\b|\b(?:all|what|which|available) (?:of )?(?:my )?lists\b|\bmy lists\b/.test(
      lower,
    )
  const item = asked?.replace(/^there (?:(?:any|some|an?) )?/i, '')
  return present({
    list: readListName(text),
    item: item !== undefined && item.split(' ').length <= 6 && !vague.test(item) ? item : undefined,
    all: wantsAll ? true : undefined,
  })
}

export const readNewList: SlotReader = ({ text }) => {
  const held =
    /^(.*?\blist\b.*?)(?: (?:with|containing|that (?:has|includes|contains))|:) (.+?)(?: (?:on|in) it)?$/i.exec(
      text,
    )
  const items = itemsOf(held?.[2])
  return present({ list: readListName(held?.[1] ?? text), items: items.length > 0 ? items : undefined })
}

export const readClearedList: SlotReader = ({ text }) => present({ list: readListName(text) })

/** "milk, eggs and bread" are three things; "macaroni and cheese" is left to be two, for nobody can tell. */
function itemsOf(found: string | undefined): string[] {
  if (found === undefined) return []
  return found
    .split(/,\s*(?:and )?|\s+and\s+|\s+as well as\s+|\s+plus\s+/i)
    .map(trimmedItem)
    .filter((item) => item !== '' && !vague.test(item) && item.length <= 200)
}

/** What stands in quotes is one entry, whatever words are in it. */
function quotedOr(text: string, patterns: readonly RegExp[]): string[] {
  const quoted = readQuoted(text)
  return quoted === undefined ? itemsOf(firstMatch(text, patterns)) : [quoted]
}

/** What "it" is: "we are out of milk, put it on the list", "I finished the report, tick it off". */
const meantByIt =
  /^(?:i|we) (?:(?:are|am) (?:all |completely )?(?:out of|low on|running (?:out of|low on)|done with)|ran out of|(?:have )?(?:already |just )?(?:got|bought|have|did|done|finished|completed)|(?:need|want|have) to|need|want) (.+?)(?:,| so| and)? (?:please )?(?:put|add|take|cross|tick|check|mark|remove|delete|get|stick|write) (?:it|that|this|them|those)\b/i

function withMeant(items: readonly string[], text: string): string[] {
  return items.length > 0 ? [...items] : itemsOf(meantByIt.exec(text)?.[1])
}

function trimmedItem(text: string): string {
  return trimmed(text)
    .replace(/^(?:some|the|to|please|also|more|my) (?=\S)/i, '')
    .replace(/ (?:please|too|as well|again|instead|for me|to it)$/i, '')
}

/** What to be reminded of, and when. */
export const readReminder: SlotReader = ({ text, lower }, when) => {
  // "remind me how to spell it" asks for an answer, "did i set a reminder" for a look.
  if (/\bremind me (?:how|what|who|where|why|the things)\b|^(?:did|do|have|is|are|what|which) /.test(lower))
    return undefined
  const task = firstMatch(text, [
    /\bremind me (?:that |again )?(?:(?:at|on|in|tomorrow|tonight|today|every|next|this)\b.*? )?(?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
    /^reminder ?: ?(.+)$/i,
    /\bto be reminded (?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
    /\breminder (?:at .*? |for me |on .*? |set )?(?:to|about|for|of|that|saying)(?: remind me to| me to)? (.+)$/i,
    /\b(?:do not let me|make sure i do not|i do not want to|never) forget (?:to |about |the |my )?(.+)$/i,
    /\b(?:make sure i|need to|have to) (?:remember to )?(.+)$/i,
  ])
  const due = dueIn(text, when)
  const plain = task === undefined ? undefined : withoutDay(withoutTime(task), when)
  return present({ text: plain === '' ? undefined : plain, due })
}

/** A wish for a new one is no question about the old ones. */
export const readReminders: SlotReader = ({ lower }) =>
  /\b(?:new|(?<!do i )have a|need a|want a|set up a|get a|give me a|create|make a|how about a) reminder\b|\bto be reminded\b|^remind me\b/.test(
    lower,
  )
    ? undefined
    : {}

function dueIn(text: string, when: When): string | undefined {
  const date = readDate(text, when.today)
  const time = readTime(text)
  if (time) return alarmMoment(time, text, when).toISOString()
  const duration = /\b(?:in|after)\b/i.test(text) && !date ? readDuration(text) : undefined
  if (duration) return new Date(when.now.getTime() + duration.seconds * 1_000).toISOString()
  return date && isoDay(date.day)
}

const timeAtEnd =
  /[,\s]+(?:(?:at|by|around) (?:\d{1,2}(?::\d\d)?\s*(?:am|pm|o'?clock)?|noon|midnight|(?:half|quarter) (?:past|to) \w+|\w+ (?:o'?clock|am|pm|thirty))|(?:on |this |next |every )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow(?: (?:morning|evening|afternoon|night))?|in (?:half an hour|(?:\d+|an?|\w+) (?:minutes?|hours?|days?|weeks?))|in the (?:morning|evening|afternoon)|later(?: today)?|next (?:week|month)|this (?:week|weekend|evening|afternoon|morning)|every day|at night)$/i

function withoutTime(task: string): string {
  let rest = task
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(timeAtEnd, '')
  }
  return trimmed(rest)
}

/** "call the vet on 3 december": the day at its end says when. */
function withoutDay(task: string, { today }: When): string {
  const day = readDate(task, today)?.text
  if (day === undefined || !task.toLowerCase().endsWith(day)) return task
  return trimmed(task.slice(0, -day.length).replace(/\s+(?:on|by|in|at|for|until|before)(?: the)?\s*$/i, ''))
}

const noteStarts = [
  /\b(?:take|make|write|create|add|save|start|leave|new)(?: down)?(?: me| myself)?(?: an?| the| this| my)?(?: new| quick)? (?:notes?|memo)(?: down)?(?: (?:that|saying|which says|to self|to|about|of|:|on|reading))*:? (.+)$/i,
  /^(?:note|memo)(?: to (?:self|myself))?(?: that| down)?:? (.+)$/i,
  /\b(?:write|jot|note|put) (?:this |that |it )?down(?: that|:)? (.+)$/i,
  /\bremember (?:this|that)(?: note)?:? (.+)$/i,
  /\badd (.+?) to (?:my|the) notes?$/i,
]

export const readNote: SlotReader = ({ text }) =>
  present({ text: readQuoted(text) ?? firstMatch(text, noteStarts) })

export const readSearchWords: SlotReader = ({ text }) =>
  present({ about: firstMatch(text, [/\b(?:about|on|for|regarding|with|called|named) (?!my\b)(.+)$/i]) })
