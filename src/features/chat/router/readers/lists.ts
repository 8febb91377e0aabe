import { readDue } from '../../../../platform/language/values/due.ts'
import { listCalled, readListName, type ListName } from '../list-names.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { whenAtEnd, whenAtStart } from '../../../../platform/language/values/when-phrases.ts'
import type { Sentence } from '../normalize.ts'
import { asSaid } from './as-said.ts'
import { itemsOf, quotedOr, trimmedItem, vague, withMeant } from './list-entries.ts'
import { firstMatch, present, type SlotReader, type Slots, type When } from './reader.ts'

const listEnd = String.raw`(?:(?:on|to|onto|in|into|for|at|from|off|off of|with) (?:(?:my|the|our|a|an|this|that|your) )?(?:new )?(?:(?:[\p{L}\d'-]+ ){0,3}?lists?|todos?|tasks|groceries|shopping)\b.*)`

const addPatterns = [
  new RegExp(
    String.raw`\b(?:add|put|place|include|append|stick|write|throw|insert|jot|get|note|pop|toss|chuck|bung|shove|slap)(?: down)? (?:(?:a |an |the |new )?(?:item|task|todo|entry|thing)s?(?: (?:called|named|to|of|for|saying))? )?(.+?) (?:as an? (?:task|todo|item) )?${listEnd}$`,
    'iu',
  ),
  /^(?:task|todo)s?(?: list)?: ?(.+)$/i,
  /\blist,? (?:please )?(?:add|put|include|write)(?: the (?:item|task))?:? (?!if\b)(.+)$/i,
  new RegExp(String.raw`^(?:we|i) (?:also |still )?(?:need|want) (.+?) (?:put |added )?${listEnd}$`, 'iu'),
  /\b(?:needs?|should have|should include|wants?|must have|to have|to include) (.+)$/i,
  /\b(?:make sure|ensure|see that|check that) (.+?) (?:is|are) on\b/i,
  /\b(?:is|are|do i have|have i got|if) (.+?) (?:is not |are not |not |already |listed )*(?:on|in) (?:my|the|our)?\b.*\b(?:add|put|include)\b/i,
  /\b(?:buy|pick up|out of|low on|ran out of|need to get|get more|purchase) (?:some |more |a |an )?(.+?)(?: (?:on|to|at|from) (?:my|the) .*)?$/i,
  /\bdo not (?:let me )?forget (?:to (?:buy|get) )?(.+?)(?: (?:on|from) .*)?$/i,
  /^(?:add|new|create|make)(?: an?)?(?: new)? (?:task|todo|to do|item)s?(?: (?:called|named|to|for|:))?:? (.+)$/i,
  /^add (.+?)(?: as an? (?:task|todo|item))?$/i,
  /^(?:we|i) need (.+?) (?:put|added|on)\b.*$/i,
  /^(?:we|i) (?:need|want) (.+?)(?: (?:on|from) (?:my|the) .*)?$/i,
]

const name = String.raw`[\p{L}\d][\p{L}\d' -]{0,40}?`
/** "add to shopping list: tuna, mayo & lettuce", "shopping: apples, pears" */
const listFirst: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:add|put|write) (?:(?:these|the following)(?: items| things)? )?(?:to|on|onto) (?:my |the |our |this )?(?:new )?(?:(${name}) )?list[:,]? (?!please$)(\S.*)$`,
    'iu',
  ),
  new RegExp(String.raw`^(?:my |the |our |this )?(?:new )?(${name})(?: list)?: ?(\S.*)$`, 'iu'),
]

export const readListAdd: SlotReader = (sentence, when) => {
  const { text, lower } = sentence
  const also = /\band (?:then )?(?:remove|delete|take off|take) (.+)$/i.exec(text)?.[1]
  // What is a file or an alarm is on no list.
  if (also !== undefined && elsewhere.test(also)) return undefined
  const kept = text.replace(/,? (?:and|then)(?: then)? (?:remove|delete|take off|erase)\b.*$/i, '')
  const first = namedFirst(kept)
  const list = first ? first.list : readListName(behindEntry(kept), when.kept?.('lists'))
  const items = addedItems(kept, list).map((item) => asSaid(sentence, item)!)
  if (items.length === 0 && !/\blist\b/.test(lower)) return undefined
  const dated = withDue(items, { list, tail: tailOf(kept, list) }, when)
  return present({
    list,
    // "add milk" is about the shopping, unless another list was spoken of.
    usual: list === undefined && /^add (?!.*\blists?\b)/.test(lower) ? listCalled('shopping') : undefined,
    ...dated,
    remove: also === undefined ? undefined : itemsOf(trimmedItem(also)),
  })
}

const elsewhere =
  /^~|^\/|^(?:the|my|all|that|this)(?: \S+)? (?:files?|folders?|notes?|reminders?|alarms?|timers?|events?|meetings?|appointments?|contacts?|bookmarks?|cards?|habits?|expenses?|snippets?|workflows?|schedules?)\b/i

/** The list stands at the end: an entry can speak of another one, as "read the packing list". */
function behindEntry(text: string): string {
  const adding = String.raw`^(?:add|put|place|include|append|write) .+ `
  const named = new RegExp(String.raw`${adding}((?:to|on|onto) (?:my|the|our) .*\blist\b.*)$`, 'i').exec(text)
  const bare = new RegExp(String.raw`${adding}((?:to|on|onto) list\b.*)$`, 'i').exec(text)
  return (named ?? bare)?.[1] ?? text
}

function namedFirst(text: string): { list?: ListName; rest: string } | undefined {
  const match = listFirst.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  const [, called, rest = ''] = match ?? []
  const isList = /\b(?:lists?|shopping|groceries|todos?|to do|tasks?)\b/i.test(text.slice(0, -rest.length))
  if (!match || !isList) return undefined
  const list =
    called === undefined || /^(?:my|the|our|this|list)$/i.test(called) ? undefined : listCalled(called)
  return { ...(list && { list }), rest }
}

/** "add milk to the shopping list and eggs" */
const afterList =
  /\b(?:list|todos),? (?:and|plus|as well as|along with) (?!(?:also |then )*(?:do not|never|not|add|put|remove|delete|take|set|remind|show|tell|clear|start|make|open|read|check|tick|cross|mark|what|how|is|are|if|please)\b)(.+)$/i

function addedItems(text: string, list: ListName | undefined): string[] {
  const first = namedFirst(text)
  const isTask = list?.id === 'todo'
  if (first) return quotedOr(first.rest, [/^(.+)$/], isTask)
  const others = itemsOf(afterList.exec(text)?.[1], isTask)
  const said = quotedOr(text, addPatterns, isTask)
  if (said.length > 0) return [...said, ...others]
  // "I need to buy coffee, add it": what is bought is the coffee.
  const verb = isTask ? /^$/ : /^(?:buy|get|pick up) (?=\S)/i
  return [...withMeant([], text).map((item) => item.replace(verb, '')), ...others]
}

/** What follows the name of the list, or what was quoted: "…, due next wednesday". */
function tailOf(text: string, list: ListName | undefined): string {
  if (readQuoted(text) !== undefined)
    return whenAtEnd(text.replace(/["“”].*["“”]|'.*'/, ' ').replaceAll(/\s+/g, ' ')).when
  const tail =
    list === undefined ? undefined : /\b(?:list|(?:todos?|tasks)(?! list))\b,? (.+)$/i.exec(text)?.[1]
  return tail === undefined ? '' : whenAtStart(tail).when
}

/** What is to be done, as it is told behind "task": each may have a day at its end. */
export function readTasks(sentence: Sentence, said: string, when: When): Slots | undefined {
  const list = listCalled('todo')
  const items = quotedOr(said, [/^(.+)$/], true).map((item) => asSaid(sentence, item)!)
  return items.length === 0
    ? undefined
    : { list, ...withDue(items, { list, tail: tailOf(said, undefined) }, when) }
}

/** Several things, as they are told. */
export function readThings(sentence: Sentence, said: string): string[] {
  return quotedOr(said, [/^(.+)$/]).map((item) => asSaid(sentence, item)!)
}

/** What is to be done may have a day at its end; whatever it is, one behind the list. */
function withDue(
  items: readonly string[],
  { list, tail }: { list: ListName | undefined; tail: string },
  when: When,
): Slots {
  if (items.length === 0) return {}
  if (list === undefined) return { items }
  const entries = items.map((item) => {
    const end = list.id === 'todo' || list.id === 'reminders' ? whenAtEnd(item) : { rest: item, when: '' }
    const words = end.rest === '' ? '' : end.when
    return { text: words === '' ? item : end.rest, ...readDue(words === '' ? tail : words, when) }
  })
  const dues = Object.fromEntries(
    entries.flatMap(({ text, due }) => (due === undefined ? [] : [[text, due] as const])),
  )
  return present({
    items: entries.map(({ text }) => text),
    dues: Object.keys(dues).length > 0 ? dues : undefined,
    problem: entries.find(({ problem }) => problem !== undefined)?.problem,
  })
}

/** "I need to pay rent by friday": a task, because it has a day. */
export const readTask: SlotReader = ({ text }, when) => {
  const task = firstMatch(text, [
    /^(?:i|we) (?:(?:still|really|also) )?(?:need to|have to|must|should|ought to|have got to) (.+)$/i,
  ])
  const { rest, when: words } = whenAtEnd(task ?? '')
  const { due, problem } = readDue(words, when)
  if (rest === '' || words === '' || (due === undefined && problem === undefined)) return undefined
  return present({
    list: listCalled('todo'),
    items: [rest],
    dues: due === undefined ? undefined : { [rest]: due },
    problem,
  })
}

export const readList: SlotReader = ({ text, lower }, { kept }) => {
  const asked = firstMatch(text, [
    /^do (?:i|we) (?:still |already )?need to buy (?:any |some |more )?(.+?)(?: (?:today|tomorrow|again))?$/i,
    /\b(?:is|are|do (?:i|we) (?:already )?have|have (?:i|we) (?:already )?(?:got|put|added)|did (?:i|we) (?:put|add|write)|if i have|does my .*? list (?:include|have|contain)|for|has) (.+?) (?:already |listed )?(?:on|in|to) (?:my|the|our)\b/i,
  ])
  const wantsAll =
    /\blists (?:do|have|i|are)\b|\b(?:all|what|which|available) (?:of )?(?:my )?lists\b|\bmy lists\b/.test(
      lower,
    )
  const item = asked?.replace(/^there (?:(?:any|some|an?) )?/i, '')
  return present({
    list: readListName(text, kept?.('lists')),
    asks: asksOf(lower),
    item:
      item !== undefined && item.split(' ').length <= 6 && !vague.test(item) && !placeOf(item)
        ? item
        : undefined,
    at: placeOf(lower),
    all: wantsAll ? true : undefined,
  })
}

/** What a question about a list wants to hear. */
function asksOf(lower: string): string | undefined {
  if (/\bhow (?:many|long|much)\b/.test(lower)) return 'count'
  return /^(?:what|which|tell me|read|is there anything|are there any|do (?:i|we) (?:still )?have (?:any|some)(?:thing)?|anything)\b/.test(
    lower,
  )
    ? 'entries'
    : undefined
}

const places: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|1st|top|next) (?:item|thing|task|entry|one|todo)\b/, 1],
  [/\b(?:second|2nd) (?:item|thing|task|entry|one|todo)\b/, 2],
  [/\b(?:third|3rd) (?:item|thing|task|entry|one|todo)\b/, 3],
  [/\b(?:fourth|4th) (?:item|thing|task|entry|one|todo)\b/, 4],
  [/\b(?:fifth|5th) (?:item|thing|task|entry|one|todo)\b/, 5],
  [/\b(?:last|latest|final|newest) (?:item|thing|task|entry|one|todo)\b/, -1],
]

/** "the third item" */
export function placeOf(text: string): number | undefined {
  return places.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1]
}

const nameless =
  /^(?:an? )?(?:(?:create|make|start|begin|set up|build|add)(?: me)? )?(?:an? |another )?(?:new )?list$/i
const newList =
  /^(?:an? )?(?:(?:create|make|start|begin|set up|build|generate|add|open)(?: me| up)? )?(?:an? |another )?(?:brand )?(?:new )?list,? (?:called |named |titled |for |about |of )?(?:my |the |our )?["']?([\p{L}\d][\p{L}\d' -]{0,60}?)["']?$/iu

const withEntries =
  /^(.*?\blist\b.*?)(?: (?:with|containing|that (?:has|includes|contains))|:) (.+?)(?: (?:on|in) it)?$/i

export const readNewList: SlotReader = ({ text }, { kept }) => {
  const [, head = text, held] = withEntries.exec(text) ?? []
  // "new list: garden" says its name, no entry.
  if (held !== undefined && nameless.test(head)) return present({ list: listCalled(held) })
  const items = itemsOf(held)
  const name = newList.exec(head)?.[1]
  const list = name === undefined ? readListName(head, kept?.('lists')) : listCalled(name)
  return present({ list, items: items.length > 0 ? items : undefined })
}

/** All but one is more than can be done here in one go. */
export const allBut = /\b(?:everything|all)\b.*\b(?:but|except|besides|apart from|other than|excluding)\b/i

/** One list: of two only one would be emptied. */
export const readClearedList: SlotReader = ({ text }, { kept }) => {
  if (allBut.test(text)) return undefined
  const list = readListName(text, kept?.('lists'))
  const isOfTwo =
    /, ?(?:my|the|our)\b|\b(?:and|or)\b/i.test(text.replace(/^.*\beverything\b/i, '')) &&
    !/\b(?:and|or)\b/i.test(list?.title ?? '')
  return isOfTwo ? undefined : present({ list })
}
