import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { titled } from '../../list-names.ts'
import { onList, optionalList, readList } from './named-list.ts'
import { itemsIn, namedItems } from './read-entries.ts'
import { removeEntries } from './remove-entries.ts'

const off = '(from|off|off of|out of|of|for) <aList>'
const takeIt = '[so|and|then] [please] [can you] (take|remove|delete|cross|strike|scratch|get) <it>'
const later = '[later] [{later:moment}]'
const noMore = '(anymore|any more|any longer|now)'

export const intent = defineIntent({
  name: 'list.remove',
  label: 'Remove from a list',
  example: 'Remove milk from my shopping list',
  effect: 'removes',
  shownBy: 'list.show',
  slots: {
    list: optionalList,
    items: optional.texts,
    whole: optional.text,
    at: optional.number,
    add: optional.texts,
  },
  needs: ['items|at'],
  isFreelyFilled: true,
  templates: [
    `<takeOff> [the (item|task|entry)] {gone} ${off} ${later}`,
    `<takeOff> [<article>] {at:ordinal} (item|thing|task|entry|one|todo) <offList> ${later}`,
    '(get rid of|delete|remove|erase|cancel|eliminate) [the (item|task|entry)] {gone} on <aList>',
    'strike {gone} (from|out of) <aList>',
    'update <aList> (by|and) (removing|deleting|dropping|remove|delete|drop|take off) {gone}',
    'from <aList> [please] <takeOff> {gone}',
    '(i|we) (want|need|would like) [to have] {gone} (removed|deleted|dropped|taken|gone|cut) [off] (from|off) <aList>',
    'get {gone} (off|off of|out of) <aList>',
    `<takeOff> {gone} (from|off|off of|out of) <theList> and [then] (add|put|include) {add} [instead|(to|on) it]`,
    '{task=true} (delete|remove|cancel|drop) [the|my] (task|todo [item]|list item) {gone}',
    `(i|we) (do not|no longer) (need|want) {gone} (on|from) <aList> [${noMore}]`,
    `(i|we) (do not|no longer) (need|want|have) [to] {gone} [${noMore}] ${takeIt} ${off}`,
    `(i|we) [have] [already|just] (got|bought|have|did|finished|done) {gone} [so|and] (take|remove|delete) <it> ${off}`,
    `{gone} (can|should|must|needs to) (come|go|be (taken|removed)) ${off}`,
  ],
  wideTemplates: [
    `{aside} <takeOff> {gone} ${off}`,
    `<takeOff> {gone} ${off} {aside}`,
    `{aside} (do not|no longer) (need|want) {gone} (on|from) <aList>`,
  ],
  examples: [
    'find my list and remove {item}',
    '(remove|delete|take|erase|strike|drop|scratch) {item} (from|off|off of) (my|the) {list_word} list',
    "i (don't|no longer) need {item} (anymore|on my {list_word} list|on the list)",
    'cancel {item} on the {list_word} list',
    '(i|we) already (got|bought|have) {item} [so] (remove it|take it off) [from] (the|my) (list|{list_word} list)',
    '(nix|ditch|lose|cut|cross out|delete) {item} (on|from) (my|the) {list_word} list',
    '(cross|scratch|strike) (off|out) the (first|second|last) (item|thing) on my {list_word} list',
    "{item} (should not|shouldn't|doesn't need to) be on (my|the) {list_word} list",
    'forget [about] {item} on (my|the) {list_word} list',
    'no more {item} on the {list_word} list',
    "there (shouldn't|should not) be [any] {item} on my {list_word} list",
    '(make sure|see to it) that {task} is (removed from|off) my todo list',
  ],
  fill({ list: named, gone, at, add, ...captured }, said) {
    const text = caughtText(gone)
    const list = named ?? (captured['task'] === undefined ? undefined : titled('todo'))
    if (at !== undefined) return { ...(list && { list }), at }
    if (several.test(text)) return undefined
    // "… and add bob to my contacts" is another wish.
    if (/\b(?:to|on|onto|in) (?!it\b|there\b)\S/i.test(caughtText(add))) return undefined
    const also = add === undefined ? [] : itemsIn(said, caughtText(add))
    const found = namedItems(said, text)
    // "remove my todo list" is about all of it.
    if (captured['task'] !== undefined && !found) return undefined
    return { ...(list && { list }), ...found, ...(also.length > 0 && { add: also }) }
  },
  read: (said) => (several.test(said.text) || !takesAway.test(said.lower) ? undefined : readList(said)),
  act: onList((understood, store) => removeEntries(store, understood)),
})

/** What would have to be looked for first; all of it is another wish. */
const several = /\b(?:everything|all)\b/i
/** Where nothing says that something goes, it is no more than named. */
const takesAway =
  /\b(?:remov\w*|delet\w*|eras\w*|drop\w*|cancel\w*|forget|nix|axe|ditch|lose|cut|cross\w*|scratch|strike|take|taken|get|got|rid|off|out|not|no|without|anymore|any more|already|clear|eliminate|discard|scrap|wipe|pull|need|bought|have)\b/
