import { Type } from '../../../../../contract/type.ts'
import { whenAtStart } from '../../../../../platform/language/values/when-phrases.ts'
import { caughtText, defineIntent, optional, type Captured, type SlotsOf } from '../../define-intent.ts'
import { namesAFile } from '../../stored-names.ts'
import { titled, type ListName } from '../../list-names.ts'
import type { Sentence } from '../../normalize.ts'
import type { When } from '../../readers/reader.ts'
import { command } from '../../wishes/wish-words.ts'
import { addToStored } from './add-entries.ts'
import { ListSlot, onList, optionalList, readList } from './named-list.ts'
import { itemsIn, newEntries, unquoted, withPlainDue } from './read-entries.ts'

const Slots = {
  list: optionalList,
  /** The one that is meant where no list was spoken of. */
  usual: Type.Optional(ListSlot),
  items: optional.texts,
  /** When entries are due, by their text. */
  dues: Type.Optional(Type.Record(Type.String(), Type.String())),
  remove: optional.texts,
  problem: optional.text,
}
type Slots = SlotsOf<typeof Slots>

const task = '(task|todo|to do) [item]'
const newTask = `([let us] (add|create|make) [a|an|the|another|this]|new) [new|following] ${task} [for me]`
/** "write a task description" is about another thing: behind these it must be said that a task follows. */
const notedTask = `((enter|save|log|schedule|(set|write|note) [up|down]) [a|an|the|another|this]|(i|we) need a) [new|quick] ${task}`
const tasks = '(tasks|todos|todo list|to do list|task list)'
const added = '<put> [<anEntry>] {things} <onto> [a|an] [new] <aList>'
const running = '(out of|low on|short of)'
const addIt = '[so|and|then] [please] [can you] (add|put|stick|write|get) [<it>] <onto> <aList>'
const ifNot = '[if not|otherwise] [then] [please] [go ahead and] [can you]'
const isNot = '(if|in case) [it is|they are|it|they] not [already|there|on it]'

export const intent = defineIntent({
  name: 'list.add',
  label: 'Add to a list',
  example: 'Add milk to my shopping list',
  effect: 'adds',
  shownBy: 'list.show',
  slots: Slots,
  needs: ['items'],
  isFreelyFilled: true,
  templates: [
    `${newTask} [to|for|<titled>] [:|-] {task}`,
    `${notedTask} (to|:|-) {task}`,
    `(${newTask}|${notedTask}) [for|due|on|by] {due:moment} (to|:|-) {task}`,
    `[a] [new|quick] ${task} (:|-) {task}`,
    `[a] [new|quick] ${task} [for|due|on|by] {due:moment} (:|-) {task}`,
    `(add|new|create) [two|three|four|some|these|the following] (tasks|todos) (:|-) {task}`,
    `(add|put) {task} as [a|an] [new] ${task} [[for|due|by|on] {due:moment}]`,
    `(add|put|write) (to|on) [<my>] ${tasks} : {task}`,
    `(add|put) [a|an] [new] (${task}|item|entry) (to|on) [<my>] (list|${tasks}) : {task}`,
    '{loose=true} (todo|to do) {task}',
    `[also|and|then] ${added}`,
    `${added} [due] {due:moment}`,
    `${added} (and|plus|as well as|along with) [also] {more:goods}`,
    `${added} and [then] (remove|delete|take off|take|erase) {gone} [(from|off) (it|there)]`,
    `${added} (${isNot}|if you (can|could))`,
    `<put> [<it>|the following] [<entries>] <onto> <aList> [:] {things}`,
    '([<own>] {list:keptList}|[<own>] {list:listName} list|<own> {list:listTitle} list) : {things}',
    '[on|to|for|in] <aList> [please] (add|put|include|write) {things}',
    '(update|complete|extend|expand) <aList> (with|by) {things}',
    '(update|change|extend|expand) <aList> to (include|have|contain) {things}',
    '([<own>] {list:keptList}|[<own>] {list:listName} list|<own> {list:listTitle} list) : (add|put) {things}',
    'save {things} (to|on|onto) <aList>',
    '(note|mark) [down] {things} (to|on|onto) <theList>',
    '<put> [<it>|the following] [<entries>] <onto> <own> list (of|for|called|named) [<article>] {list:listTitle} : {things}',
    '{things} (should|must|(needs|need|has|have) to) (go|be [added|put]) <onto> <aList>',
    '{things:goods} (to|onto) <aList>',
    '(remember|do not forget) to <put> {things} <onto> <aList>',
    `(do not (forget|let me forget)|remember) {meant} ${addIt}`,
    '<aList> (needs|should|must|has) [to] (have|include|contain) {things} [on it]',
    '<aList> needs {things} [on it]',
    '(could|can|should) {things} be (added|put) <onto> <aList>',
    '(get|have) {things} (added|put) <onto> <aList>',
    '(i|we) [also|still|am going to|are going to|will] (need|want) {things} [put|added] (on|to) <aList>',
    '(make sure|ensure|see to it) [that] {things} (is|are) on <aList>',
    `(is|are|do i have) {things} [already|listed] (on|in) <aList> (${ifNot} (add|put) <it> [(to|on) (it|<aList>)]|(add|put) [<it>] ${isNot})`,
    `(if|in case) {things} (is|are) not [already] (on|in) <aList> [then] [please] [can you] (add|put) [<it>] [on|to it|there]`,
    // What is bought goes on the shopping list.
    '[do not|never] {usual=true} add {goods:goods}',
    '{buy=true} (buy|pick up|remember we need|(get|grab) (some|more)) {goods:goods}',
    '{buy=true} (remember|do not forget) to (buy|pick up|get) {goods:goods}',
    `{buy=true} (i|we) (are|am) [nearly|almost|all|completely|running] ${running} {goods:goods}`,
    `{buy=true} ((i|we) (ran|have run)|[nearly|almost|running]) ${running} {goods:goods}`,
    '{buy=true} (i|we) (need|want) (more|some more) {goods:goods}',
    '{buy=true} [i|we] (need to|have to|should|must) (buy|pick up) {goods:goods}',
    '{buy=true} [we] need {goods:goods}',
    `{buy=true} [i|we] [are|am] [nearly|almost|all|completely|running|ran] ${running} {meant} ${addIt}`,
    `{buy=true} [i|we] (need|have|want) to (buy|get|pick up) {meant} ${addIt}`,
    `{buy=true} (get|buy|pick up) {meant} ${addIt}`,
    `(i|we) (need|have|want) [to] {meant} ${addIt}`,
  ],
  wideTemplates: [
    '{things:goods} on <theList>',
    `{aside} ${added}`,
    `${added} {aside}`,
    `{aside} ${added} {beside}`,
    '{aside} on <aList> (add|put|include) {things}',
  ],
  examples: [
    'please be sure to put {task} on my todo list',
    'i need to buy {item}',
    '(we|i) (need|are out of|ran out of) {item}',
    "don't forget {item} on the {list_word} list",
    'is {item} on my list if not put it on',
    'add {task} as a todo',
    'remember to buy {item}',
    '(shopping|grocery|todo|packing) (:|list:) {item}',
    'new (todo|task|item) : {task}',
    '(include|put|add) {item} (in|to|with) the groceries',
    "(we're|i'm|we are) (out of|low on|running low on) {item} [put it on the list|add it to the list]",
    '(on|onto|to) my {list_word} list (put|add|write) {item} [and {item}]',
    '{task} goes on my {list_word} list',
    '{item} (needs to be|should be|has to go) on (my|the) {list_word} list',
    '(jot|note|write) down {item} (on|for) the {list_word} list',
    "let's (add|put) {item} (to|on) the {list_word} list",
    'update my {list_word} list (with|to include) {item}',
    '(enter|list) {task} on my to do list',
  ],
  fill(captured, said, when) {
    const { task, goods, meant, list, loose, buy } = captured
    const isBought = buy === true
    const due = caughtText(captured['due'])
    if (task !== undefined) return tasksIn(caughtText(task), { said, when, due, isLoose: loose === true })
    if (goods !== undefined) return bought(caughtText(goods), said, isBought)
    if (meant === undefined) return putOn(captured, said, when)
    return meantBy(caughtText(meant), list ?? (isBought ? titled('shopping') : undefined), { said, when })
  },
  read: (said) => (speaksOfAdding(said.lower) && !toBeFound.test(said.lower) ? readList(said) : undefined),
  act: onList((understood, store) => addToStored(store, understood)),
})

/** What would have to be looked for first. */
const toBeFound =
  /^everything\b|^in the order\b|^all the (?:items|things)$|(?:^|^put |^add )(?:the|these|those|each of the) (?:items?|tasks?|things?|entries) (?:on|from|in|of)\b/i
const adding =
  /\b(?:add(?:ed|ing)?|put|place|includ\w*|append|insert|writ\w+|jot|note|enter|need\w*|want\w*|should|must|has|have|goes|get|buy|out of|low on|forget|remember|update|save)\b/

/** "the milk on my list is for Tom" tells of it. */
function speaksOfAdding(lower: string): boolean {
  return /\blist\b/.test(lower) && adding.test(lower) && !/ needs (?:some |more )?work$/.test(lower)
}

/** Whoever asks what belongs on a list, or says what it needs to be good, adds nothing. */
const noEntry =
  /^(?::|what\b|which\b|who\b|how\b|why\b|when\b|where\b|(?:some |more |a lot of )?(?:work|updating|attention|love|cleaning up|a good look)$)/i
/** Goes somewhere else, and something else goes on the list: "bob to my contacts and add a tent". */
const twoPlaces =
  /\b(?:to|on|in|into) (?:my|the|our) .*(?:,|\band\b|\bthen\b) ?(?:and |then |also )*(?:add|put) /i
/** The name of the list, cut in two. */
const ofTheName = /^(?:of|called|named|titled) \S+ ?:/i

/** Somebody only says that it was wanted. */
const reported = /\b(?:told|wants|wanted|asked|said|says)\b/i

/** "add a task list", "add a task to my list" are no tasks, nor is "to do with it". */
function tasksIn(
  text: string,
  { said, when, due, isLoose }: { said: Sentence; when: When; due: string; isLoose: boolean },
): Slots | undefined {
  if (/^lists?\b|^(?:to|on|for) (?:my|the|our)\b/i.test(text) || (isLoose && !isErrand.test(text)))
    return undefined
  const quoted = /^(["“”].+["“”]|'.+'),? (?:due|by|for|on)? ?(.+)$/i.exec(text)
  const found = newEntries(said, quoted?.[1] ?? text, { list: titled('todo'), due: quoted?.[2] ?? due, when })
  return found.items === undefined ? undefined : found
}

const isErrand =
  /^(?!lists?\b|apps?\b|with\b|for\b|to\b|today\b|tomorrow\b|so\b|or\b|and\b|not\b|it\b|this\b|that\b)\p{L}+ \S/iu

/** "… and remove eggs from my packing list" is another wish. */
const fromElsewhere = /\b(?:from|off) (?!it\b|there\b)\S/i

function namesNoEntries(things: string): boolean {
  const bare = unquoted(things)
  return toBeFound.test(bare) || twoPlaces.test(bare) || noEntry.test(things) || ofTheName.test(things)
}

function putOn(captured: Captured & Partial<Slots>, said: Sentence, when: When): Slots | undefined {
  const [things, day, more, gone, aside] = ['things', 'due', 'more', 'gone', 'aside'].map((name) =>
    caughtText(captured[name]),
  ) as [string, string, string, string, string]
  const due = day === '' ? dayIn(aside) : day
  if (namesNoEntries(things) || reported.test(aside)) return undefined
  if (fromElsewhere.test(gone) || command.test(more) || elsewhere.test(gone) || namesAFile(gone))
    return undefined
  const found = newEntries(said, things, { list: captured.list, due, when })
  return {
    ...found,
    ...(more !== '' && { items: [...(found.items ?? []), ...itemsIn(said, more)] }),
    ...(gone !== '' && { remove: itemsIn(said, gone) }),
  }
}

/** What is said beside it may be when it is due: "(by friday)". */
function dayIn(aside: string): string {
  const words = withPlainDue(`it ${aside}`).replace(/^it /, '')
  return whenAtStart(words).rest === '' ? words : ''
}

/** "buy a laptop" is said to somebody who buys it. */
const isOwned = /^(?:an?|the|me|my)\b/i

function bought(goods: string, said: Sentence, isBought: boolean): Slots | undefined {
  if (isBought && isOwned.test(goods)) return undefined
  // "add milk" is about the shopping, unless another list was spoken of.
  return { [isBought ? 'list' : 'usual']: titled('shopping'), items: itemsIn(said, goods) }
}

/** "we are out of milk, put it on the list": what is bought is the milk, what is done the whole. */
function meantBy(
  text: string,
  list: ListName | undefined,
  { said, when }: { said: Sentence; when: When },
): Slots | undefined {
  const meant = list?.id === 'todo' ? text : text.replace(/^(?:buy|get|pick up) (?=\S)/i, '')
  const found = newEntries(said, meant, { list, when })
  return found.items === undefined ? undefined : found
}

/** What is a file or an alarm is on no list. */
const elsewhere =
  /^(?:the|my|all|that|this)(?: \S+)? (?:files?|folders?|notes?|reminders?|alarms?|timers?|events?|meetings?|appointments?|contacts?|bookmarks?|cards?|habits?|expenses?|snippets?|workflows?|schedules?)\b/i
