import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { isOnList, plainItem } from '../../stored-names.ts'
import type { When } from '../../readers/reader.ts'
import { onList, optionalList } from './named-list.ts'
import { namedItems } from './read-entries.ts'
import { tickEntries } from './tick-entries.ts'

const onIt = '[<onTheList>]'
const place = '[<article>] {at:ordinal} (item|thing|task|entry|one|todo)'
const tickIt = '[so|and|then] [please] [can you] (mark|tick|check|cross) <it> [off] [[as] <ticked>]'

export const intent = defineIntent({
  name: 'list.complete',
  label: 'Tick off',
  example: 'Check off milk on my shopping list',
  effect: 'changes',
  shownBy: 'list.show',
  slots: {
    list: optionalList,
    items: optional.texts,
    whole: optional.text,
    at: optional.number,
    all: optional.true,
  },
  needs: ['items|at|all'],
  isFreelyFilled: true,
  templates: [
    `<tick> off {done} ${onIt}`,
    '(<tick>|mark) {done} off [of] <aList>',
    '(cross|tick|strike) {done} off',
    '(<tick>|mark) {done} off <onTheList>',
    'tick {done} on <aList>',
    `(<tick>|mark|set) {done} [as|to] <ticked> <onTheList>`,
    `(mark|set|tick) {done} <onTheList> [as|to] <ticked>`,
    `(mark|set|tick) {done} [as|to] (done|complete|completed|finished)`,
    `{all=true} <tick> off <everything> ${onIt}`,
    `{all=true} (<tick>|mark|set) <everything> [<offList>|off] [as|to] [<ticked>]`,
    `<tick> off ${place} ${onIt}`,
    `(<tick>|mark|set) ${place} ${onIt} [off] [as|to] [<ticked>]`,
    // Only what is on a list can be meant.
    'mark {known} [as] {how:word}',
    '(complete|finish) [the] [task|item|todo] {known}',
    `(i|we) [have] [already|just] (finished|completed|done|did|bought|got) {done} ${tickIt} ${onIt}`,
  ],
  wideTemplates: [`{aside} <tick> off {done} ${onIt}`, `{aside} mark {done} as <ticked> ${onIt}`],
  examples: [
    '(mark|tick|check|cross) [off] {task} (as done|as completed|as finished|off) [on] (my|the) [to do|todo|{list_word}] list',
    "(i'm done with|i finished|i have done|i bought|i got) {task} (check it off|tick it off|mark it done)",
    '{task} is done',
    '(complete|finish|tick off|check off) {task} [on my list]',
    'i already (bought|did) {item} cross it off the list',
    '(tick|check|cross) [off] {task} [please]',
  ],
  fill({ list, done, known, how, at, all }, said, when) {
    const where = list ? { list } : {}
    if (all) return { ...where, all }
    if (at !== undefined) return { ...where, at }
    if (known !== undefined && !(isOnList(caughtText(known), when) && isPast(caughtText(how))))
      return undefined
    const found = namedItems(said, caughtText(done ?? known))
    return found && (list || !isOfAnother(found.items, when)) ? { ...where, ...found } : undefined
  },
  act: onList((understood, store) => tickEntries(store, understood, true)),
})

/** "mark boots as packed", but not "as unpacked" or "as important". */
function isPast(how: string): boolean {
  return how === '' || /^(?!un|not).*(?:ed|ght|one|id|nt)$/i.test(how)
}

/** "Mark running as done": a habit or a card of that name, and nothing on a list. */
function isOfAnother(items: readonly string[], when: When): boolean {
  const has = (kind: 'habits' | 'cards') =>
    items.some((item) => (when.kept?.(kind) ?? []).some((name) => plainItem(name) === plainItem(item)))
  return !items.some((item) => isOnList(item, when)) && (has('habits') || has('cards'))
}
