import { listCalled, readListName, type ListName } from '../list-names.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { itemsOf, plainItem, quotedOr, trimmedItem, withMeant } from './list-entries.ts'
import { allBut, placeOf } from './lists.ts'
import { firstMatch, present, trimmed, type SlotReader, type When } from './reader.ts'

const removePatterns = [
  /\bget rid of (.+?)(?: (?:on|from|off|off of) (?:my|the|our)\b.*)?$/i,
  new RegExp(
    String.raw`\b(?:remove|delete|take|erase|strike|drop|scratch|cross|get|cut|clear|cancel|pull|tick|check|mark|scrap|eliminate|wipe)(?: off| out)? (?:the (?:item|task|entry) )?(.+?) (?:off of|off|from|out of|on|as)\b.*$`,
    'iu',
  ),
  /\b(?:do not|no longer|not) (?:need|want|have to) (?:to )?(.+?)(?: (?:on|anymore|any more|any longer|from|off)\b.*)?$/i,
  /^(.+?) (?:can|should|needs to|must) (?:come|be taken|go|be removed) (?:off|from)\b/i,
  /\b(?:remove|delete|erase|cancel|drop) (?:(?:the |my )?(?:list item|todo item|item|task|todo|entry) )?(.+)$/i,
]

const completePatterns = [
  /\b(?:mark|tick|check|cross|strike|scratch|set)(?: off)? (.+?) (?:as (?:done|complete|completed|finished|bought)|off\b.*|done|complete)(?: (?:on|from) .*)?$/i,
  /\b(?:complete|completed|finish|finished|done with|bought|have done|did|tick off|check off|cross off|got) (?:the task |the |my )?(.+?)(?:,? (?:check|tick|cross|mark)\b.*| (?:on|from|off) (?:my|the) .*)?$/i,
  /^(.+?) (?:is|are) (?:done|finished|complete|completed|bought)\b/i,
]

export const readListRemove: SlotReader = ({ text }, { kept: stored }) => {
  if (allBut.test(text)) return undefined
  const also = /\band (?:then )?(?:add|put|include) (.+?)(?: instead| to (?:it|the list|my .*))?$/i.exec(
    text,
  )?.[1]
  const kept = text.replace(/,? (?:and|then)(?: then)? (?:add|put|include)\b.*$/i, '')
  const items = withMeant(quotedOr(kept, removePatterns), kept)
  return present({
    list: listBeside(items, kept, stored?.('lists')),
    items: items.length > 0 ? items : undefined,
    at:
      items.length === 1 && /^(?:the )?\S+ (?:item|thing|task|entry|one|todo)$/i.test(items[0]!)
        ? placeOf(items[0]!)
        : undefined,
    whole: wholeOf(items, kept, removePatterns),
    add: also === undefined ? undefined : itemsOf(also),
  })
}

export const readListComplete: SlotReader = ({ text, lower }, { kept }) => {
  const items = withMeant(quotedOr(text, completePatterns), text)
  const isAll =
    items.length === 0 &&
    /\b(?:everything|all(?: of)?(?: (?:it|them|items|tasks|the items|the tasks))?)\b/.test(lower)
  if (items.length === 0 && !isAll && !/\blist\b/.test(lower)) return undefined
  const list = listBeside(items, text, kept?.('lists'))
  if (list === undefined && kept && isOfAnother(items, kept)) return undefined
  return present({
    list,
    items: items.length > 0 ? items : undefined,
    whole: wholeOf(items, text, completePatterns),
    all: isAll ? true : undefined,
  })
}

/** "Mark running as done": a habit or a card of that name, and nothing on a list. */
function isOfAnother(items: readonly string[], kept: NonNullable<When['kept']>): boolean {
  const has = (kind: 'items' | 'habits' | 'cards') =>
    items.some((item) => kept(kind).some((name) => plainItem(name) === plainItem(item)))
  return !has('items') && (has('habits') || has('cards'))
}

/** "Mark buy flowers as done" names no list: its entry does not count. */
function listBeside(
  items: readonly string[],
  text: string,
  known: readonly string[] | undefined,
): ListName | undefined {
  const rest = items.reduce((left, item) => left.replace(item, ' '), text)
  return readListName(/\blists?\b/i.test(text) ? text : rest, known)
}

/** All that was named, before it was cut at "and": an entry may be called so. */
function wholeOf(items: readonly string[], text: string, patterns: readonly RegExp[]): string | undefined {
  if (items.length < 2) return undefined
  const found = readQuoted(text) ?? firstMatch(text, patterns)
  return found === undefined ? undefined : trimmedItem(found)
}

const tickedBack: readonly RegExp[] = [
  /^(?:untick|uncheck|unmark|un-tick|un-check|reopen|re-open) (.+?)(?: (?:on|off|from|in) (?:my |the |our )?.*)?$/i,
  /^(?:mark|set) (.+?) (?:as |to )?(?:not (?:yet )?(?:done|complete|completed|finished|bought)|undone|open(?: again)?|incomplete|unfinished)(?: (?:on|in) .*)?$/i,
]

export const readListUntick: SlotReader = ({ text }, { kept }) => {
  const items = quotedOr(text, tickedBack)
  if (items.length === 0) return undefined
  return present({
    list: listBeside(items, text, kept?.('lists')),
    items,
    whole: wholeOf(items, text, tickedBack),
  })
}

const finished =
  /^(?:i|we) (?:have |had |just |already |finally )*(?:finished|completed|done|did|bought|got|picked up|sorted|ticked off)(?: with)? (?:the task |the |my |some |all the )?(.+)$/i

/** "I've finished the quarterly report": only what is on a list can be ticked off. */
export const readFinished: SlotReader = ({ text }, { kept }) => {
  const item = firstMatch(text, [finished])
  if (item === undefined) return undefined
  const wanted = plainItem(item)
  // A report that is finished may be on the list as "finish the report"; "got tea" are no tea towels.
  const isPart = /\b(?:finished|completed|done|sorted)\b/i.test(text) && wanted.length >= 4
  const isOn = (kept?.('items') ?? []).some((name) => {
    const there = plainItem(name)
    return there === wanted || (isPart && ` ${there} `.includes(` ${wanted} `))
  })
  return isOn ? { items: [item] } : undefined
}

/** "remove jam", without a list: only what is on one by that very name. */
export const readDropped: SlotReader = ({ text }, { kept }) => {
  const item = firstMatch(text, [/^take (.+) off$/i, /^(?:remove|delete|drop|scratch|scrap|take off) (.+)$/i])
  const isOn =
    item !== undefined && (kept?.('items') ?? []).some((name) => plainItem(name) === plainItem(item))
  return isOn ? { items: [trimmedItem(item)] } : undefined
}

/** "rename bread to brown bread": only what is on a list. */
export const readRelabelled: SlotReader = ({ text }, { kept }) => {
  const match =
    /^(?:rename|change|correct)(?: the (?:item|task|entry))? (.+?) (?:to|into) (.+?)(?: (?:on|in) (?:my |the |our )?(?:[\p{L}\d' -]+? )?list)?$/iu.exec(
      text,
    )
  const [from, to] = [match?.[1], match?.[2]].map((part) => (part === undefined ? undefined : trimmed(part)))
  if (from === undefined || to === undefined || to === '') return undefined
  const isOn = (kept?.('items') ?? []).some((name) => plainItem(name) === plainItem(from))
  return isOn
    ? present({
        item: from,
        to,
        list: /\blist$/i.test(text) ? readListName(text, kept?.('lists')) : undefined,
      })
    : undefined
}

export const readRenamedList: SlotReader = ({ text }, { kept }) => {
  const match =
    /^(?:rename|change the name of|call) (?:my |the |our )?(.*?list\b(?: of [\p{L} ]+?)?) (?:to|as|into)? ?(?:be called )?["']?([\p{L}\d][\p{L}\d' -]*?)["']?(?: list)?$/iu.exec(
      text,
    )
  const to = match ? listCalled(trimmed(match[2]!)) : undefined
  if (!match || !to) return undefined
  return present({ list: readListName(match[1]!, kept?.('lists')), to, title: trimmed(match[2]!) })
}

/** "clear completed items from my shopping list" */
export const readSwept: SlotReader = ({ text }, { kept }) =>
  present({ list: readListName(text, kept?.('lists')) })
