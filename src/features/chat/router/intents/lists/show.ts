import { Type } from '../../../../../contract/type.ts'
import { isThere, itemsOf, storedLists, showList } from '../../answers/list-items.ts'
import type { Understood } from '../../answers/act.ts'
import type { StoredValues } from '../../answers/stored.ts'
import { caughtText, defineIntent, optional, type Captured, type SlotsOf } from '../../define-intent.ts'
import { isOnList } from '../../stored-names.ts'
import { listCalled, listNamed, titled, type ListName } from '../../list-names.ts'
import { trimmed } from '../../readers/reader.ts'
import { chosen } from './choose-entries.ts'
import { listOf, onList, optionalList, readList } from './named-list.ts'
import { isVague } from './read-entries.ts'
import { countWords, entriesWords, entryAt, presence } from './tell-entries.ts'

const Slots = {
  list: optionalList,
  asks: Type.Optional(Type.Union([Type.Literal('entries'), Type.Literal('count')])),
  /** Whether this is on it. */
  item: optional.text,
  at: optional.number,
  /** The lists themselves. */
  all: optional.true,
}
type Slots = SlotsOf<typeof Slots>

const see =
  '((show|open|display|view|read|see|check|bring up|pull up|list|say|hear|look at|go (over|through)) [me|us]|(give|tell|get) (me|us)) [out|off|over|back]'
const asking = '(is|are|do|did|does|was|will|when is|have (i|we|you)|has)'
const here = '[{aside:roughTime}|with me|to me|please|back to me]'
const any = '[any|some|more]'
const shopping = '((at|from) the (store|shop|shops|supermarket|market)|when i go shopping)'

export const intent = defineIntent({
  name: 'list.show',
  label: 'Show a list',
  example: 'What is on my todo list?',
  slots: Slots,
  isFreelyFilled: true,
  templates: [
    `${see} [all of] (<theList>|[<own>] {list:keptList}) ${here}`,
    `[<own>] {list:listName} list ${here}`,
    `[my] (tasks|todos|chores) [for] ${here}`,
    `[show me|tell me|see] what is [still|left|next|already|currently] (on|in) <aList> ${here}`,
    `what (have i got|do (i|we) have|is) [left|still] (on|in) <aList> ${here}`,
    'how (many [open] [{what:word}] (are|do i have)|long is|much is) [there|left|still] [(on|in)] <aList>',
    'how many [open] (tasks|todos) (do (i|we) [still] have|are (there|left|open)) [left|to do|open]',
    `(is|are) [there] ${any} {item} [already|still|listed] (on|in) <aList>`,
    `(do|have|did) (i|we|you) [already] (have|got|put|add|added|write|written) ${any} {item} (on|in|to) <aList>`,
    '(has|have) {item} been (added|put) (to|on) <aList>',
    `do (i|we) have to {item} ${here} according to <aList>`,
    'does <aList> (have|include|contain) {item} [on it] [right now|now|today]',
    `(is|are) {known} (done|finished|bought|ticked off|complete|completed)`,
    `what is [<article>] {at:ordinal} (item|thing|task|entry|one|todo) (on|in) <aList>`,
    '{all=true} (show [me]|list|open|read [me]|what are|tell me|see) [all] [of] [my|the] lists',
    '{all=true} [show [me]|list|tell me|what are|read] ([the] (name|names) of [my|the] lists|my list names|[the] available lists) [[that] i have [created|made]]',
    '{all=true} (what|which) [of] [my] lists (do i have|have i (made|got)|are there|i have|are available) [saved|made]',
    // What is bought is on the shopping list.
    `{buy=true} what do (i|we) [still|also] (need|have) [to (buy|get|pick up)] ${shopping}`,
    '{buy=true} what do (i|we) [still|also] (need|have) to (buy|get|pick up) [today|tomorrow]',
    `{buy=true} what (am i|are we) (supposed|meant) to (buy|get|pick up) [${shopping}]`,
    `{buy=true} what i need [to (buy|get)] ${shopping}`,
    '{buy=true} what is [still] (left|open|outstanding|remaining|there) [for me] to (buy|get) [today]',
    '{buy=true} do (i|we) [still|already] need to buy {goods:goods} [today|tomorrow|again]',
    'what is [still] (left|open|outstanding|remaining|there) [for me] to do [today]',
    'what (do|did|should) (i|we) [still|also] (have|need) to do [today|tomorrow]',
    'what i (have|need) to do [today|tomorrow]',
    'what are my (todos|tasks|chores) [for] [{aside:roughTime}]',
    'do i [still] have (anything|something|things|tasks|chores|stuff) [left|else] to do [today|tomorrow]',
  ],
  wideTemplates: [
    '(what|which|how) {aside} (my|our) ({list:listTitle} list|list|todos)',
    '(what|which|how) {aside} (my|our) ({list:listTitle} list|list) {beside}',
    `(${see}|${asking}) {aside} <aList>`,
    `(${see}|${asking}) {aside} <aList> {beside}`,
    '{stated} (is|are) [already|still|listed] (on|in) <aList>',
  ],
  examples: [
    '(will|should) {task} be on my todo list [tomorrow|today]',
    'check (if|whether) my {list_word} list (has|includes) {item}',
    'look at my {list_word} list [to see if {item} is on it]',
    'what is (next|first|left) on my list',
    "(what's|what is) on (my|the) {list_word} list [today|right now|for this week]",
    '(what|which) (things|items|stuff) (are|is|do i have) on (my|the) {list_word} list',
    'what do i (have|need) to (do|buy|get) [today|at the store]',
    "(tell|read) me [what's on] (my|the) {list_word} list",
    'what (lists|list) do i have',
    '(show|list) [me] [all] my lists',
    'check my {list_word} list [for {item}]',
    'what does my {list_word} list (say|have on it|contain|look like)',
    'what am i supposed to (do|buy) [today]',
    'can i see my list',
    'what do i [still] (need|have) to (buy|get|pick up|shop for|do) [when i go shopping|at the store|this week]',
    'what (is|are) [still] (left|open|outstanding|remaining) (on|in) (my|the) {list_word} list',
    '(do|will) i (need|have) to (get|buy) {item} [from the store|at the store]',
    '(tell|give) me my (tasks|todos|chores|errands) [for today|for the day]',
    '(let|may|can) (me|i) (see|hear|look at) (my|the) {list_word} list',
    'what tasks (do i have|are left|remain) [to do|today|for today]',
    '(have|is there) (anything|something) [left] on (my|the) {list_word} list',
    'i want to know what i have to (do|buy)',
    'am i supposed to (buy|get|pick up) {item}',
    'what do i (have to|need to) get done [today|this week]',
    '(was|were) ({item}|{task}) (put|added) (on|to) my {list_word} list',
    '(go over|go through|run through|review) my {list_word} list [with me]',
    'list (everything|all the things) (i need to buy|on my {list_word} list)',
    'how (long|full) is my {list_word} list',
    'do i have to {task} today according to my todo list',
  ],
  fill(captured, { lower, said }, when) {
    const { known, aside, beside, stated, at, all } = captured
    if (known !== undefined && !isOnList(caughtText(known), when)) return undefined
    if (otherThings.test(lower) || otherWish.test(`${caughtText(aside)} ${caughtText(beside)}`))
      return undefined
    if (stated !== undefined && (noEntry.test(caughtText(stated)) || !asked.test(said))) return undefined
    const list = captured.list ?? (captured['buy'] === true ? titled('shopping') : tasksMeant(lower))
    return { list, ...asksOf(lower), ...askedItem(captured, list), at, all }
  },
  read(said) {
    const found = isTold.test(said.lower) ? undefined : readList(said)
    const all: Pick<Slots, 'all'> = wantsAll.test(said.lower) ? { all: true } : {}
    return found && { ...found, ...asksOf(said.lower), ...all }
  },
  act: onList((understood, store) =>
    understood.slots.all ? showAll(store, understood) : answerAbout(store, understood),
  ),
})

/** Kept or asked for elsewhere. */
const otherThings =
  /\b(?:contacts?|reminders?|calendar|songs?|movies|emails?|transactions?|ingredients?|play ?list|(?:things|places|stuff) to \w+ in)\b/
/** Something else is to be done with the list. */
const otherWish =
  /\b(?:add|remove|delete|order(?:ed)?|put|clear|erase|take|create|make|send|email|text|if not|cook|should|in order)\b/i

/** Only speaks of a list: "my to do list is too long". */
const isTold =
  /^(?:my|the) (?:\p{L}+ ){0,3}lists? (?:is|was|has)\b|^(?:i|we|he|she|they) (?:never|always|hate|love|finished|did)\b/u

const wantsAll =
  /\blists (?:do|have|i|are)\b|\b(?:all|what|which|available) (?:of )?(?:my )?lists\b|\bmy lists\b/

/** Whoever asks what is on a list, or says who is, names no entry. */
const noEntry = /\b(?:what|which|me|i|you|that|how)\b|^(?:he|she|it|they|this)$/i

/** Else it is told, and not asked. */
const asked =
  /\?|^(?:is|are|do|does|if|whether)\b|\b(?:whether|if|tell|check|see|know|say|wonder\p{L}*|sure|verify|confirm|remind)\b/iu

function tasksMeant(lower: string): ListName | undefined {
  return /\b(?:tasks|todos|chores)\b/.test(lower) ? titled('todo') : undefined
}

/** Whether something is on it; but "are there any chores on my to-do list" asks for all of it. */
function askedItem(captured: Captured, list: ListName | undefined): Pick<Slots, 'item'> {
  const said = ['goods', 'known', 'item', 'stated', 'what'].map((name) => caughtText(captured[name])).join('')
  const item = trimmed(said.replace(/^.*\b(?:whether|if) /i, '')).replace(/^(?:the|there) (?=\S)/i, '')
  const isAll = isVague(item) || (list !== undefined && listNamed(item)?.id === list.id)
  return item === '' || item.split(' ').length > 6 || isAll ? {} : { item }
}

/** What a question about a list wants to hear. */
function asksOf(lower: string): Pick<Slots, 'asks'> {
  if (/\bhow (?:many|long|much)\b/.test(lower)) return { asks: 'count' }
  return asksForEntries.test(lower) ? { asks: 'entries' } : {}
}

const asksForEntries =
  /^(?:what|which|tell me|read|is there anything|are there any|do (?:i|we) (?:still )?have (?:any|some)(?:thing)?|anything)\b/

/** A question gets its answer in words, beside the list. */
function answerAbout(store: StoredValues, understood: Understood<Slots>): void {
  const { slots, writer, when } = understood
  const { item, at, asks } = slots
  const list = item === undefined ? listOf(understood) : listWith(store, understood, item)
  if (!isThere(store, list)) writer.decline()
  const items = itemsOf(store, list)
  const spoken = { list, timeZone: when.timeZone }
  if (item !== undefined)
    writer.say(
      presence(items, item, { list, isNamed: slots.list !== undefined, isCounted: asks === 'count' }),
    )
  else if (at !== undefined) writer.say(entryAt(items, at, spoken))
  else if (asks === 'count') writer.say(countWords(items, list))
  else if (asks === 'entries') writer.say(entriesWords(items, spoken))
  showList(understood, list)
}

/** The list that was named, else the one that has it. */
function listWith(
  store: StoredValues,
  { slots: { list }, asked }: Understood<Slots>,
  item: string,
): ListName {
  return chosen(store, { asked, slots: { items: [item], ...(list && { list }) } }).list
}

function showAll(store: StoredValues, { writer }: Understood<Slots>): void {
  writer.add({
    type: 'list',
    title: 'Your lists',
    items: storedLists(store).map(({ id, title, items }) => ({
      text: title,
      badge: String(items.filter(({ done }) => !done).length),
      action: { kind: 'chat', message: `Show my ${listCalled(id)?.title.toLowerCase() ?? id} list` },
    })),
    empty_text: 'No lists yet. Say "add milk to my shopping list" to start one.',
  })
}
