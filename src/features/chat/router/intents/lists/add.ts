import { Type, type Static } from '../../../../../contract/type.ts'
import { caughtText, defineIntent } from '../../define-intent.ts'
import { namesAFile } from '../../kept-names.ts'
import { listIn, titled, type ListName } from '../../list-names.ts'
import type { Sentence } from '../../normalize.ts'
import { firstMatch, type When } from '../../readers/reader.ts'
import { command } from '../../wish-words.ts'
import { addToKept } from './add-entries.ts'
import { ListSlot, onList, optional } from './named-list.ts'
import { itemsIn, newEntries, unquoted } from './read-entries.ts'

const Slots = Type.Object({
  list: optional.list,
  /** The one that is meant where no list was spoken of. */
  usual: Type.Optional(ListSlot),
  items: optional.items,
  /** When entries are due, by their text. */
  dues: Type.Optional(Type.Record(Type.String(), Type.String())),
  remove: optional.items,
  problem: optional.text,
})
type Slots = Static<typeof Slots>

const task = '(task|todo|to do) [item]'
const tasks = '(tasks|todos|todo list|to do list|task list)'
const added = '<put> [<anEntry>] {things} <onto> <aList>'
const running = '(out of|low on|short of)'
const addIt = '[so|and|then] [please] [can you] (add|put|stick|write|get) [<it>] <onto> <aList>'
const ifNot = '[if not|otherwise] [then] [please] [go ahead and] [can you]'
const isNot = '(if|in case) [it is|they are|it|they] not [already|there|on it]'

export const intent = defineIntent({
  name: 'list.add',
  label: 'Add to a list',
  example: 'Add milk to my shopping list',
  family: 'lists',
  effect: 'adds',
  shownBy: 'list.show',
  slots: Slots,
  needs: ['items'],
  isFreelyFilled: true,
  templates: [
    `(add|create|make|new) [a|an|the|another] [new] ${task} [to|for|<titled>] [:] {task}`,
    `[a] [new] ${task} : {task}`,
    `(add|put|write) (to|on) [<my>] ${tasks} : {task}`,
    `(add|put) [a|an] [new] ${task} (to|on) [<my>] (list|${tasks}) : {task}`,
    '(todo|to do) {errand}',
    `[also|and|then] ${added}`,
    `${added} [due] {due:moment}`,
    `${added} (and|plus|as well as|along with) [also] {more:goods}`,
    `${added} and [then] (remove|delete|take off|take|erase) {gone} [(from|off) (it|there)]`,
    `${added} (${isNot}|if you (can|could))`,
    `<put> [<it>|the following] [<entries>] <onto> <aList> [:] {things}`,
    '([<own>] {list:keptList}|[<own>] {list:listName} list|<own> {list:listTitle} list) : {things}',
    '[on|to|for|in] <aList> [please] (add|put|include|write) {things}',
    '(update|complete|extend) <aList> with {things}',
    '(open|find|go to) <theList> and (add|put) {things}',
    '<aList> (needs|should|must|has) [to] (have|include|contain) {things} [on it]',
    '<aList> needs {things} [on it]',
    '(could|can|should) {things} be (added|put) <onto> <aList>',
    '(get|have) {things} (added|put) <onto> <aList>',
    '(i|we) [also|still|am going to|are going to|will] (need|want) {things} [put|added] (on|to) <aList>',
    '(make sure|ensure|see to it) [that] {things} (is|are) on <aList>',
    `(is|are|do i have) {things} [already|listed] (on|in) <aList> (${ifNot} (add|put) <it> [(to|on) (it|<aList>)]|(add|put) [<it>] ${isNot})`,
    `(if|in case) {things} (is|are) not [already] (on|in) <aList> [then] [please] [can you] (add|put) [<it>] [on|to it|there]`,
    // What is bought goes on the shopping list.
    '{usual=true} add {goods:goods}',
    '{buy=true} (buy|pick up|remember we need|(get|grab) (some|more)) {goods:goods}',
    '{buy=true} (remember|do not forget) to (buy|pick up|get) {goods:goods}',
    `{buy=true} (i|we) (are|am) [nearly|almost|all|completely|running] ${running} {goods:goods}`,
    `{buy=true} ((i|we) ran|[nearly|almost|running]) ${running} {goods:goods}`,
    '{buy=true} (i|we) (need|want) (more|some more) {goods:goods}',
    '{buy=true} [i|we] (need to|have to|should|must) (buy|pick up) {goods:goods}',
    '{buy=true} [we] need {goods:goods}',
    `{buy=true} [i|we] [are|am] [nearly|almost|all|completely|running|ran] ${running} {meant} ${addIt}`,
    `{buy=true} [i|we] (need|have|want) to (buy|get|pick up) {meant} ${addIt}`,
    `{buy=true} (get|buy|pick up) {meant} ${addIt}`,
    `(i|we) (need|have|want) [to] {meant} ${addIt}`,
  ],
  wideTemplates: [
    `{aside} ${added}`,
    `${added} {aside}`,
    `{aside} ${added} {beside}`,
    '{aside} on <aList> (add|put|include) {things}',
  ],
  fill(captured, said, when) {
    const { task, errand, list: named, things, goods, more, gone, meant, due, aside } = captured
    const list = named as ListName | undefined
    if (task !== undefined) return tasksIn(caughtText(task), said, when)
    if (errand !== undefined)
      return isErrand.test(caughtText(errand)) ? tasksIn(caughtText(errand), said, when) : undefined
    if (goods !== undefined)
      return isOwned.test(caughtText(goods)) && captured['buy'] !== undefined
        ? undefined
        : bought(caughtText(goods), said, captured['buy'] === undefined)
    if (meant !== undefined)
      return meantBy(caughtText(meant), captured['buy'] !== undefined ? (list ?? titled('shopping')) : list, {
        said,
        when,
      })
    if (toBeFound.test(unquoted(caughtText(things))) || reported.test(caughtText(aside))) return undefined
    if (command.test(caughtText(more)) || elsewhere.test(caughtText(gone)) || namesAFile(caughtText(gone)))
      return undefined
    const found = newEntries(said, caughtText(things), { list, due: caughtText(due), when })
    return {
      ...found,
      ...(more !== undefined && { items: [...(found.items ?? []), ...itemsIn(said, caughtText(more))] }),
      ...(gone !== undefined && { remove: itemsIn(said, caughtText(gone)) }),
    }
  },
  read(said, when) {
    const list = listIn(said.text, when.kept?.('lists'))
    const found = newEntries(said, firstMatch(said.text, within) ?? '', { list, when })
    return found.items === undefined && !/\blist\b/.test(said.lower) ? undefined : found
  },
  act: onList((understood, store) => addToKept(store, understood)),
})

/** What would have to be looked for first. */
const toBeFound =
  /^everything\b|^in the order\b|^all the (?:items|things)$|^(?:the|these|those|each of the) (?:items?|tasks?|things?|entries) (?:on|from|in|of)\b/i
/** Somebody only says that it was wanted. */
const reported = /\b(?:told|wants|wanted|asked|said|says)\b/i

/** "add a task list", "add a task to my list" are no tasks. */
function tasksIn(text: string, said: Sentence, when: When): Slots | undefined {
  if (/^lists?\b|^(?:to|on|for) (?:my|the|our)\b/i.test(text)) return undefined
  const quoted = /^(["“”].+["“”]|'.+'),? (?:due|by|for|on)? ?(.+)$/i.exec(text)
  const found = newEntries(said, quoted?.[1] ?? text, { list: titled('todo'), due: quoted?.[2] ?? '', when })
  return found.items === undefined ? undefined : found
}

/** "buy a laptop" is said to somebody who buys it. */
const isOwned = /^(?:an?|the|me|my)\b/i

/** "todo clean the garage", but not "to do list" or "to do with it". */
const isErrand =
  /^(?!lists?\b|apps?\b|with\b|for\b|to\b|today\b|tomorrow\b|so\b|it\b|this\b|that\b)\p{L}+ \S/iu

function bought(goods: string, said: Sentence, isUsual: boolean): Slots {
  const items = itemsIn(said, goods)
  // "add milk" is about the shopping, unless another list was spoken of.
  return isUsual ? { usual: titled('shopping'), items } : { list: titled('shopping'), items }
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

/** Where the wish stands in the midst of other words. */
const within: readonly RegExp[] = [
  /\b(?:add|put|include|write|get|note|jot down|enter)(?: down)? (.+?) (?:to|on|onto|in|into|for) (?:my|the|our|a|this|that|your)?\b.*\blists?\b/i,
  /\b(?:needs?|should have|should include|must have|to have|to include) (.+?)(?: on it| added)?$/i,
  /\b(?:buy|pick up|out of|low on|get more|purchase) (?:some |more |an? )?(.+?)(?: (?:on|to|at|from) (?:my|the) .*)?$/i,
  /^add (.+)$/i,
]
