import { counted, emptied, isThere, itemsOf, showList } from '../../answers/list-items.ts'
import { caughtText, defineIntent } from '../../define-intent.ts'
import { listIn } from '../../list-names.ts'
import { listOf, onList, optionalList, readList } from './named-list.ts'

const clear =
  '(clear|empty|wipe|erase|reset|blank|clean|delete|trash|scrap|destroy|remove|cancel|get rid of|throw (away|out)) [out|off|up]'
const whole = '(<theList>|a list)'
const later = '[later] [{later:moment}]'

export const intent = defineIntent({
  name: 'list.clear',
  label: 'Empty a list',
  example: 'Clear my shopping list',
  effect: 'removes',
  shownBy: 'list.show',
  slots: { list: optionalList },
  needs: ['list'],
  templates: [
    `[just] ${clear} [all [of]] ${whole} ${later}`,
    `${clear} all [of] [my|the|our] (tasks|todos|chores)`,
    `(clear|empty|wipe|reset) [out] [my|the|our] {list:keptList} ${later}`,
    `<takeOff> (<everything>|the (items|things|tasks|entries|todos)) <offList> ${later}`,
    '(start|begin|redo) <aList> (over|again|from scratch|afresh)',
    'start over with <aList>',
  ],
  wideTemplates: [
    `{aside} ${clear} ${whole}`,
    `${clear} ${whole} {aside}`,
    `{aside} <takeOff> <everything> <offList>`,
  ],
  examples: [
    'i do not want this list any more',
    'i want an empty {list_word} list',
    '(delete|remove) (a|this|that|the first) list',
    "(i want|let's|please) [to] (start over|start fresh|begin again) with my {list_word} list",
    '(scrap|trash|dump|nuke) (my|the) {list_word} list',
    "(i'm|we are) done with (my|the) (whole|entire) {list_word} list (clear it|delete it)",
    "(i want|i'd like) my {list_word} list (emptied|cleared|deleted|wiped)",
    'my {list_word} list can be (erased|deleted|cleared)',
  ],
  fill({ list, aside }, { text, lower }) {
    if (allBut.test(text)) return undefined
    // Of two lists only one would be emptied, and of one that is described no other.
    if (aside !== undefined && (list === undefined || /\b(?:and|or)\b/i.test(caughtText(aside))))
      return undefined
    const named = list ?? (/\b(?:tasks|todos|chores)\b/.test(lower) ? listIn('my tasks') : undefined)
    return named ? { list: named } : {}
  },
  /** One list: of two only one would be emptied. */
  read(said) {
    const isOfTwo = /, ?(?:my|the|our)\b|\b(?:and|or)\b/i.test(said.text)
    return allBut.test(said.text) || isOfTwo ? undefined : readList(said)
  },
  /** What cannot be undone is asked for. */
  act: onList((understood, store) => {
    const { writer } = understood
    const list = listOf(understood)
    if (!isThere(store, list)) writer.decline()
    const { length } = itemsOf(store, list)
    if (length === 0) return writer.say(`${list.title} is already empty.`)
    const many = counted(length, 'entry', 'entries')
    writer.say(`${list.title} has ${many}. Press the button to remove ${length === 1 ? 'it' : 'them all'}.`)
    writer.add({
      type: 'button',
      label: `Empty ${list.title}`.slice(0, 80),
      look: 'danger',
      question: `Remove ${many} from ${list.title}?`.slice(0, 300),
      action: { kind: 'store', key: list.id, operation: 'set', value: emptied(store, list) },
    })
    showList(understood, list)
  }),
})

/** All but one is more than can be done here in one go. */
const allBut = /\b(?:everything|all)\b.*\b(?:but|except|besides|apart from|other than|excluding)\b/i
